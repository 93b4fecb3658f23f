import { fieldsOf } from "../reported-usage.ts";
import type { Language } from "@tollgate/contract/errors";
import type { RelayError } from "../../relay-error.ts";
import type { RelayErrorKind } from "../../relay-error.ts";

const TYPES: Record<RelayErrorKind, string> = {
  authentication: "invalid_request_error",
  permission: "permission_error",
  quota: "insufficient_quota",
  invalid: "invalid_request_error",
  unavailable: "service_unavailable_error",
  upstream: "upstream_error",
  server: "server_error",
};

/** Codes that OpenAI's own clients compare with. */
const CODES: ReadonlyMap<string, string> = new Map([
  ["key.missing", "invalid_api_key"],
  ["key.invalid", "invalid_api_key"],
  ["model.unknown", "model_not_found"],
  ["limit.requests", "rate_limit_exceeded"],
  ["limit.tokens", "rate_limit_exceeded"],
  ["limit.concurrency", "rate_limit_exceeded"],
  ["limit.day-requests", "rate_limit_exceeded"],
  ["limit.day-quota", "rate_limit_exceeded"],
  ["limit.channels", "rate_limit_exceeded"],
]);

/** What OpenAI names the type of an error by: the thing of which there was too much. */
function limitType(code: string): string | undefined {
  if (CODES.get(code) !== "rate_limit_exceeded") return undefined;
  return code === "limit.tokens" ? "tokens" : "requests";
}

/** The error object of OpenAI's dialect. `message` ends with the request's id, as clients of this family expect. */
export function openAiErrorBody(
  error: RelayError,
  language: Language,
  requestId: string,
): { error: Record<string, unknown> } {
  const { kind, code, details } = error;
  const param = typeof details["param"] === "object" ? undefined : details["param"];
  return openAiErrorOf({ kind, code, message: error.text(language), param }, requestId);
}

/** The dialect's own word for a kind. */
export function openAiErrorType(kind: RelayErrorKind): string {
  return TYPES[kind];
}

/** What OpenAI's error object is made of. `code` is the gateway's or a vendor's own. */
interface OpenAiErrorParts {
  kind: RelayErrorKind;
  code: string;
  message: string;
  param?: string | number | undefined;
  /** The vendor's own type, where there is one. */
  type?: string | undefined;
}

/** The same for a failure that may be a vendor's. */
export function openAiErrorOf(
  { kind, code, message, param, type }: OpenAiErrorParts,
  requestId: string,
): { error: Record<string, unknown> } {
  return {
    error: {
      message: `${message} (request id: ${requestId})`,
      type: type ?? limitType(code) ?? openAiErrorType(kind),
      param: param ?? null,
      code: CODES.get(code) ?? code.replaceAll(/[.-]/g, "_"),
    },
  };
}

/** The error's text when a parsed answer is an error object of this dialect (whatever its status says). */
export function openAiErrorMessage(body: unknown): string | undefined {
  const error: unknown = fieldsOf(body)["error"] ?? baseRespError(body);
  if (error === undefined) return undefined;
  if (typeof error === "string") return error;
  const message: unknown = Object(error).message;
  return typeof message === "string"
    ? message
    : typeof error === "object" && error !== null
      ? JSON.stringify(error)
      : undefined;
}

/**
 * MiniMax tells of errors under status 200, in a member of its own whose code is 0 in every good answer.
 * Source: https://platform.minimax.io/docs/api-reference/errorcode
 */
export function baseRespError(body: unknown): { code: string; message: string; status: number } | undefined {
  const said = fieldsOf(fieldsOf(body)["base_resp"]);
  const code = said["status_code"];
  if (typeof code !== "number" || code === 0) return undefined;
  const message = said["status_msg"];
  return {
    code: String(code),
    message: typeof message === "string" && message !== "" ? message : `status_code ${code}`,
    status: BASE_RESP_STATUSES.get(code) ?? 502,
  };
}

const BASE_RESP_STATUSES: ReadonlyMap<number, number> = new Map([
  [1002, 429],
  [1004, 401],
  [1008, 402],
  [1026, 400],
  [1027, 400],
  [1039, 429],
  [1042, 400],
  [2013, 400],
  [2049, 401],
  [2056, 429],
]);
