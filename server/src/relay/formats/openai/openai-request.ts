import { membersOf, withMembers } from "../../../lib/json-members.ts";
import { RelayError } from "../../relay-error.ts";

/** The calls of OpenAI's dialect that this format covers. */
export type OpenAiOperation = "chat" | "completions" | "embeddings";

/** What the pipeline must know of a request; the rest of the client's bytes is none of its business. */
export interface OpenAiRequest {
  readonly operation: OpenAiOperation;
  readonly model: string;
  readonly stream: boolean;
  /** The client asked for a usage chunk at the end of the stream. */
  readonly wantsUsage: boolean;
  /** The client's own bound on the answer, in tokens; undefined when it gave none. */
  readonly maxOutputTokens: number | undefined;
  readonly reasoningEffort: string | undefined;
  /** The prompt's text, for an estimate; media are counted by the piece. */
  readonly prompt: { readonly text: string; readonly images: number };
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
  checkRepeats(text);
  checkShape(operation, body);
  return {
    operation,
    model,
    stream: stream && operation !== "embeddings",
    wantsUsage: Object(body["stream_options"])["include_usage"] === true,
    maxOutputTokens: maxOutputTokens(operation, body),
    reasoningEffort: typeof body["reasoning_effort"] === "string" ? body["reasoning_effort"] : undefined,
    prompt: readPrompt(body),
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
function checkRepeats(text: string): void {
  if (!text.includes("\\u") && (text.match(MODEL_NAME)?.length ?? 0) < 2) return;
  const names = membersOf(text).members.map(({ name }) => name.toLowerCase());
  if (names.filter((name) => name === "model").length > 1) {
    throw new RelayError("body.parameter", { param: "model", reason: "it is given more than once" });
  }
}

const MODEL_NAME = /"model"/gi;

function checkShape(operation: OpenAiOperation, body: Record<string, unknown>): void {
  if (operation === "chat" && (!Array.isArray(body["messages"]) || body["messages"].length === 0)) {
    throw new RelayError("body.parameter", { param: "messages", reason: "it must be a non-empty array" });
  }
  if (operation === "embeddings" && (body["input"] === undefined || body["input"] === null)) {
    throw new RelayError("body.parameter", { param: "input", reason: "it is required" });
  }
}

function maxOutputTokens(operation: OpenAiOperation, body: Record<string, unknown>): number | undefined {
  if (operation === "embeddings") return 0;
  for (const param of ["max_completion_tokens", "max_tokens"]) {
    const value = body[param];
    if (value === undefined || value === null) continue;
    if (typeof value !== "number" || !Number.isSafeInteger(value) || value < 0) {
      throw new RelayError("body.parameter", { param, reason: "it must be a whole number, 0 or more" });
    }
    return value * choices(body);
  }
  return undefined;
}

function choices(body: Record<string, unknown>): number {
  const n = body["n"];
  return typeof n === "number" && Number.isSafeInteger(n) && n > 1 ? n : 1;
}

/** Throws body.not-json for a body that is nested so deeply that it could only be meant to do harm. */
function readPrompt(body: Record<string, unknown>): { text: string; images: number } {
  try {
    return promptOf(body);
  } catch (error) {
    if (error instanceof RangeError)
      throw new RelayError("body.not-json", { reason: "it is nested too deeply" });
    throw error;
  }
}

/** Collects the texts of messages, prompt, input and tools; the depth of a message is bounded by its shape. */
function promptOf(body: Record<string, unknown>): { text: string; images: number } {
  const parts: string[] = [];
  let images = 0;
  const add = (value: unknown): void => {
    if (typeof value === "string") parts.push(value);
    else if (Array.isArray(value)) for (const item of value) add(item);
    else if (typeof value === "object" && value !== null) {
      const { content, text, type, tool_calls: calls } = Object(value);
      if (typeof type === "string" && type.includes("image")) images++;
      add(content);
      add(text);
      if (calls !== undefined) parts.push(JSON.stringify(calls));
    }
  };
  add(body["messages"]);
  add(body["prompt"]);
  add(body["input"]);
  if (body["tools"] !== undefined) parts.push(JSON.stringify(body["tools"]));
  return { text: parts.join("\n"), images };
}
