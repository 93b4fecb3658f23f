import type { EncodingCounter } from "./byte-pair-counter.ts";
import { estimateText } from "./estimate-text.ts";
import { ENCODING_WEIGHTS, estimatorWeights } from "./estimator-weights.ts";
import type { TraitWeights } from "./estimator-weights.ts";
import { loadedEncoding } from "./load-tokenizers.ts";
import { modelFamily } from "./model-family.ts";
import { openAiEncoding } from "./openai-encodings.ts";
import type { EncodingName } from "./load-tokenizers.ts";
import { sampleText } from "./sample-text.ts";

/** `tokenizer`: by the model's own encoding, long texts by samples of it. `estimator`: by weights for kinds of characters. */
export type CountMethod = "tokenizer" | "estimator";

export interface TokenCount {
  readonly tokens: number;
  readonly method: CountMethod;
}

/** Texts up to this many UTF-16 units are counted whole: a third of a millisecond for prose, two at the very worst. */
export const EXACT_UNITS_MAX = 8192;

interface Counting {
  readonly encoding: EncodingName | undefined;
  readonly weights: TraitWeights;
}

const countings = new Map<string, Counting>();
/** Names come from clients; forgetting all of them now and then costs nothing. */
const COUNTINGS_MAX = 2000;

/**
 * How many tokens a text is to a model. Exact for OpenAI's models up to `EXACT_UNITS_MAX`, once `loadTokenizers` is
 * done; a longer text is counted in samples, within 5 %. Other models are estimated. At most about
 * two milliseconds, however long and whatever the text.
 */
export function countTokens(model: string, text: string): TokenCount {
  const { encoding, weights } = countingOf(model);
  if (text === "")
    return { tokens: 0, method: encoding && loadedEncoding(encoding) ? "tokenizer" : "estimator" };
  const counter = encoding && loadedEncoding(encoding);
  if (!counter) return { tokens: Math.ceil(estimateText(text, weights)), method: "estimator" };
  const tokens =
    text.length <= EXACT_UNITS_MAX ? counter.count(text) : countBySamples(text, counter, weights);
  return { tokens, method: "tokenizer" };
}

/**
 * The estimate of the whole text, corrected by how far it is off for the samples: what lies between two samples still
 * counts by its kind of characters.
 */
function countBySamples(text: string, counter: EncodingCounter, weights: TraitWeights): number {
  const sample = sampleText(text);
  const estimated = estimateText(sample, weights);
  const ratio = estimated > 0 ? counter.count(sample) / estimated : 1;
  return Math.ceil(estimateText(text, weights) * ratio);
}

function countingOf(model: string): Counting {
  const known = countings.get(model);
  if (known) return known;
  const family = modelFamily(model);
  const encoding = openAiEncoding(family);
  const counting = {
    encoding,
    weights: encoding ? ENCODING_WEIGHTS[encoding] : estimatorWeights(family),
  };
  if (countings.size >= COUNTINGS_MAX) countings.clear();
  countings.set(model, counting);
  return counting;
}
