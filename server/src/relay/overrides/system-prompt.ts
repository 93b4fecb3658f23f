import { isObject } from "@tollgate/contract/json-object";
import type { UpstreamDialect } from "../formats/chat/chat-dialect.ts";
import type { JsonBody } from "./override-path.ts";

/** A channel's own instructions to the model. */
export interface SystemPrompt {
  readonly text: string;
  /** They come before the client's; else they are for clients that give none. */
  readonly comesFirst: boolean;
}

/** The channel's instructions, where its setting has any. */
export function readSystemPrompt(setting: Readonly<Record<string, unknown>>): SystemPrompt | undefined {
  const text = setting["system_prompt"];
  if (typeof text !== "string" || text === "") return undefined;
  return { text, comesFirst: setting["system_prompt_override"] === true };
}

/** Puts them where the dialect has its instructions. */
export function addSystemPrompt(dialect: UpstreamDialect, body: JsonBody, prompt: SystemPrompt): void {
  switch (dialect) {
    case "openai-chat":
      return addMessage(body, prompt);
    case "openai-responses":
      return addInstructions(body, prompt);
    case "anthropic":
      return void (body["system"] = withText(body["system"], prompt));
    case "gemini":
      return addInstruction(body, prompt);
    case "bedrock-converse":
      return void (body["system"] = withBlock(body["system"], prompt));
    case "ernie":
      return void (body["system"] = withText(body["system"], prompt));
    case "hunyuan":
      return addMessage(body, prompt, PASCAL);
    case "coze":
      return addQuestion(body, prompt);
    case "dify":
    case "library":
      return addToQuery(body, prompt);
  }
}

const INSTRUCTING: ReadonlySet<unknown> = new Set(["system", "developer"]);

const SNAKE = { messages: "messages", role: "role", content: "content" } as const;
const PASCAL = { messages: "Messages", role: "Role", content: "Content" } as const;

function addMessage(body: JsonBody, prompt: SystemPrompt, words: typeof SNAKE | typeof PASCAL = SNAKE): void {
  const messages = body[words.messages];
  if (!Array.isArray(messages)) return;
  const { role, content } = words;
  const first: unknown = messages.find((message) => isObject(message) && INSTRUCTING.has(message[role]));
  if (isObject(first)) first[content] = withText(first[content], prompt);
  else messages.unshift({ [role]: "system", [content]: prompt.text });
}

/** Clients give theirs beside the input, or as messages of it. */
function addInstructions(body: JsonBody, prompt: SystemPrompt): void {
  const { input } = body;
  const isGiven =
    Array.isArray(input) && input.some((item) => isObject(item) && INSTRUCTING.has(item["role"]));
  if (isGiven && !prompt.comesFirst) return;
  body["instructions"] = withText(body["instructions"], prompt);
}

/** Bots have no place for instructions: they come before what the user says, whose own cannot be told from it. */
function addQuestion({ additional_messages: messages }: JsonBody, { text }: SystemPrompt): void {
  if (!Array.isArray(messages)) return;
  messages.unshift({ role: "user", type: "question", content: text, content_type: "text" });
}

function addToQuery(body: JsonBody, { text }: SystemPrompt): void {
  const { inputs } = body;
  const place = body["query"] === undefined && isObject(inputs) ? inputs : body;
  place["query"] = `${text}\n\n${String(place["query"] ?? "")}`;
}

/** A text, or a list of text blocks. */
function withText(current: unknown, { text, comesFirst }: SystemPrompt): unknown {
  const isEmpty = current === undefined || current === null || current === "";
  if (isEmpty || (Array.isArray(current) && current.length === 0)) return text;
  if (!comesFirst) return current;
  return Array.isArray(current) ? [{ type: "text", text }, ...current] : `${text}\n${String(current)}`;
}

/** A list of blocks without types. */
function withBlock(current: unknown, { text, comesFirst }: SystemPrompt): unknown {
  if (!Array.isArray(current) || current.length === 0) return [{ text }];
  return comesFirst ? [{ text }, ...current] : current;
}

function addInstruction(body: JsonBody, { text, comesFirst }: SystemPrompt): void {
  const name = "system_instruction" in body ? "system_instruction" : "systemInstruction";
  const current = body[name];
  const parts = isObject(current) && Array.isArray(current["parts"]) ? current["parts"] : [];
  if (parts.length === 0) body[name] = { parts: [{ text }] };
  else if (comesFirst) body[name] = { ...Object(current), parts: [{ text }, ...parts] };
}
