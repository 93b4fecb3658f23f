import { isObject } from "@tollgate/contract/json-object";
import { usageOf } from "../../../pricing/usage.ts";
import type { Usage } from "../../../pricing/usage.ts";
import { countOf, fieldsOf, objectsIn, totalOf } from "../reported-usage.ts";
import type { Fields } from "../reported-usage.ts";

/**
 * The usage object of Anthropic's Messages. `input_tokens` excludes what was read from the cache and written to it;
 * writes are told apart by how long they live; `output_tokens` includes the thinking. The top level leaves out what is
 * billed beside it: the summary of a compaction, and an adviser's turns (which Anthropic bills at the adviser's price,
 * and which are put at the model's here, so that they are not lost).
 *
 * Sources: https://platform.claude.com/docs/en/build-with-claude/prompt-caching,
 * https://platform.claude.com/docs/en/build-with-claude/compaction-threshold,
 * https://platform.claude.com/docs/en/agents-and-tools/tool-use/advisor-tool.
 */
export function usageFromAnthropic(raw: unknown): Usage | undefined {
  if (!isObject(raw)) return undefined;
  const own = tokensOf(raw);
  if (own === undefined) return undefined;
  for (const iteration of objectsIn(raw["iterations"])) {
    if (BILLED_BESIDE.has(iteration["type"])) addTokens(own, tokensOf(iteration));
  }
  const searches = countOf(fieldsOf(raw["server_tool_use"])["web_search_requests"]);
  const { text, reasoning, ...input } = own;
  return usageOf({
    requests: 1,
    input,
    output: { text, reasoning },
    ...(searches > 0 && { toolCalls: { web_search: searches } }),
  });
}

/** The usage in a whole message, in `message_start` or in `message_delta`. */
export function findAnthropicUsage(message: Fields): unknown {
  return message["usage"] ?? fieldsOf(message["message"])["usage"];
}

/**
 * A stream's usage comes in pieces: `message_start` tells the input, `message_delta` the output, and since server tools
 * exist all counters again, grown. Later values replace earlier ones, and what is left out later stays. Vendors who
 * imitate the dialect send zeros for the input where they mean nothing, at either end.
 *
 * Sources: https://platform.claude.com/docs/en/build-with-claude/streaming (cumulative),
 * https://github.com/envoyproxy/ai-gateway/pull/1631 (zeros), the streamed `anthropic` examples.
 */
export function mergeAnthropicUsage(earlier: unknown, later: unknown): unknown {
  if (!isObject(earlier) || !isObject(later)) return isObject(later) ? later : earlier;
  const merged: Record<string, unknown> = { ...earlier, ...later };
  const saysInput = INPUT_COUNTERS.some((counter) => countOf(later[counter]) > 0);
  for (const key of [...INPUT_COUNTERS, "cache_creation"]) {
    if (!saysInput || isMissing(later[key])) merged[key] = earlier[key];
  }
  for (const key of ["output_tokens_details", "server_tool_use", "iterations"]) {
    if (isMissing(later[key])) merged[key] = earlier[key];
  }
  if (countOf(later["output_tokens"]) < countOf(earlier["output_tokens"]))
    merged["output_tokens"] = earlier["output_tokens"];
  return merged;
}

const INPUT_COUNTERS = ["input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens"] as const;

/** Kinds of iterations that the top-level counters leave out. */
const BILLED_BESIDE: ReadonlySet<unknown> = new Set(["compaction", "advisor_message"]);

interface Tokens {
  uncached: number;
  cacheRead: number;
  cacheWrite5m: number;
  cacheWrite1h: number;
  text: number;
  reasoning: number;
}

function tokensOf(usage: Fields): Tokens | undefined {
  if (INPUT_COUNTERS.every((counter) => isMissing(usage[counter]))) return undefined;
  const uncached = totalOf(usage["input_tokens"]);
  const cacheRead = totalOf(usage["cache_read_input_tokens"]);
  const written = totalOf(usage["cache_creation_input_tokens"]);
  const output = totalOf(usage["output_tokens"]);
  if (uncached === undefined || cacheRead === undefined || written === undefined || output === undefined)
    return undefined;
  const lives = fieldsOf(usage["cache_creation"]);
  const [short, long] = [
    countOf(lives["ephemeral_5m_input_tokens"]),
    countOf(lives["ephemeral_1h_input_tokens"]),
  ];
  const cacheWrites = Math.max(written, short + long);
  // The last event of a stream has no such breakdown: what was written since the first lives as long as that did.
  const cacheWrite1h = short === 0 && long > 0 ? cacheWrites : long;
  const reasoning = Math.min(output, countOf(fieldsOf(usage["output_tokens_details"])["thinking_tokens"]));
  return {
    uncached,
    cacheRead,
    cacheWrite5m: cacheWrites - cacheWrite1h,
    cacheWrite1h,
    text: output - reasoning,
    reasoning,
  };
}

function addTokens(sum: Tokens, more: Tokens | undefined): void {
  if (more === undefined) return;
  sum.uncached += more.uncached;
  sum.cacheRead += more.cacheRead;
  sum.cacheWrite5m += more.cacheWrite5m;
  sum.cacheWrite1h += more.cacheWrite1h;
  sum.text += more.text;
  sum.reasoning += more.reasoning;
}

function isMissing(value: unknown): boolean {
  return value === undefined || value === null;
}
