import type { AnthropicTarget } from "../formats/chat/chat-target.ts";
import type { ModelSuffixes } from "./model-suffix.ts";

/** Both orders of names: `claude-3-7-sonnet-20250219` and `claude-opus-4-6`; a date is no minor version. */
const VERSION = /claude-(?:[a-z]+-)?(\d+)(?:[-.](\d{1,2}))?(?!\d)/;

/**
 * What a Claude model takes, by its version; a name without one is taken for the newest.
 * Source: https://platform.claude.com/docs/en/about-claude/models/overview, …/build-with-claude/adaptive-thinking,
 * …/build-with-claude/structured-outputs
 */
export function anthropicTarget(model: string): AnthropicTarget {
  const version = claudeVersion(model);
  return {
    thinking: version < 3.07 ? "none" : version < 4.06 ? "budget" : "adaptive",
    sampling: version < 4.01 ? "all" : version < 4.07 ? "one" : "none",
    laterInstructions: version < 4.08 ? "user" : "system",
    jsonSchema: version >= 4.01,
    // The first models of the third generation write no more.
    ...(version < 3.05 && { maxOutputTokensDefault: 4096 }),
  };
}

/** 4.06 for 4.6, so that 4.10 comes after 4.9. */
export function claudeVersion(model: string): number {
  const [, major, minor = "0"] = VERSION.exec(model) ?? [];
  return major === undefined ? Infinity : Number(major) + Number(minor) / 100;
}

/** What `-thinking` stands for where the client gives no limit: Anthropic demands one. */
const MAX_TOKENS = 8192;

const isClaude = (model: string) => model.includes("claude-");

/** Claude has no names of its own that end so. Efforts came with the models that think by them. */
export const CLAUDE_SUFFIXES: ModelSuffixes = {
  efforts: {
    words: ["low", "medium", "high", "xhigh", "max"],
    takes: (model) => isClaude(model) && anthropicTarget(model).thinking === "adaptive",
  },
  thinking: {
    takes: (model) => isClaude(model) && anthropicTarget(model).thinking !== "none",
    share: "claude",
    wantsBudget: (model) => anthropicTarget(model).thinking === "budget",
    maxTokens: MAX_TOKENS,
  },
};
