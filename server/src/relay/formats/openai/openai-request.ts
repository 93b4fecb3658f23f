import { membersOf, withMembers } from "../../../lib/json-members.ts";
import { RelayError } from "../../relay-error.ts";
import { readOpenAiPrompt } from "./openai-prompt.ts";
import { dearWishesIn } from "../dear-wishes.ts";
import { fieldsOf } from "../reported-usage.ts";
import type { ClientOperation, ClientRequest } from "../client-request.ts";
import { openAiChatFormat } from "../openai-chat/openai-chat-format.ts";
import { openAiCompletionsFormat } from "../openai-completions/openai-completions-format.ts";

const decoder = new TextDecoder("utf-8", { fatal: true });
const encoder = new TextEncoder();

/**
 * Reads a request. `deployment`: the model, where the address names it. Throws body.not-json, body.not-object,
 * model.missing, body.parameter.
 */
export function readOpenAiRequest(
  operation: ClientOperation,
  bytes: Uint8Array,
  deployment?: string,
): ClientRequest {
  const { text, body } = parseBody(deployment === undefined ? bytes : withModel(bytes, deployment));
  const model = body["model"];
  if (model === undefined || model === null || model === "") throw new RelayError("model.missing");
  if (typeof model !== "string")
    throw new RelayError("body.parameter", { param: "model", reason: "it must be a string" });
  const stream = body["stream"] ?? false;
  if (typeof stream !== "boolean")
    throw new RelayError("body.parameter", { param: "stream", reason: "it must be a boolean" });
  checkShape(operation, body);
  const choices = choicesOf(operation, body);
  const format = operation === "completions" ? openAiCompletionsFormat : openAiChatFormat;
  return {
    dialect: "openai-chat",
    operation,
    model,
    stream: stream && operation !== "embeddings",
    framing: "sse",
    chat: () => format.decodeRequest(body),
    wantsUsage: fieldsOf(body["stream_options"])["include_usage"] === true,
    maxOutputTokens: maxOutputTokens(operation, body, choices),
    choices,
    reasoningEffort: typeof body["reasoning_effort"] === "string" ? body["reasoning_effort"] : undefined,
    cacheKey: cacheKeyOf(body),
    prompt: readOpenAiPrompt(body),
    dearWishes: dearWishesIn("openai-chat", body),
    bytes: deployment === undefined ? bytes : encoder.encode(text),
    text,
  };
}

/**
 * The bytes to send to an upstream of the client's dialect: the client's own, with the model's name replaced when it is mapped and usage asked for
 * when the answer streams. Nothing else changes.
 */
export function upstreamBytes(
  request: ClientRequest,
  upstreamModel: string,
  askForUsage: boolean,
): Uint8Array {
  const isRenamed = upstreamModel !== request.model && request.dialect !== "gemini";
  const isAsked = askForUsage && request.stream && !request.wantsUsage;
  if (!isRenamed && !isAsked) return request.bytes;
  const values: Record<string, string> = {};
  // Gemini's clients name the model in the address.
  if (isRenamed) values["model"] = JSON.stringify(upstreamModel);
  if (isAsked) values["stream_options"] = streamOptions(request.text);
  return encoder.encode(withMembers(request.text, values));
}

function cacheKeyOf(body: Record<string, unknown>): string | undefined {
  const key = body["prompt_cache_key"] ?? fieldsOf(body["metadata"])["user_id"];
  return typeof key === "string" && key !== "" ? key : undefined;
}

function streamOptions(text: string): string {
  const span = membersOf(text).members.findLast((member) => member.name === "stream_options");
  const current = span && text.slice(span.start, span.end);
  return current?.startsWith("{")
    ? withMembers(current, { include_usage: "true" })
    : '{"include_usage":true}';
}

/** Azure's clients need not repeat in the body what the address says. */
function withModel(bytes: Uint8Array, model: string): Uint8Array {
  const { text, body } = parseBody(bytes);
  if (body["model"] === model) return bytes;
  return encoder.encode(withMembers(text, { model: JSON.stringify(model) }));
}

/** A body's text and its JSON object. Throws body.not-json, body.not-object; body.parameter where `model` is named twice. */
export function parseBody(bytes: Uint8Array): { text: string; body: Record<string, unknown> } {
  let text: string;
  let body: unknown;
  try {
    text = decoder.decode(bytes);
    body = JSON.parse(text);
  } catch (error) {
    throw new RelayError("body.not-json", { reason: error instanceof Error ? error.message : "unreadable" });
  }
  if (typeof body !== "object" || body === null || Array.isArray(body))
    throw new RelayError("body.not-object");
  checkRepeats(text, body);
  // An object that came from JSON has text keys.
  return { text, body: body as Record<string, unknown> };
}

/**
 * Parsers differ in which of two members of one name they take, and some in whether case matters: a body that names two
 * models could be priced as one and answered by the other. The usual body costs two look-ups in its text.
 */
function checkRepeats(text: string, body: object): void {
  if (!text.includes("\\u") && !isNamedTwice(text, body)) return;
  const names = membersOf(text).members.map(({ name }) => name.toLowerCase());
  if (names.filter((name) => name === "model").length > 1) {
    throw new RelayError("body.parameter", { param: "model", reason: "it is given more than once" });
  }
}

/** Whether `model` may be there twice: its name stands in the text twice, or a member differs from it by case only. */
function isNamedTwice(text: string, body: object): boolean {
  if (text.includes(MODEL_NAME, text.indexOf(MODEL_NAME) + MODEL_NAME.length)) return true;
  for (const name in body)
    if (name.length === "model".length && name !== "model" && name.toLowerCase() === "model") return true;
  return false;
}

const MODEL_NAME = '"model"';

function checkShape(operation: ClientOperation, body: Record<string, unknown>): void {
  if (operation === "chat" && (!Array.isArray(body["messages"]) || body["messages"].length === 0)) {
    throw new RelayError("body.parameter", { param: "messages", reason: "it must be a non-empty array" });
  }
  if (operation === "embeddings" && (body["input"] === undefined || body["input"] === null)) {
    throw new RelayError("body.parameter", { param: "input", reason: "it is required" });
  }
}

const OUTPUT_LIMITS = ["max_completion_tokens", "max_tokens"];

function maxOutputTokens(
  operation: ClientOperation,
  body: Record<string, unknown>,
  choices: number,
): number | undefined {
  if (operation === "embeddings") return 0;
  for (const param of OUTPUT_LIMITS) {
    const value = body[param];
    if (value === undefined || value === null) continue;
    if (typeof value !== "number" || !Number.isSafeInteger(value) || value < 0) {
      throw new RelayError("body.parameter", { param, reason: "it must be a whole number, 0 or more" });
    }
    return value * choices;
  }
  return undefined;
}

/** A completion writes the best of several answers to each of its prompts, and all of them are billed. */
function choicesOf(operation: ClientOperation, body: Record<string, unknown>): number {
  if (operation === "embeddings") return 1;
  const choices = positiveInteger(body["n"]);
  if (operation === "chat") return choices;
  const prompt = body["prompt"];
  const prompts = Array.isArray(prompt) && typeof prompt[0] !== "number" ? prompt.length : 1;
  return Math.max(choices, positiveInteger(body["best_of"])) * Math.max(prompts, 1);
}

function positiveInteger(value: unknown): number {
  return typeof value === "number" && Number.isSafeInteger(value) && value > 1 ? value : 1;
}
