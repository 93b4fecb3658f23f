import type { ChatFormat } from "../chat/chat-format.ts";
import { decodeAnswer } from "./openai-responses-answer-decoder.ts";
import { encodeAnswer } from "./openai-responses-answer-encoder.ts";
import { DIALECT } from "./openai-responses-dialect.ts";
import { decodeError, encodeError } from "./openai-responses-error.ts";
import { decodeRequest } from "./openai-responses-request-decoder.ts";
import { encodeRequest } from "./openai-responses-request-encoder.ts";
import { createStreamDecoder } from "./openai-responses-stream-decoder.ts";
import { createStreamEncoder } from "./openai-responses-stream-encoder.ts";

/** OpenAI's Responses API. Shapes: the types of OpenAI's own SDK, `resources/responses`. */
export const openAiResponsesFormat: ChatFormat = {
  dialect: DIALECT,
  decodeRequest,
  encodeRequest,
  decodeAnswer,
  encodeAnswer,
  createStreamDecoder,
  createStreamEncoder,
  decodeError,
  encodeError,
};
