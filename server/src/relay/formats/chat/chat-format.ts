import type { Fields } from "../reported-usage.ts";
import type { ChatAnswer } from "./chat-answer.ts";
import type { ChatDialect } from "./chat-dialect.ts";
import type { ChatError } from "./chat-error.ts";
import type { ChatEvent } from "./chat-event.ts";
import type { Loss } from "./chat-loss.ts";
import type { ChatRequest } from "./chat-request.ts";
import type { ChatTarget } from "./chat-target.ts";

/**
 * A dialect of chat, as a codec between its wire and the shared form: the only place that knows its words. Any client
 * reaches any upstream through two of them, so K dialects are K codecs. Everything here is pure and deterministic: ids and
 * times that a dialect lacks are passed in or derived from what is there.
 *
 * The rules that the generated conformance suite holds every codec to:
 * - `decode(encode(x))` is `x`, but for what `encode` reported as lost. Nothing is dropped in silence.
 * - Requests are read strictly (a wrong type is a `FormatError` that names its place), answers leniently: an upstream may
 *   leave out, null or misspell anything. Unknown fields are kept as `extensions`, unknown kinds of parts as vendor parts.
 * - A streamed answer says the same as a whole one, however the events are cut, and coders hold no more than the
 *   dialect forces them to (a call's arguments at most, never the answer).
 */
export interface ChatFormat {
  readonly dialect: ChatDialect;

  /**
   * A client's request. `body` is parsed JSON. Throws FormatError.
   *
   * `address`: what the dialect says in the URL instead of the body (Gemini).
   */
  decodeRequest(body: unknown, address?: RequestAddress): ChatRequest;

  /** The request for an upstream. Never throws: what cannot be said is a loss. */
  encodeRequest(request: ChatRequest, target: ChatTarget): Encoded;

  /**
   * An upstream's whole answer. Throws FormatError when it is no answer at all (an error object under a 200, no choices).
   */
  decodeAnswer(body: unknown, context: DecodeContext): ChatAnswer;

  /** A whole answer for a client. Never throws. */
  encodeAnswer(answer: ChatAnswer, context: EncodeContext): Encoded;

  createStreamDecoder(context: DecodeContext): ChatStreamDecoder;

  createStreamEncoder(context: EncodeContext): ChatStreamEncoder;

  /** What an upstream says with an error status, or a body that is an error object. `body`: parsed JSON, or its text. */
  decodeError(status: number, body: unknown): ChatError;

  /** The body of a refusal, in the dialect's envelope. The status is `error.status`. */
  encodeError(error: ChatError, requestId: string): Fields;
}

/** What the URL of a request says where the body does not. */
export interface RequestAddress {
  readonly model?: string;
  readonly stream?: boolean;
}

/** A body for the wire, to be made JSON of, and what it could not say. */
export interface Encoded {
  readonly body: Fields;
  readonly losses: readonly Loss[];
}

/** What an upstream's dialect may leave out of an answer, and the shared form needs. */
export interface DecodeContext {
  /** The id of the call: what ids of answers and tool calls are derived from. */
  readonly requestId: string;
  readonly createdAtSeconds: number;
  /** The model that was asked. */
  readonly model: string;
  /** The request that was sent, as the codec decoded or encoded it: names of tools, kinds of calls. */
  readonly request?: ChatRequest;
}

/** What an answer in a client's dialect repeats of the client's request. */
export interface EncodeContext {
  readonly requestId: string;
  readonly createdAtSeconds: number;
  /** The client's own request: its spelling of tools, its wish for usage, fields to echo. */
  readonly request: ChatRequest;
  /** How many tokens the prompt is likely to have, for dialects whose streams begin with it. */
  readonly promptTokens?: () => number;
  /** `json-array`: Gemini's streams without `alt=sse`. Default `sse`. */
  readonly framing?: "sse" | "json-array";
}

/** One server-sent event of an upstream, cut out of the bytes and without its line prefixes. */
export interface StreamMessage {
  /** The event's name, where the dialect has names. */
  readonly event?: string;
  readonly data: string;
}

/** Reads an upstream's stream. Never throws: what cannot be read is an `error` event, and nothing follows it. */
export interface ChatStreamDecoder {
  push(message: StreamMessage): readonly ChatEvent[];
  /** The upstream closed the stream: what was held back, and whether the dialect's own end had been seen. */
  end(): { readonly events: readonly ChatEvent[]; readonly isWhole: boolean };
}

/**
 * Writes a client's stream. Texts are ready for the wire: whole events with their names and separators, "" for none.
 *
 * What tells the client that the answer is complete (finish reasons, usage, the closing mark) is held back until `end`:
 * the gateway charges first, then finishes.
 */
export interface ChatStreamEncoder {
  push(event: ChatEvent): string;
  /** The last words of a whole answer. */
  end(): string;
  /** The last words of a broken one: an error event in the dialect's words, and never its mark of a whole answer. */
  fail(error: ChatError, requestId: string): string;
  /** What could not be said so far. */
  losses(): readonly Loss[];
}
