import type { ToolCalls, Usage } from "../../pricing/usage.ts";
import {
  findAnthropicUsage,
  mergeAnthropicUsage,
  usageFromAnthropic,
} from "../formats/anthropic/anthropic-usage.ts";
import { findBedrockUsage, usageFromBedrock } from "../formats/bedrock/bedrock-usage.ts";
import { findCozeUsage, usageFromCoze } from "../formats/coze/coze-usage.ts";
import { findCohereUsage, usageFromCohere } from "../formats/cohere/cohere-usage.ts";
import { usageFromDashScope, usageFromQwen } from "../formats/dashscope/dashscope-usage.ts";
import { findDifyUsage, usageFromDify } from "../formats/dify/dify-usage.ts";
import { findGeminiUsage, geminiToolCalls, usageFromGemini } from "../formats/gemini/gemini-usage.ts";
import { findHunyuanUsage, usageFromHunyuan } from "../formats/hunyuan/hunyuan-usage.ts";
import { findOllamaUsage, usageFromOllama } from "../formats/ollama/ollama-usage.ts";
import {
  findResponsesUsage,
  responsesToolCalls,
} from "../formats/openai-responses/openai-responses-usage.ts";
import { usageFromGeminiOpenAi } from "../formats/openai/gemini-openai-usage.ts";
import { usageFromOpenAiImages } from "../formats/openai/openai-image-usage.ts";
import {
  findTranscriptionUsage,
  usageFromTranscription,
} from "../formats/openai/openai-transcription-usage.ts";
import { findOpenAiUsage, usageFromOpenAi, usageFromTotalTokens } from "../formats/openai/openai-usage.ts";
import { openRouterCostUsd, usageFromOpenRouter } from "../formats/openai/openrouter-usage.ts";
import { perplexityCostUsd, usageFromPerplexity } from "../formats/openai/perplexity-usage.ts";
import { searchModelCalls } from "../formats/openai/search-models.ts";
import { usageFromXai, usageFromXaiResponses, xaiCostUsd } from "../formats/openai/xai-usage.ts";
import { fillFromEarlier, keepLastUsage } from "../formats/reported-usage.ts";
import type { Fields } from "../formats/reported-usage.ts";
import type { UsageDialect } from "../formats/usage-dialect.ts";

/** How the usage of one dialect is found, put together and read. All of it is pure and throws nothing. */
export interface UsageReader {
  /** The vendor's usage object in a whole answer or in one event of a stream; undefined when there is none. */
  find(message: Fields): unknown;
  /** One usage object of what a stream has said so far and what it says now. */
  merge(earlier: unknown, later: unknown): unknown;
  read(raw: unknown): Usage | undefined;
  /** Billed tools that stand in the answer and not in the usage object. */
  toolCalls?(message: Fields): ToolCalls | undefined;
  /** What the vendor says that the call costs the operator. */
  costUsd?(raw: unknown): number | undefined;
}

const openAi: UsageReader = { find: findOpenAiUsage, merge: keepLastUsage, read: usageFromOpenAi };
const chat: UsageReader = { ...openAi, toolCalls: searchModelCalls };
const responses: UsageReader = {
  find: findResponsesUsage,
  merge: keepLastUsage,
  read: usageFromOpenAi,
  toolCalls: responsesToolCalls,
};

/** Who reads what. A vendor that differs from another in nothing shares its reader. */
export const USAGE_READERS = {
  openai: chat,
  deepseek: openAi,
  moonshot: openAi,
  groq: openAi,
  mistral: openAi,
  "openai-responses": responses,
  "openai-images": { ...openAi, read: usageFromOpenAiImages },
  "openai-transcriptions": { ...openAi, find: findTranscriptionUsage, read: usageFromTranscription },
  "openai-realtime": { ...responses, read: usageFromOpenAi },
  "total-tokens": { ...openAi, read: usageFromTotalTokens },
  "gemini-openai": { ...openAi, read: usageFromGeminiOpenAi },
  qwen: { ...responses, find: findEither, read: usageFromQwen },
  xai: { ...openAi, read: usageFromXai, costUsd: xaiCostUsd },
  "xai-responses": { ...responses, read: usageFromXaiResponses, costUsd: xaiCostUsd },
  openrouter: { ...responses, find: findEither, read: usageFromOpenRouter, costUsd: openRouterCostUsd },
  perplexity: { ...openAi, find: findEither, read: usageFromPerplexity, costUsd: perplexityCostUsd },
  anthropic: { find: findAnthropicUsage, merge: mergeAnthropicUsage, read: usageFromAnthropic },
  gemini: {
    find: findGeminiUsage,
    merge: fillFromEarlier,
    read: usageFromGemini,
    toolCalls: geminiToolCalls,
  },
  bedrock: { find: findBedrockUsage, merge: keepLastUsage, read: usageFromBedrock },
  cohere: { find: findCohereUsage, merge: keepLastUsage, read: usageFromCohere },
  ollama: { find: findOllamaUsage, merge: keepLastUsage, read: usageFromOllama },
  dify: { find: findDifyUsage, merge: keepLastUsage, read: usageFromDify },
  coze: { find: findCozeUsage, merge: keepLastUsage, read: usageFromCoze },
  hunyuan: { find: findHunyuanUsage, merge: keepLastUsage, read: usageFromHunyuan },
  dashscope: { ...openAi, read: usageFromDashScope },
} as const satisfies Record<UsageDialect, UsageReader>;

/** Vendors with one name and both of OpenAI's dialects. */
function findEither(message: Fields): unknown {
  return findOpenAiUsage(message) ?? findResponsesUsage(message);
}
