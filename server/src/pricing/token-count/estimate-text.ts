import type { TraitWeights } from "./estimator-weights.ts";
import { emptyShape, measureText } from "./text-shape.ts";

/** Texts up to this many UTF-16 units are measured whole: a third of a millisecond. */
const MEASURED_UNITS_MAX = 32_768;
/** Longer ones in this many stretches, spread evenly over the text. */
const STRETCHES = 64;

/** Estimated tokens of a text, not rounded. The work is bounded, however long the text. */
export function estimateText(text: string, weights: TraitWeights): number {
  const shape = emptyShape();
  if (text.length <= MEASURED_UNITS_MAX) {
    measureText(shape, text);
    return weigh(shape, weights);
  }
  const stretchUnits = MEASURED_UNITS_MAX / STRETCHES;
  for (let stretch = 0; stretch < STRETCHES; stretch++) {
    const start = Math.floor((stretch * (text.length - stretchUnits)) / (STRETCHES - 1));
    measureText(shape, text, start, start + stretchUnits);
  }
  return (weigh(shape, weights) * text.length) / MEASURED_UNITS_MAX;
}

function weigh(shape: ArrayLike<number>, weights: TraitWeights): number {
  let tokens = 0;
  for (const [index, weight] of weights.entries()) tokens += (shape[index] ?? 0) * weight;
  return tokens;
}
