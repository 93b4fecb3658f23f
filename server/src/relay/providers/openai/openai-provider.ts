import type { OpenAiChatTarget } from "../../formats/chat/chat-target.ts";
import { openAiCompatible } from "../openai-compatible/openai-compatible-provider.ts";

/** OpenAI refuses fields that it does not know, in messages too. */
const OPENAI_CHAT: OpenAiChatTarget = {
  maxTokensField: "max_completion_tokens",
  instructionRole: "keep",
  thoughts: "none",
  cacheHints: "prompt_cache_breakpoint",
  extraSampling: false,
};

const OPENAI_MODEL = /^(?:ft:)?(?:gpt-\d|o\d|chatgpt-|codex-|computer-use)/;

/**
 * OpenAI itself, and whatever else people reach under its type: a model of another name is another vendor's.
 * Source: https://platform.openai.com/docs/api-reference/authentication
 */
export const openAiProvider = openAiCompatible({
  responses: true,
  chat: (model) => (OPENAI_MODEL.test(model) ? OPENAI_CHAT : {}),
  headers: ({ organization }) => (organization === "" ? {} : { "openai-organization": organization }),
});
