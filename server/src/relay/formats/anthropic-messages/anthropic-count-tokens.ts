import type { ChatRequest } from "../chat/chat-request.ts";
import type { Fields } from "../reported-usage.ts";
import { decodeAnthropicRequest } from "./anthropic-request-decoder.ts";

/** A request of `/v1/messages/count_tokens`: what would be asked, without a limit. Throws FormatError. */
export function decodeCountTokensRequest(body: unknown): ChatRequest {
  return decodeAnthropicRequest(body);
}

/** The answer to it. https://platform.claude.com/docs/en/api/messages-count-tokens */
export function encodeCountTokensAnswer(inputTokens: number): Fields {
  return { input_tokens: inputTokens };
}
