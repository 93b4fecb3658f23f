import type { ChatFormat } from "../chat/chat-format.ts";
import { decodeGeminiAnswer } from "./gemini-answer-decoder.ts";
import { encodeGeminiAnswer } from "./gemini-answer-encoder.ts";
import { decodeGeminiError, encodeGeminiError } from "./gemini-error.ts";
import { decodeGeminiRequest } from "./gemini-request-decoder.ts";
import { encodeGeminiRequest } from "./gemini-request-encoder.ts";
import { createGeminiStreamDecoder } from "./gemini-stream-decoder.ts";
import { createGeminiStreamEncoder } from "./gemini-stream-encoder.ts";

/** Google's `generateContent` and `streamGenerateContent`: https://ai.google.dev/api/generate-content. */
export const geminiContentFormat: ChatFormat = {
  dialect: "gemini",
  decodeRequest: decodeGeminiRequest,
  encodeRequest: encodeGeminiRequest,
  decodeAnswer: decodeGeminiAnswer,
  encodeAnswer: encodeGeminiAnswer,
  createStreamDecoder: createGeminiStreamDecoder,
  createStreamEncoder: createGeminiStreamEncoder,
  decodeError: decodeGeminiError,
  encodeError: encodeGeminiError,
};
