/** Families whose thinking budget is part of the model name; the longest prefix comes first. */
const THINKING_BUDGET_PREFIXES = ["gemini-2.5-flash-lite", "gemini-2.5-flash", "gemini-2.5-pro"] as const;
const GIZMO_PREFIXES = ["gpt-4-gizmo-", "gpt-4o-gizmo-"] as const;
const COMPACT_SUFFIX = "-openai-compact";

/**
 * The wildcard entry under which a name is priced when it has no entry of its own:
 * `gemini-2.5-flash-…-thinking-512` → `gemini-2.5-flash-thinking-*`, `gpt-4-gizmo-g-abc` → `gpt-4-gizmo-*`,
 * `…-openai-compact` → `*-openai-compact`. Undefined for every other name.
 */
export function foldModelName(model: string): string | undefined {
  if (model.startsWith("gemini-2.5-") && model.includes("-thinking-")) {
    const prefix = THINKING_BUDGET_PREFIXES.find((candidate) => model.startsWith(candidate));
    if (prefix !== undefined) return `${prefix}-thinking-*`;
  }
  if (model.startsWith("gpt-4")) {
    const prefix = GIZMO_PREFIXES.find((candidate) => model.startsWith(candidate));
    if (prefix !== undefined) return `${prefix}*`;
  }
  return model.endsWith(COMPACT_SUFFIX) ? `*${COMPACT_SUFFIX}` : undefined;
}
