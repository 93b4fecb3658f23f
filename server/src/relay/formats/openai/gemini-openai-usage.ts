import { isObject } from "@tollgate/contract/json-object";
import { inputTokens, outputTokens, usageOf } from "../../../pricing/usage.ts";
import type { Usage } from "../../../pricing/usage.ts";
import { reportedCount } from "../reported-usage.ts";
import { usageFromOpenAi } from "./openai-usage.ts";

/**
 * Gemini's own OpenAI endpoint leaves its thoughts out of `completion_tokens` and often out of the details, but not out
 * of `total_tokens` and not out of the bill: what the total has beyond both parts is reasoning.
 *
 * Source: https://github.com/router-for-me/CLIProxyAPI/issues/5733, https://ai.google.dev/gemini-api/docs/openai.
 */
export function usageFromGeminiOpenAi(raw: unknown): Usage | undefined {
  const usage = usageFromOpenAi(raw);
  if (usage === undefined || !isObject(raw)) return usage;
  const total = reportedCount(raw["total_tokens"]) ?? 0;
  const hidden = total - inputTokens(usage) - outputTokens(usage);
  if (hidden <= 0) return usage;
  return usageOf({ ...usage, output: { ...usage.output, reasoning: usage.output.reasoning + hidden } });
}
