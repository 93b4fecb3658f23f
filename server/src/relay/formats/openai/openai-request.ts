import { membersOf, withMembers } from "../../../lib/json-members.ts";
import { RelayError } from "../../relay-error.ts";
import { readOpenAiPrompt } from "./openai-prompt.ts";
import type { OpenAiPrompt } from "./openai-prompt.ts";

/** The calls of OpenAI's dialect that this format covers. */
export type OpenAiOperation = "chat" | "completions" | "embeddings";

/** What the pipeline must know of a request; the rest of the client's bytes is none of its business. */
export interface OpenAiRequest {
  readonly operation: OpenAiOperation;
  readonly model: string;
  readonly stream: boolean;
  /** The client asked for a usage chunk at the end of the stream. */
  readonly wantsUsage: boolean;
  /** The client's own bound on all answers together, in tokens; undefined when it gave none. */
  readonly maxOutputTokens: number | undefined;
  /** How many answers the model is asked to write: `n` or `best_of`, for each prompt. */
  readonly choices: number;
  readonly reasoningEffort: string | undefined;
  /** The client's own name for what its prompt has in common with others: `prompt_cache_key`, `metadata.user_id`. */
  readonly cacheKey: string | undefined;
  /** What the model is asked to read, for `estimatePrompt`. */
  readonly prompt: OpenAiPrompt;
  readonly bytes: Uint8Array;
  readonly text: string;
}

const decoder = new TextDecoder("utf-8", { fatal: true });
const encoder = new TextEncoder();

/** Reads a request. Throws body.not-json, body.not-object, model.missing, body.parameter. */
export function readOpenAiRequest(operation: OpenAiOperation, bytes: Uint8Array): OpenAiRequest {
  const { text, body } = parse(bytes);
  const model = body["model"];
  if (model === undefined || model === null || model === "") throw new RelayError("model.missing");
  if (typeof model !== "string")
    throw new RelayError("body.parameter", { param: "model", reason: "it must be a string" });
  const stream = body["stream"] ?? false;
  if (typeof stream !== "boolean")
    throw new RelayError("body.parameter", { param: "stream", reason: "it must be a boolean" });
  checkRepeats(text, body);
  checkShape(operation, body);
  const choices = choicesOf(operation, body);
  return {
    operation,
    model,
    stream: stream && operation !== "embeddings",
    wantsUsage: Object(body["stream_options"])["include_usage"] === true,
    maxOutputTokens: maxOutputTokens(operation, body, choices),
    choices,
    reasoningEffort: typeof body["reasoning_effort"] === "string" ? body["reasoning_effort"] : undefined,
    cacheKey: cacheKeyOf(body),
    prompt: readOpenAiPrompt(body),
    bytes,
    text,
  };
}

/**
 * The bytes to send upstream: the client's own, with the model's name replaced when it is mapped and usage asked for
 * when the answer streams. Nothing else changes.
 */
export function upstreamBytes(
  request: OpenAiRequest,
  upstreamModel: string,
  askForUsage: boolean,
): Uint8Array {
  const values: Record<string, string> = {};
  if (upstreamModel !== request.model) values["model"] = JSON.stringify(upstreamModel);
  if (askForUsage && request.stream && !request.wantsUsage)
    values["stream_options"] = streamOptions(request.text);
  return Object.keys(values).length === 0 ? request.bytes : encoder.encode(withMembers(request.text, values));
}

function cacheKeyOf(body: Record<string, unknown>): string | undefined {
  const key = body["prompt_cache_key"] ?? Object(body["metadata"])["user_id"];
  return typeof key === "string" && key !== "" ? key : undefined;
}

function streamOptions(text: string): string {
  const span = membersOf(text).members.findLast((member) => member.name === "stream_options");
  const current = span && text.slice(span.start, span.end);
  return current?.startsWith("{")
    ? withMembers(current, { include_usage: "true" })
    : '{"include_usage":true}';
}

function parse(bytes: Uint8Array): { text: string; body: Record<string, unknown> } {
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

function checkShape(operation: OpenAiOperation, body: Record<string, unknown>): void {
  if (operation === "chat" && (!Array.isArray(body["messages"]) || body["messages"].length === 0)) {
    throw new RelayError("body.parameter", { param: "messages", reason: "it must be a non-empty array" });
  }
  if (operation === "embeddings" && (body["input"] === undefined || body["input"] === null)) {
    throw new RelayError("body.parameter", { param: "input", reason: "it is required" });
  }
}

function maxOutputTokens(
  operation: OpenAiOperation,
  body: Record<string, unknown>,
  choices: number,
): number | undefined {
  if (operation === "embeddings") return 0;
  for (const param of ["max_completion_tokens", "max_tokens"]) {
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
function choicesOf(operation: OpenAiOperation, body: Record<string, unknown>): number {
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
