import type { UpstreamError } from "./behaviour.ts";
import { jsonReply, type BodyReply } from "./dialect.ts";

/** https://ai.google.dev/gemini-api/docs/troubleshooting, https://cloud.google.com/apis/design/errors */
const statuses: Readonly<Record<number, string>> = {
  400: "INVALID_ARGUMENT",
  401: "UNAUTHENTICATED",
  403: "PERMISSION_DENIED",
  404: "NOT_FOUND",
  409: "ABORTED",
  429: "RESOURCE_EXHAUSTED",
  499: "CANCELLED",
  500: "INTERNAL",
  503: "UNAVAILABLE",
  504: "DEADLINE_EXCEEDED",
};

export function geminiErrorBody(code: number, error: UpstreamError = {}): object {
  const status = error.type ?? statuses[code] ?? "UNKNOWN";
  return { error: { code, message: error.message ?? "The request failed.", status } };
}

/** Google's error envelope. */
export function geminiError(code: number, error: UpstreamError = {}): BodyReply {
  return jsonReply(geminiErrorBody(code, error), code);
}

/** Google refuses an unknown key as a bad argument. */
export function geminiKeyError(): BodyReply {
  const details = [
    {
      "@type": "type.googleapis.com/google.rpc.ErrorInfo",
      reason: "API_KEY_INVALID",
      domain: "googleapis.com",
    },
  ];
  const message = "API key not valid. Please pass a valid API key.";
  return jsonReply({ error: { code: 400, message, status: "INVALID_ARGUMENT", details } }, 400);
}
