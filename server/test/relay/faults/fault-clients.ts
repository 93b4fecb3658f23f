import type { ChatDialect } from "../../../src/relay/formats/chat/chat-dialect.ts";
import { HELLO } from "../relay-stage.ts";

/** What a client was told, in the words of its dialect. */
export interface ToldError {
  readonly message: string;
  /** The gateway's own code, wherever the dialect keeps it. */
  readonly code: unknown;
  /** The dialect's word for the kind of error. */
  readonly type: unknown;
}

/** A client of one dialect, that looks at bytes as a strict reader would. */
export interface FaultClient {
  readonly dialect: ChatDialect;
  path(model: string, stream: boolean): string;
  body(model: string, stream: boolean): object;
  /** The error in an envelope or an event; undefined when it is none. */
  error(value: unknown): ToldError | undefined;
  /** Whether a parsed event says that the answer is complete. */
  isEnding(event: unknown): boolean;
  /** The text in a whole answer or an event. */
  text(value: unknown): string;
}

const asked = (model: string, stream: boolean) => ({ model, ...(stream && { stream }) });
const field = (value: unknown, ...names: (string | number)[]): unknown =>
  names.reduce<unknown>((found, name) => Object(found)[name], value);
const textAt = (value: unknown, ...names: (string | number)[]) => String(field(value, ...names) ?? "");

function openAiError(value: unknown): ToldError | undefined {
  const error = field(value, "error");
  if (typeof error !== "object" || error === null) return undefined;
  return { message: textAt(error, "message"), code: field(error, "code"), type: field(error, "type") };
}

const openAiChat: FaultClient = {
  dialect: "openai-chat",
  path: () => "/v1/chat/completions",
  body: (model, stream) => ({ ...asked(model, stream), messages: HELLO }),
  error: openAiError,
  isEnding: (event) => event === "[DONE]" || typeof field(event, "choices", 0, "finish_reason") === "string",
  text: (value) =>
    textAt(value, "choices", 0, "message", "content") + textAt(value, "choices", 0, "delta", "content"),
};

const responses: FaultClient = {
  dialect: "openai-responses",
  path: () => "/v1/responses",
  body: (model, stream) => ({ ...asked(model, stream), input: "Hello" }),
  error(value) {
    const type = field(value, "type");
    if (type === "error") return { message: textAt(value, "message"), code: field(value, "code"), type };
    const failed = field(value, "response", "error");
    if (type === "response.failed")
      return { message: textAt(failed, "message"), code: field(failed, "code"), type };
    return openAiError(value);
  },
  isEnding: (event) => field(event, "type") === "response.completed",
  text: (value) =>
    textAt(value, "output", 0, "content", 0, "text") +
    (field(value, "type") === "response.output_text.delta" ? textAt(value, "delta") : ""),
};

const anthropic: FaultClient = {
  dialect: "anthropic",
  path: () => "/v1/messages",
  body: (model, stream) => ({ ...asked(model, stream), max_tokens: 50, messages: HELLO }),
  error(value) {
    if (field(value, "type") !== "error") return undefined;
    const error = field(value, "error");
    const type = field(error, "type");
    return { message: textAt(error, "message"), code: field(error, "details", "error_code") ?? type, type };
  },
  isEnding: (event) => ["message_delta", "message_stop"].includes(textAt(event, "type")),
  text: (value) => textAt(value, "content", 0, "text") + textAt(value, "delta", "text"),
};

const gemini: FaultClient = {
  dialect: "gemini",
  path: (model, stream) =>
    `/v1beta/models/${model}:${stream ? "streamGenerateContent?alt=sse" : "generateContent"}`,
  body: () => ({ contents: [{ role: "user", parts: [{ text: "Hello" }] }] }),
  error(value) {
    const error = field(value, "error");
    if (typeof error !== "object" || error === null) return undefined;
    const info = [field(error, "details")].flat().find((detail) => field(detail, "reason") !== undefined);
    return { message: textAt(error, "message"), code: field(info, "reason"), type: field(error, "status") };
  },
  isEnding: (event) => typeof field(event, "candidates", 0, "finishReason") === "string",
  text: (value) => textAt(value, "candidates", 0, "content", "parts", 0, "text"),
};

/** One client of each dialect. */
export const FAULT_CLIENTS: readonly FaultClient[] = [openAiChat, responses, anthropic, gemini];

/** The data of each event of a stream, parsed where it is JSON. Throws when one is not whole. */
export function eventsIn(text: string): unknown[] {
  if (!/(?:\n\n|\r\n\r\n)$/.test(text)) throw new Error(`half an event: ${JSON.stringify(text.slice(-80))}`);
  return text
    .split(/\r?\n\r?\n/)
    .map((event) =>
      event
        .split(/\r?\n/)
        .filter((line) => line.startsWith("data:"))
        .map((line) => line.slice(5).trim())
        .join("\n"),
    )
    .filter((data) => data !== "")
    .map((data) => (data === "[DONE]" ? data : JSON.parse(data)));
}
