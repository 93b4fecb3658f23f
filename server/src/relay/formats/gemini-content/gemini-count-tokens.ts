import { isObject } from "@tollgate/contract/json-object";
import { FormatError } from "../chat/chat-error.ts";
import type { Encoded, RequestAddress } from "../chat/chat-format.ts";
import type { ChatRequest } from "../chat/chat-request.ts";
import type { ChatTarget } from "../chat/chat-target.ts";
import { countOf, reportedCount } from "../reported-usage.ts";
import type { Fields } from "../reported-usage.ts";
import { failField } from "../chat/body-fields.ts";
import { geminiObject } from "./gemini-fields.ts";
import { decodeGeminiRequest } from "./gemini-request-decoder.ts";
import { encodeGeminiRequest } from "./gemini-request-encoder.ts";

/**
 * A `countTokens` request: contents alone, or a whole request within. Throws FormatError.
 *
 * Source: https://ai.google.dev/api/tokens#method:-models.counttokens.
 */
export function decodeGeminiCountRequest(value: unknown, address?: RequestAddress): ChatRequest {
  const body = geminiObject(value, "");
  const whole = body.fields["generateContentRequest"];
  if (whole === undefined || whole === null) return decodeGeminiRequest(value, address);
  if (body.fields["contents"] !== undefined && body.fields["contents"] !== null)
    failField(body, "contents", "it cannot be given beside generateContentRequest");
  try {
    return decodeGeminiRequest(whole, address);
  } catch (error) {
    if (error instanceof FormatError)
      throw new FormatError(
        error.path === "body" ? "generateContentRequest" : `generateContentRequest.${error.path}`,
        error.reason,
      );
    throw error;
  }
}

/** The `countTokens` request for an upstream, which counts instructions and tools too. Never throws. */
export function encodeGeminiCountRequest(request: ChatRequest, target: ChatTarget): Encoded {
  const { body, losses } = encodeGeminiRequest(request, target);
  return { body: { generateContentRequest: { model: `models/${target.model}`, ...body } }, losses };
}

/** What a prompt amounts to. */
export interface TokenCount {
  readonly totalTokens: number;
  /** Those among them that are cached. */
  readonly cachedTokens?: number;
}

/** An upstream's answer. Throws FormatError when it holds no total. */
export function decodeGeminiCount(body: unknown): TokenCount {
  const totalTokens = isObject(body) ? reportedCount(body["totalTokens"]) : undefined;
  if (!isObject(body) || totalTokens === undefined)
    throw new FormatError("totalTokens", "it must be a count");
  const cachedTokens = countOf(body["cachedContentTokenCount"]);
  return { totalTokens, ...(cachedTokens > 0 && { cachedTokens }) };
}

/** The answer for a client. */
export function encodeGeminiCount({ totalTokens, cachedTokens }: TokenCount): Fields {
  return { totalTokens, ...(cachedTokens !== undefined && { cachedContentTokenCount: cachedTokens }) };
}
