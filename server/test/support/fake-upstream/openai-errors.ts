import type { UpstreamError } from "./behaviour.ts";
import { jsonReply, type BodyReply } from "./dialect.ts";

const INVALID = "invalid_request_error";

/** What OpenAI says by status, where it says always the same. */
const usualErrors: Readonly<Record<number, UpstreamError>> = {
  400: { message: "The request is not valid.", type: INVALID },
  401: { message: "Incorrect API key provided.", type: INVALID, code: "invalid_api_key" },
  403: { message: "You do not have access to this resource.", type: INVALID, code: "permission_denied" },
  404: { message: "The model does not exist.", type: INVALID, code: "model_not_found" },
  429: { message: "Rate limit reached.", type: "requests", code: "rate_limit_exceeded" },
};

const serverError: UpstreamError = {
  message: "The server had an error while processing your request.",
  type: "server_error",
};

/** OpenAI's error envelope. What `error` leaves out is usual for the status. */
export function openAiError(status: number, error: UpstreamError = {}): BodyReply {
  const usual = usualErrors[status] ?? (status < 500 ? { type: INVALID } : serverError);
  const {
    message = "The request failed.",
    type = INVALID,
    param = null,
    code = null,
  } = { ...usual, ...error };
  return jsonReply({ error: { message, type, param, code } }, status);
}

/** The refusal of a missing or an unknown key. A known part of a wrong key is shown back, as OpenAI does. */
export function openAiKeyError(key: string | undefined): BodyReply {
  if (key === undefined) {
    const message = "You didn't provide an API key. Send it in an Authorization header using Bearer auth.";
    return openAiError(401, { message, code: null });
  }
  const shown = key.length > 12 ? `${key.slice(0, 8)}****${key.slice(-4)}` : "****";
  return openAiError(401, { message: `Incorrect API key provided: ${shown}.` });
}

/** The refusal of a request without a required field. */
export function openAiMissingField(param: string): BodyReply {
  const message = `Missing required parameter: '${param}'.`;
  return openAiError(400, { message, param, code: "missing_required_parameter" });
}
