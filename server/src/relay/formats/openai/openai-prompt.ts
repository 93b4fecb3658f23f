import { RelayError } from "../../relay-error.ts";
import { fieldsOf } from "../reported-usage.ts";

/** What a request asks a model to read, gathered in one pass over its body; nothing is counted or copied yet. */
export interface OpenAiPrompt {
  /** Every text of the messages, the prompt or the input, calls of tools included. */
  readonly texts: readonly string[];
  /** How many of the texts a conversation begins with: those up to the end of the user's first message. */
  readonly openingTexts: number;
  /** Messages of a conversation; zero for what is no conversation. */
  readonly messages: number;
  /** Messages that name their author. */
  readonly names: number;
  /** Calls of tools that the assistant made earlier in the conversation. */
  readonly toolCalls: number;
  /** Tokens that the client sent as numbers instead of text. */
  readonly tokenIds: number;
  /** Parts of messages that are no text: pictures, sound, files, as the client sent them. */
  readonly media: readonly unknown[];
  /** Pictures among the media. */
  readonly images: number;
  /** `tools`, the older `functions`, and the schema an answer must follow; undefined where there is none. */
  readonly tools: unknown;
  readonly schema: unknown;
}

/** A message holds parts, a part may hold parts again (a tool's result): no honest body goes deeper. */
const DEPTH_MAX = 32;

type Gathered = {
  -readonly [Key in "names" | "toolCalls" | "tokenIds" | "images"]: number;
} & { texts: string[]; media: unknown[] };

/** Gathers the prompt of a chat, a completion or an embedding. Throws body.not-json for one nested without end. */
export function readOpenAiPrompt(body: Record<string, unknown>): OpenAiPrompt {
  const found: Gathered = { texts: [], media: [], names: 0, toolCalls: 0, tokenIds: 0, images: 0 };
  const { messages, prompt, input } = body;
  const openingTexts = gatherMessages(messages, found);
  gather(prompt, found, 0);
  gather(input, found, 0);
  return {
    texts: found.texts,
    openingTexts,
    messages: Array.isArray(messages) ? messages.length : 0,
    names: found.names,
    toolCalls: found.toolCalls,
    tokenIds: found.tokenIds,
    media: found.media,
    images: found.images,
    tools: body["tools"] ?? body["functions"],
    schema: fieldsOf(fieldsOf(body["response_format"])["json_schema"])["schema"],
  };
}

/** Answers how many texts there were when the user had first spoken; all of them where he has not. */
function gatherMessages(messages: unknown, found: Gathered): number {
  if (!Array.isArray(messages)) {
    gather(messages, found, 0);
    return found.texts.length;
  }
  let opening = 0;
  for (const message of messages) {
    gather(message, found, 1);
    if (opening === 0 && Object(message).role === "user") opening = found.texts.length;
  }
  return opening || found.texts.length;
}

function gather(value: unknown, found: Gathered, depth: number): void {
  if (typeof value === "string") found.texts.push(value);
  else if (typeof value === "number") found.tokenIds++;
  else if (typeof value !== "object" || value === null) return;
  else if (depth > DEPTH_MAX) throw new RelayError("body.not-json", { reason: "it is nested too deeply" });
  else if (Array.isArray(value)) gatherList(value, found, depth);
  else gatherPart(value, found, depth);
}

function gatherList(list: readonly unknown[], found: Gathered, depth: number): void {
  if (typeof list[0] === "number") found.tokenIds += list.length;
  else for (const item of list) gather(item, found, depth + 1);
}

/** A message or a part of one. */
function gatherPart(part: object, found: Gathered, depth: number): void {
  const { type, content, text, name, reasoning_content: reasoning, tool_calls: calls } = Object(part);
  if (typeof type === "string" && type !== "text" && isMedia(type)) {
    found.media.push(part);
    if (type.includes("image")) found.images++;
    return;
  }
  if (content !== undefined) gather(content, found, depth + 1);
  if (typeof text === "string") found.texts.push(text);
  if (typeof reasoning === "string") found.texts.push(reasoning);
  if (typeof name === "string") {
    found.names++;
    found.texts.push(name);
  }
  if (Array.isArray(calls)) for (const call of calls) gatherCall(call, found);
}

/** `image_url`, `input_image`, `input_audio`, `audio_url`, `video_url`, `file`, `input_file` … */
function isMedia(type: string): boolean {
  return type.includes("image") || type.includes("audio") || type.includes("video") || type.includes("file");
}

function gatherCall(call: unknown, found: Gathered): void {
  const { name, arguments: args } = Object(Object(call).function);
  found.toolCalls++;
  if (typeof name === "string") found.texts.push(name);
  if (typeof args === "string") found.texts.push(args);
}
