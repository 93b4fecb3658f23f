import type { ChatFormat } from "../chat/chat-format.ts";
import { decodeOpenAiChatAnswer } from "./openai-chat-answer-decoder.ts";
import { encodeOpenAiChatAnswer } from "./openai-chat-answer-encoder.ts";
import { decodeOpenAiChatError, encodeOpenAiChatError } from "./openai-chat-error.ts";
import { decodeOpenAiChatRequest } from "./openai-chat-request-decoder.ts";
import { encodeOpenAiChatRequest } from "./openai-chat-request-encoder.ts";
import { createOpenAiChatStreamDecoder } from "./openai-chat-stream-decoder.ts";
import { createOpenAiChatStreamEncoder } from "./openai-chat-stream-encoder.ts";

/** OpenAI's chat completions, as OpenAI and the many vendors that speak its dialect have them. */
export const openAiChatFormat: ChatFormat = {
  dialect: "openai-chat",
  decodeRequest: decodeOpenAiChatRequest,
  encodeRequest: encodeOpenAiChatRequest,
  decodeAnswer: decodeOpenAiChatAnswer,
  encodeAnswer: encodeOpenAiChatAnswer,
  createStreamDecoder: createOpenAiChatStreamDecoder,
  createStreamEncoder: createOpenAiChatStreamEncoder,
  decodeError: decodeOpenAiChatError,
  encodeError: encodeOpenAiChatError,
};
