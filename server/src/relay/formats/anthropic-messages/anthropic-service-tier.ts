import type { LossList } from "../chat/chat-loss.ts";
import type { Fields } from "../reported-usage.ts";

const DIALECT = "anthropic";

/** OpenAI's `default` is `standard_only` in a request of this dialect, and `standard` in an answer. */
const SHARED_WORDS: ReadonlyMap<string, string> = new Map([
  ["standard_only", "default"],
  ["standard", "default"],
]);

/** A tier in the words of the shared form. */
export function sharedTier(tier: string): string {
  return SHARED_WORDS.get(tier) ?? tier;
}

const REQUEST_WORDS: ReadonlyMap<string, string> = new Map([
  ["auto", "auto"],
  ["default", "standard_only"],
  ["priority", "auto"],
]);

/** `service_tier` of a request. */
export function writeRequestTier(tier: string | undefined, losses: LossList): Fields {
  if (tier === undefined) return {};
  const word = REQUEST_WORDS.get(tier);
  if (word === undefined) losses.leftOut("serviceTier", `${DIALECT} has no such tier`);
  else if (sharedTier(word) !== tier) losses.changed("serviceTier", `sent as ${word}`);
  return word === undefined ? {} : { service_tier: word };
}

const ANSWER_WORDS: ReadonlyMap<string, string> = new Map([
  ["default", "standard"],
  ["priority", "priority"],
  ["batch", "batch"],
]);

/** `service_tier` in the usage of an answer. */
export function writeAnswerTier(tier: string | undefined, losses: LossList): Fields {
  if (tier === undefined) return {};
  const word = ANSWER_WORDS.get(tier);
  if (word === undefined) losses.leftOut("serviceTier", `${DIALECT} has no such tier`);
  return word === undefined ? {} : { service_tier: word };
}
