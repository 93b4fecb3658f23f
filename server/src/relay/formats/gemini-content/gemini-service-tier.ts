import type { LossList } from "../chat/chat-loss.ts";

/** OpenAI's `default` is `standard` here. https://ai.google.dev/gemini-api/docs/optimization (`ServiceTier` of the SDK) */
const WORDS: ReadonlyMap<string, string> = new Map([
  ["default", "standard"],
  ["flex", "flex"],
  ["priority", "priority"],
]);

/** A tier in the words of the shared form; `unspecified` says nothing. */
export function sharedTier(tier: string | undefined): string | undefined {
  if (tier === "unspecified" || tier === "") return undefined;
  return tier === "standard" ? "default" : tier;
}

/** `serviceTier` of a request, or of the usage in an answer. */
export function writeTier(tier: string | undefined, losses: LossList): string | undefined {
  const word = tier === undefined ? undefined : WORDS.get(tier);
  if (tier !== undefined && word === undefined) losses.leftOut("serviceTier", "gemini has no such tier");
  return word;
}
