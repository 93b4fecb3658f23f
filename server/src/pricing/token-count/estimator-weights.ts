import { TEXT_TRAITS } from "./text-shape.ts";

/** Tokens for one of each trait of a text, in the order of `TEXT_TRAITS`. */
export type TraitWeights = readonly number[];

/*
 * Fitted on 2026-11-21 to the vendors' published tokenizers over 54 samples: 25 languages of the Universal Declaration
 * of Human Rights, prose, code, markup, data, logs, emoji. Least squares of the relative error, outliers damped; the
 * errors and the way to fit them again are in docs/guides/how-tokens-are-counted.md. The columns are the traits:
 *
 *   other small capital digit space | newline sign accented cyrillic greek | hebrew arabic devanagari
 *   indic thai | kana hangul han wideSign surrogate | numberRun moreSpaces
 */

/** o200k_base of gpt-tokenizer 4.0.0. */
const O200K: TraitWeights = [
  3.14, 0.19, 0.48, 0.36, 0.16, 1.14, 0.32, 1.29, 0.26, 0.39, 0.43, 0.34, 0.32, 0.36, 0.42, 0.71, 0.69, 0.79,
  0.94, 0.56, 1.32, 0,
];

/** cl100k_base of gpt-tokenizer 4.0.0. */
const CL100K: TraitWeights = [
  3.04, 0.22, 0.51, 0.3, 0.13, 1.29, 0.18, 1.9, 0.5, 1.04, 1.17, 0.84, 1.18, 1.47, 0.98, 1.08, 1.24, 1.21,
  0.36, 1.27, 1.69, 0,
];

/** The tokenizer Anthropic published for Claude 2; none is published for later models. */
const CLAUDE: TraitWeights = [
  3.55, 0.27, 0.68, 0.24, 0.02, 1.51, 0.18, 1.8, 0.59, 1.34, 1.08, 1.12, 1.35, 2.08, 1.8, 1.07, 1.42, 1.15,
  0.3, 1.16, 1.7, 0,
];

/**
 * Claude from Opus 4.7 on has another encoding: Anthropic's notes say 1 to 1.35 times the tokens. Measured by others:
 * Latin prose 1.24 to 1.46, code 1.13 to 1.33, other scripts and figures 1
 * (https://sol.ava.dev/writings/2026-04-17-opus-4-7-tokenizer.html).
 */
const CLAUDE_NEW_FOR_LATIN = 1.35;
const CLAUDE_NEW: TraitWeights = CLAUDE.map((weight, index) =>
  ["small", "capital"].includes(TEXT_TRAITS[index] ?? "") ? weight * CLAUDE_NEW_FOR_LATIN : weight,
);

/** The tokenizer of Gemma 3, by which Google's own SDKs count for Gemini (googleapis/python-genai, local tokenizer). */
const GEMINI: TraitWeights = [
  2.36, 0.22, 0.62, 0.82, 0.05, 1.23, 0.45, 1, 0.26, 0.42, 0.56, 0.38, 0.29, 0.27, 0.33, 0.35, 0.66, 0.69,
  0.48, 0.33, 1.32, 0.17,
];

/** The tokenizer of Qwen 3. */
const QWEN: TraitWeights = [
  2.79, 0.24, 0.46, 0.75, 0.12, 1.28, 0.21, 0.6, 0.34, 0.99, 0.43, 0.42, 1.11, 1.2, 0.55, 0.56, 0.78, 0.54,
  1.8, 0.4, 1.73, 0,
];

/** The tokenizer of DeepSeek V3; the vendor's own rule of thumb is 0.3 a letter and 0.6 a Chinese character. */
const DEEPSEEK: TraitWeights = [
  2.45, 0.21, 0.5, 0.12, 0.14, 1.21, 0.36, 1.62, 0.29, 0.5, 0.52, 0.39, 0.62, 0.49, 0.35, 0.6, 0.77, 0.54,
  1.25, 0.79, 1.8, 0,
];

/** The tokenizer of Llama 3. */
const LLAMA: TraitWeights = [
  2.88, 0.22, 0.48, 0.26, 0.15, 1.29, 0.26, 1.29, 0.3, 0.41, 1.16, 0.38, 0.6, 1.46, 0.46, 0.62, 0.71, 0.83,
  0.59, 1.17, 1.58, 0,
];

/** The mean of o200k, Claude 2, Gemma 3, Qwen 3, DeepSeek V3 and Llama 3. */
const AVERAGE: TraitWeights = [
  2.89, 0.23, 0.54, 0.45, 0.12, 1.34, 0.27, 1.25, 0.34, 0.67, 0.69, 0.52, 0.71, 0.98, 0.65, 0.66, 0.84, 0.77,
  0.89, 0.73, 1.56, 0,
];

/** By whose weights a family of models is estimated; the first that fits counts. */
const FAMILIES: readonly (readonly [names: RegExp, weights: TraitWeights])[] = [
  [/^claude-(opus-4-([7-9]|\d\d\b)|[a-z]+-[5-9])/, CLAUDE_NEW],
  [/^claude/, CLAUDE],
  [/^(gemini|gemma|learnlm)/, GEMINI],
  // GLM's vocabulary is of Qwen's size and languages; none of its own is at hand to measure.
  [/^(qwen|qwq|qvq|glm|chatglm|codegeex)/, QWEN],
  [/^deepseek/, DEEPSEEK],
  [/^(meta-)?llama/, LLAMA],
];

/** The weights by which texts for a model are estimated; `family` as `modelFamily` names it. */
export function estimatorWeights(family: string): TraitWeights {
  return FAMILIES.find(([names]) => names.test(family))?.[1] ?? AVERAGE;
}

/** The weights of OpenAI's encodings, for what is not counted exactly. */
export const ENCODING_WEIGHTS = { o200k_base: O200K, cl100k_base: CL100K } as const;
