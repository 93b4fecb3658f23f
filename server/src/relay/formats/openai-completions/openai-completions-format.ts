import type { ClientFormat } from "../chat/client-format.ts";
import { encodeOpenAiCompletion } from "./openai-completions-answer-encoder.ts";
import { decodeOpenAiCompletionsRequest } from "./openai-completions-request-decoder.ts";
import { createOpenAiCompletionsStreamEncoder } from "./openai-completions-stream-encoder.ts";

/** OpenAI's legacy completions, for upstreams that have chats alone. Errors are those of its chat dialect. */
export const openAiCompletionsFormat: ClientFormat = {
  dialect: "openai-completions",
  decodeRequest: decodeOpenAiCompletionsRequest,
  encodeAnswer: encodeOpenAiCompletion,
  createStreamEncoder: createOpenAiCompletionsStreamEncoder,
};
