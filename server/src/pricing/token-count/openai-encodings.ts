import type { EncodingName } from "./load-tokenizers.ts";

/**
 * Which encoding OpenAI's models use, by how the name begins; the first that fits counts. Agrees with the table of models
 * in gpt-tokenizer 4.0.0 (`modelsMap`), where o200k_base is what new models have. The completion models of 2020 to 2022
 * (p50k_base, r50k_base) are counted by cl100k_base or estimated: they are no longer sold.
 */
const ENCODINGS: readonly (readonly [names: RegExp, encoding: EncodingName])[] = [
  [/^(gpt-4|gpt-3\.5|gpt-35)(-|$)/, "cl100k_base"],
  [/^(chatgpt|codex|computer-use|gpt-oss|gpt-image|gpt-audio|gpt-realtime|gpt-4o|gpt-4\.[15])/, "o200k_base"],
  [/^gpt-([5-9]|[1-9]\d)/, "o200k_base"],
  [/^o[1-9](-|$)/, "o200k_base"],
  [/^(text-embedding-(ada-002|3-)|text-moderation|text-davinci|(davinci|babbage)-002)/, "cl100k_base"],
];

/** The encoding of a model as `family` names it, or undefined for a model that is not OpenAI's. */
export function openAiEncoding(family: string): EncodingName | undefined {
  return ENCODINGS.find(([names]) => names.test(family))?.[1];
}
