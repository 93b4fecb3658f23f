import type { ChatFormat } from "../chat/chat-format.ts";
import { decodeAnthropicAnswer } from "./anthropic-answer-decoder.ts";
import { encodeAnthropicAnswer } from "./anthropic-answer-encoder.ts";
import { decodeAnthropicError, encodeAnthropicError } from "./anthropic-error.ts";
import { decodeAnthropicRequest } from "./anthropic-request-decoder.ts";
import { encodeAnthropicRequest } from "./anthropic-request-encoder.ts";
import { createAnthropicStreamDecoder } from "./anthropic-stream-decoder.ts";
import { createAnthropicStreamEncoder } from "./anthropic-stream-encoder.ts";

/** Anthropic's Messages API: https://platform.claude.com/docs/en/api/messages. */
export const anthropicMessagesFormat: ChatFormat = {
  dialect: "anthropic",
  decodeRequest: decodeAnthropicRequest,
  encodeRequest: encodeAnthropicRequest,
  decodeAnswer: decodeAnthropicAnswer,
  encodeAnswer: encodeAnthropicAnswer,
  createStreamDecoder: createAnthropicStreamDecoder,
  createStreamEncoder: createAnthropicStreamEncoder,
  decodeError: decodeAnthropicError,
  encodeError: encodeAnthropicError,
};
