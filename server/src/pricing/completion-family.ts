/** Output price over input price for every model name that a family covers. */
export interface CompletionFamily {
  readonly match: { readonly exact: string } | { readonly prefix: string } | { readonly suffix: string };
  readonly ratio: number;
}

/**
 * What the output of a model costs when no table has its name: the first family that matches decides. Only a
 * fallback: any entry of the operator or of the shipped tables wins.
 *
 * Sources: the rules that operators of this product family know (2026-08), corrected where the vendors' list
 * prices differ (2026-09): gpt-3.5 (3, older snapshots 4/3), gpt-4 previews (3), gpt-4.1 (4), gpt-5.1 to 5.3
 * (8), gpt-6 (5), o4 (4), gemini-4 (5), grok, deepseek.
 */
export const COMPLETION_FAMILIES: readonly CompletionFamily[] = [
  { match: { suffix: "-all" }, ratio: 2 },
  { match: { suffix: "-gizmo-*" }, ratio: 2 },

  { match: { prefix: "gpt-4o-2024-05-13" }, ratio: 3 },
  { match: { prefix: "gpt-4o-mini-tts" }, ratio: 20 },
  { match: { prefix: "gpt-4o" }, ratio: 4 },
  { match: { prefix: "chatgpt-4o-latest" }, ratio: 3 },
  { match: { prefix: "gpt-6" }, ratio: 5 },
  { match: { prefix: "gpt-5.1" }, ratio: 8 },
  { match: { prefix: "gpt-5.2" }, ratio: 8 },
  { match: { prefix: "gpt-5.3" }, ratio: 8 },
  { match: { prefix: "gpt-5.4-nano" }, ratio: 6.25 },
  { match: { prefix: "gpt-5." }, ratio: 6 },
  { match: { prefix: "gpt-5" }, ratio: 8 },
  { match: { prefix: "gpt-4.5-preview" }, ratio: 2 },
  { match: { prefix: "gpt-4.1" }, ratio: 4 },
  { match: { prefix: "gpt-4-turbo" }, ratio: 3 },
  { match: { prefix: "gpt-4-1106" }, ratio: 3 },
  { match: { prefix: "gpt-4-0125" }, ratio: 3 },
  { match: { prefix: "gpt-4-vision" }, ratio: 3 },
  { match: { prefix: "gpt-3.5-turbo-1106" }, ratio: 2 },
  { match: { prefix: "gpt-3.5-turbo-0301" }, ratio: 4 / 3 },
  { match: { prefix: "gpt-3.5-turbo-0613" }, ratio: 4 / 3 },
  { match: { prefix: "gpt-3.5-turbo-16k" }, ratio: 4 / 3 },
  { match: { prefix: "gpt-3.5-turbo-instruct" }, ratio: 4 / 3 },
  { match: { prefix: "gpt-3.5" }, ratio: 3 },
  { match: { prefix: "gpt-image" }, ratio: 8 },
  { match: { prefix: "gpt-audio" }, ratio: 4 },
  { match: { prefix: "gpt-realtime" }, ratio: 4 },
  { match: { prefix: "gpt-" }, ratio: 2 },
  { match: { prefix: "o1" }, ratio: 4 },
  { match: { prefix: "o3" }, ratio: 4 },
  { match: { prefix: "o4" }, ratio: 4 },

  { match: { prefix: "claude-instant" }, ratio: 3 },
  { match: { prefix: "claude-2" }, ratio: 3 },
  { match: { prefix: "claude-" }, ratio: 5 },
  { match: { prefix: "anthropic.claude-" }, ratio: 5 },
  { match: { prefix: "anthropic/claude-" }, ratio: 5 },

  { match: { prefix: "mistral-" }, ratio: 3 },

  { match: { prefix: "gemini-1.5" }, ratio: 4 },
  { match: { prefix: "gemini-2.0" }, ratio: 4 },
  { match: { prefix: "gemini-2.5-pro" }, ratio: 8 },
  { match: { prefix: "gemini-2.5-flash-preview-04-17-nothinking" }, ratio: 4 },
  { match: { prefix: "gemini-2.5-flash-preview-05-20-nothinking" }, ratio: 4 },
  { match: { prefix: "gemini-2.5-flash-preview" }, ratio: 3.5 / 0.15 },
  { match: { prefix: "gemini-2.5-flash-lite" }, ratio: 4 },
  { match: { prefix: "gemini-2.5-flash" }, ratio: 2.5 / 0.3 },
  { match: { prefix: "gemini-robotics-er-1.5" }, ratio: 2.5 / 0.3 },
  { match: { prefix: "gemini-3-pro-image" }, ratio: 60 },
  { match: { prefix: "gemini-3" }, ratio: 6 },
  { match: { prefix: "gemini-4" }, ratio: 5 },
  { match: { prefix: "gemini-" }, ratio: 4 },

  { match: { exact: "command-r" }, ratio: 3 },
  { match: { exact: "command-r-plus" }, ratio: 5 },
  { match: { prefix: "command" }, ratio: 4 },

  { match: { prefix: "grok-3-mini-fast" }, ratio: 4 / 0.6 },
  { match: { prefix: "grok-3-mini" }, ratio: 5 / 3 },
  { match: { prefix: "grok-4-fast" }, ratio: 2.5 },
  { match: { prefix: "grok-4-1-fast" }, ratio: 2.5 },
  { match: { prefix: "grok-4." }, ratio: 3 },
  { match: { prefix: "grok-" }, ratio: 5 },

  { match: { prefix: "deepseek-v" }, ratio: 3 },
  { match: { prefix: "deepseek-r" }, ratio: 4 },

  { match: { prefix: "ERNIE-Speed-" }, ratio: 2 },
  { match: { prefix: "ERNIE-Lite-" }, ratio: 2 },
  { match: { prefix: "ERNIE-Character" }, ratio: 2 },
  { match: { prefix: "ERNIE-Functions" }, ratio: 2 },
  { match: { exact: "llama2-70b-4096" }, ratio: 1.25 },
  { match: { exact: "llama3-8b-8192" }, ratio: 2 },
  { match: { exact: "llama3-70b-8192" }, ratio: 0.79 / 0.59 },
];

/** The ratio of the first family that covers `model`, or undefined when none does. */
export function completionFamilyRatio(model: string): number | undefined {
  return COMPLETION_FAMILIES.find((family) => covers(family, model))?.ratio;
}

function covers({ match }: CompletionFamily, model: string): boolean {
  if ("exact" in match) return model === match.exact;
  return "prefix" in match ? model.startsWith(match.prefix) : model.endsWith(match.suffix);
}
