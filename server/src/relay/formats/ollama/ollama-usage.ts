import { isObject } from "@tollgate/contract/json-object";
import { usageOf } from "../../../pricing/usage.ts";
import type { Usage } from "../../../pricing/usage.ts";
import { countOf, reportedCount, totalOf } from "../reported-usage.ts";
import type { Fields } from "../reported-usage.ts";

/**
 * Ollama's own counters, which stand in the answer itself. The prompt's count includes the cached tokens; older versions
 * leave it out when all of the prompt was cached, and such an answer is counted here.
 *
 * Sources: https://github.com/ollama/ollama/blob/main/docs/api.md, https://github.com/ollama/ollama/issues/3427,
 * https://github.com/stdapi-ai/stdapi.ai/issues/252 (inclusive).
 */
export function usageFromOllama(raw: unknown): Usage | undefined {
  if (!isObject(raw)) return undefined;
  const prompt = reportedCount(raw["prompt_eval_count"]);
  const text = totalOf(raw["eval_count"]);
  if (prompt === undefined || text === undefined) return undefined;
  const cacheRead = Math.min(prompt, countOf(raw["prompt_eval_cached_count"]));
  return usageOf({ requests: 1, input: { uncached: prompt - cacheRead, cacheRead }, output: { text } });
}

/** The counters of an answer or of the line that ends a stream; the text beside them is none of usage's business. */
export function findOllamaUsage(message: Fields): unknown {
  const { prompt_eval_count, prompt_eval_cached_count, eval_count } = message;
  if (prompt_eval_count === undefined && eval_count === undefined) return undefined;
  return { prompt_eval_count, prompt_eval_cached_count, eval_count };
}
