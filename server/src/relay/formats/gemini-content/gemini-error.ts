import { isObject } from "@tollgate/contract/json-object";
import type { RelayErrorKind } from "../../relay-error.ts";
import type { ChatError } from "../chat/chat-error.ts";
import { bareErrorText, kindOfStatus } from "../chat/status-kind.ts";
import { fieldsOf, objectsIn, textOf } from "../reported-usage.ts";
import type { Fields } from "../reported-usage.ts";

/*
 * Errors are `google.rpc.Status`, with an HTTP status as `code` and the canonical code as `status`:
 * https://google.aip.dev/193 and https://cloud.google.com/apis/design/errors#http_mapping. Streams without `alt=sse` wrap
 * it in an array.
 */

const KINDS: ReadonlyMap<string, RelayErrorKind> = new Map(
  Object.entries<RelayErrorKind>({
    UNAUTHENTICATED: "authentication",
    PERMISSION_DENIED: "permission",
    INVALID_ARGUMENT: "invalid",
    OUT_OF_RANGE: "invalid",
    NOT_FOUND: "invalid",
    RESOURCE_EXHAUSTED: "unavailable",
    UNAVAILABLE: "unavailable",
  }),
);

/** A wrong key is an `INVALID_ARGUMENT` with one of these reasons. */
const KEY_REASONS = new Set(["API_KEY_INVALID", "API_KEY_EXPIRED", "ACCESS_TOKEN_EXPIRED"]);

const ERROR_INFO = "type.googleapis.com/google.rpc.ErrorInfo";
const BAD_REQUEST = "type.googleapis.com/google.rpc.BadRequest";

/** What an upstream says with an error status, or instead of an answer. */
export function decodeGeminiError(status: number, body: unknown): ChatError {
  const error = fieldsOf(envelopeOf(body)["error"]);
  const message = textOf(error["message"]);
  if (message === "" && typeof error["status"] !== "string")
    return {
      kind: kindOfStatus(status),
      status: errorStatus(status),
      code: "upstream.error",
      message: bareErrorText(status, body),
    };
  const type = textOf(error["status"]);
  const { code, param } = readDetails(error);
  const told = typeof error["code"] === "number" ? error["code"] : status;
  const known = errorStatus(status >= 400 ? status : told);
  return {
    kind: KEY_REASONS.has(code) ? "authentication" : (KINDS.get(type) ?? kindOfStatus(known)),
    status: known,
    code: code || type || "upstream.error",
    message: message || type,
    ...(param !== "" && { param }),
    ...(type !== "" && { type }),
  };
}

/** An error under a status of success is an upstream's failure. */
function errorStatus(status: number): number {
  return status >= 400 && status <= 599 ? status : 502;
}

function envelopeOf(body: unknown): Fields {
  if (typeof body === "string") {
    try {
      return envelopeOf(JSON.parse(body));
    } catch {
      // A page of some proxy.
      return {};
    }
  }
  const found: unknown = Array.isArray(body)
    ? body.find((one) => isObject(one) && isObject(one["error"]))
    : body;
  return fieldsOf(found);
}

function readDetails(error: Fields): { readonly code: string; readonly param: string } {
  let code = "";
  let param = "";
  for (const detail of objectsIn(error["details"])) {
    if (detail["@type"] === ERROR_INFO) code ||= textOf(detail["reason"]);
    if (detail["@type"] === BAD_REQUEST) param ||= textOf(objectsIn(detail["fieldViolations"])[0]?.["field"]);
  }
  return { code, param };
}

/** The envelope of a refusal. Programs find the gateway's own code as the reason in its details. */
export function encodeGeminiError(error: ChatError, requestId: string): Fields {
  const { status, message, param } = error;
  const violation = { "@type": BAD_REQUEST, fieldViolations: [{ field: param, description: message }] };
  const info = { "@type": ERROR_INFO, reason: error.code, domain: "tollgate", metadata: { requestId } };
  return {
    error: {
      code: status,
      message,
      status: canonicalCode(error),
      details: [info, ...(param === undefined ? [] : [violation])],
    },
  };
}

const CODES: Readonly<Record<number, string>> = {
  400: "INVALID_ARGUMENT",
  401: "UNAUTHENTICATED",
  402: "FAILED_PRECONDITION",
  403: "PERMISSION_DENIED",
  404: "NOT_FOUND",
  408: "DEADLINE_EXCEEDED",
  409: "ABORTED",
  429: "RESOURCE_EXHAUSTED",
  499: "CANCELLED",
  500: "INTERNAL",
  501: "UNIMPLEMENTED",
  502: "UNAVAILABLE",
  503: "UNAVAILABLE",
  504: "DEADLINE_EXCEEDED",
  529: "UNAVAILABLE",
};

/** Google's own word comes back; quotas are a resource that is exhausted, whatever their status. */
function canonicalCode({ type, kind, status }: ChatError): string {
  if (type !== undefined && /^[A-Z][A-Z_]+$/.test(type)) return type;
  if (kind === "quota") return "RESOURCE_EXHAUSTED";
  return CODES[status] ?? (status < 500 ? "INVALID_ARGUMENT" : "INTERNAL");
}
