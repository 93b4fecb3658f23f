import type { OpenAiChatTarget } from "../../formats/chat/chat-target.ts";
import { openAiCompatible } from "../openai-compatible/openai-compatible-provider.ts";
import { OPENAI_SUFFIXES } from "../openai-compatible/openai-suffixes.ts";

/** OpenAI refuses fields that it does not know, in messages too. */
const OPENAI_CHAT: OpenAiChatTarget = {
  maxTokensField: "max_completion_tokens",
  instructionRole: "keep",
  thoughts: "none",
  cacheHints: "prompt_cache_breakpoint",
  extraSampling: false,
};

/**
 * Models that answer at `/v1/responses` alone.
 * Source: https://platform.openai.com/docs/models (o1-pro, o3-pro, gpt-5-pro, the Codex models, deep research)
 */
const RESPONSES_MODEL =
  /^(?:o\d-pro|gpt-\d(?:\.\d+)?-(?:pro|codex)|codex-mini|computer-use|o\d[\w-]*-deep-research)/;

const OPENAI_MODEL = /^(?:ft:)?(?:gpt-\d|o\d|chatgpt-|codex-|computer-use)/;

/**
 * OpenAI itself, and whatever else people reach under its type: a model of another name is another vendor's.
 * Source: https://platform.openai.com/docs/api-reference/authentication
 */
export const openAiProvider = openAiCompatible({
  responses: true,
  realtime: true,
  suffixes: OPENAI_SUFFIXES,
  onlyDialect: (model) => (RESPONSES_MODEL.test(model) ? "openai-responses" : undefined),
  chat: (model) => (OPENAI_MODEL.test(model) ? OPENAI_CHAT : {}),
  headers: ({ organization }) => (organization === "" ? {} : { "openai-organization": organization }),
});
