import type { Behaviour, UpstreamError } from "./behaviour.ts";
import type { HttpRequest } from "./http-request-reader.ts";

/** A request as the dialects see it. */
export interface UpstreamRequest extends HttpRequest {
  /** The parsed body; undefined if there is none or it is not JSON. */
  readonly json: unknown;
  /** The key, from whichever place it came in. */
  readonly key: string | undefined;
}

export interface BodyReply {
  readonly kind: "body";
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** A stream of server-sent events. Every text holds whole events, each with its empty line. */
export interface StreamReply {
  readonly kind: "stream";
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Sent together with the first of `events`. */
  readonly opening: string;
  /** The answer itself; sent at the behaviour's pace. */
  readonly events: readonly string[];
  /** Finish reason and usage; sent right after the last of `events`. */
  readonly closing: string;
  /** What says that the stream is whole, such as `data: [DONE]`; empty if the dialect has no such thing. */
  readonly terminator: string;
  /** What the dialect's vendor sends when it fails in the middle of a stream. */
  readonly errorEvent: string;
}

export type Reply = BodyReply | StreamReply;

/** Whom and what the upstream knows. A list left out accepts everything. */
export interface Acceptance {
  readonly acceptedKeys?: readonly string[];
  readonly knownModels?: readonly string[];
}

/** One vendor's wire format. To speak another, write one of these and name it in `dialects`. */
export interface Dialect {
  /** Whether a path belongs to this dialect. */
  serves(path: string): boolean;
  /** The model asked for, wherever the dialect keeps it. */
  modelOf(request: HttpRequest, json: unknown): string | undefined;
  /** What the vendor answers to a request that it does not accept; undefined if it does. */
  refuse(request: UpstreamRequest, acceptance: Acceptance): BodyReply | undefined;
  /** The healthy answer. Only called for requests that were not refused. */
  reply(request: UpstreamRequest, behaviour: Behaviour, acceptance: Acceptance): Reply;
  /** The vendor's error body. Fields that `error` leaves out are the vendor's usual ones for the status. */
  errorReply(status: number, error: UpstreamError): BodyReply;
}

/** A JSON body as a reply. */
export function jsonReply(value: unknown, status = 200): BodyReply {
  const body = Buffer.from(JSON.stringify(value));
  return { kind: "body", status, headers: { "content-type": "application/json" }, body };
}

/** One server-sent event whose data is a JSON text. */
export function dataEvent(value: unknown): string {
  return `data: ${JSON.stringify(value)}\n\n`;
}
