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
const CODES: Partial<Record<RelayError["code"], string>> = {
  "key.missing": "invalid_api_key",
  "key.invalid": "invalid_api_key",
  "model.unknown": "model_not_found",
};

/** The error object of OpenAI's dialect. `message` ends with the request's id, as clients of this family expect. */
export function openAiErrorBody(
  error: RelayError,
  language: Language,
  requestId: string,
): { error: Record<string, unknown> } {
  return {
    error: {
      message: `${error.text(language)} (request id: ${requestId})`,
      type: TYPES[error.kind],
      param: error.details["param"] ?? null,
      code: CODES[error.code] ?? error.code.replaceAll(/[.-]/g, "_"),
    },
  };
}

/** The error's text when a parsed answer is an error object of this dialect (whatever its status says). */
export function openAiErrorMessage(body: unknown): string | undefined {
  const error: unknown = Object(body).error;
  if (typeof error === "string") return error;
  const message: unknown = Object(error).message;
  return typeof message === "string"
    ? message
    : typeof error === "object" && error !== null
      ? JSON.stringify(error)
      : undefined;
}
