import { errorText } from "@tollgate/contract/errors";
import type { Language } from "@tollgate/contract/errors";
import type { Envelope } from "@tollgate/contract/envelope";
import type { AppError } from "../lib/app-error.ts";

/** What every answer of the console's API carries, whatever it says. */
export interface AnswerContext {
  readonly requestId: string;
  readonly language: Language;
}

/** An answer of the console's API: JSON, never cached. */
export function envelopeResponse(
  envelope: Envelope & Record<string, unknown>,
  { requestId }: AnswerContext,
  status = 200,
): Response {
  return Response.json(envelope, { status, headers: answerHeaders(requestId) });
}

/** A refusal in the reader's language. A detail `retryAfterSeconds` becomes the Retry-After header. */
export function refusalResponse(error: AppError, context: AnswerContext): Response {
  const details = { requestId: context.requestId, ...error.details };
  const message = errorText(error.code, context.language, details);
  const response = envelopeResponse(
    { ...error.top, success: false, message, code: error.code },
    context,
    error.status,
  );
  const { retryAfterSeconds } = error.details;
  if (retryAfterSeconds !== undefined) response.headers.set("retry-after", String(retryAfterSeconds));
  return response;
}

function answerHeaders(requestId: string): Record<string, string> {
  return {
    "x-oneapi-request-id": requestId,
    "x-request-id": requestId,
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
    "referrer-policy": "no-referrer",
  };
}
