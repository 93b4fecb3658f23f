import type { ChatError } from "../../src/relay/formats/chat/chat-error.ts";
import type { ChatFormat, DecodeContext, EncodeContext } from "../../src/relay/formats/chat/chat-format.ts";
import type { Loss } from "../../src/relay/formats/chat/chat-loss.ts";
import type { ChatRequest } from "../../src/relay/formats/chat/chat-request.ts";
import type { ChatTarget } from "../../src/relay/formats/chat/chat-target.ts";
import type { Fields } from "../../src/relay/formats/reported-usage.ts";

const REQUEST_ID = "R1";
const CREATED_AT_SECONDS = 1_790_000_000;

/** A request after its way over a wire. */
export interface SentRequest {
  readonly body: Fields;
  readonly request: ChatRequest;
  readonly losses: readonly Loss[];
}

/** Writes a request in a dialect and reads it again; what the dialect says in the URL goes the same way. */
export function sentRequest(format: ChatFormat, request: ChatRequest): SentRequest {
  const target: ChatTarget = { model: request.model };
  const { body, losses } = format.encodeRequest(request, target);
  const wire: unknown = JSON.parse(JSON.stringify(body));
  const address = { model: request.model, stream: request.stream };
  return { body, request: format.decodeRequest(wire, address), losses };
}

export function decodeContext(request: ChatRequest): DecodeContext {
  return {
    requestId: REQUEST_ID,
    createdAtSeconds: CREATED_AT_SECONDS,
    model: request.model,
    request,
  };
}

export function encodeContext(request: ChatRequest): EncodeContext {
  return { requestId: REQUEST_ID, createdAtSeconds: CREATED_AT_SECONDS, request };
}

/** The failure of an upstream in the middle of a stream. */
export const BROKEN_STREAM: ChatError = {
  kind: "upstream",
  status: 502,
  code: "upstream.truncated",
  message: "The upstream broke off before the end of its answer.",
};

/** Refusals and failures that each dialect tells in its own words. */
export const SAMPLE_ERRORS: readonly ChatError[] = [
  { kind: "authentication", status: 401, code: "key.invalid", message: "Incorrect API key provided." },
  { kind: "permission", status: 403, code: "group.refused", message: "You may not use the group vip." },
  { kind: "invalid", status: 400, code: "body.parameter", message: "It must be a number.", param: "n" },
  { kind: "unavailable", status: 503, code: "model_not_found", message: "No channel is available." },
  { kind: "upstream", status: 502, code: "upstream.error", message: "The upstream failed." },
];

/** What a kind of failure means for a client: its own fault, or that of the gateway or the vendor, each by its kind. */
export function faultOf({ kind, status }: ChatError): string {
  return kind === "upstream" || kind === "unavailable" || kind === "server" ? `theirs: ${status}` : kind;
}
