import { scaledRate, wholeCount } from "./scaled-rate.ts";
import type { Rate } from "./rate.ts";
import { usageOf } from "./usage.ts";

/** Option PreConsumedQuota, unless the operator says otherwise. */
const DEFAULT_PRE_CONSUMED_TOKENS = 500;

/** What is known of a call before it is made. */
export interface EstimateInput {
  readonly promptTokens: number;
  /** The client's limit on the answer; without one, only the prompt is reserved. */
  readonly maxOutputTokens?: number | undefined;
  /** Never reserve for a shorter prompt than this: option PreConsumedQuota. */
  readonly preConsumedTokens?: number | undefined;
  /** Length of the media asked for, where the price is per second; one second unless given. */
  readonly seconds?: number | undefined;
}

/**
 * The quota to reserve before a call: the price of a prompt of max(estimated, pre-consumed) tokens, none of it cached,
 * and of an answer as long as the client allows; or the full price of a model priced by the call. Rounded up, so that
 * a call within its limits never costs more than was reserved; zero only where the price is zero.
 */
export function estimateQuota(rate: Rate, input: EstimateInput): number {
  const {
    promptTokens,
    maxOutputTokens = 0,
    preConsumedTokens = DEFAULT_PRE_CONSUMED_TOKENS,
    seconds = 1,
  } = input;
  const usage = usageOf({
    requests: 1,
    seconds,
    input: { uncached: Math.max(wholeCount(promptTokens), wholeCount(preConsumedTokens)) },
    output: { text: wholeCount(maxOutputTokens) },
  });
  const scaled = scaledRate(rate);
  let sum = 0n;
  for (const { chargeClass, weight } of scaled.classes)
    sum += BigInt(wholeCount(chargeClass.units(usage))) * weight;
  const quota = (sum + scaled.unit - 1n) / scaled.unit;
  return quota > Number.MAX_SAFE_INTEGER ? Number.MAX_SAFE_INTEGER : Number(quota);
}
