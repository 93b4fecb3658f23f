import { chargeRoundedUp } from "./charge.ts";
import type { Rate } from "./rate.ts";
import { wholeCount } from "./scaled-rate.ts";

/** Option PreConsumedQuota, unless the operator says otherwise. */
const DEFAULT_PRE_CONSUMED_TOKENS = 500;
/** Option PreConsumedOutputTokens, unless the operator says otherwise: more than most answers take. */
const DEFAULT_OUTPUT_TOKENS = 1000;
/** No model writes a longer answer; a client's limit above it says nothing, and must not lock a balance up. */
const ANSWER_TOKENS_MAX = 262_144;

/** What is known of a call before it is made. */
export interface EstimateInput {
  /** All tokens of the prompt. */
  readonly promptTokens: number;
  /** Those of them that are pictures and sound, where they have prices of their own. */
  readonly imageTokens?: number | undefined;
  readonly audioTokens?: number | undefined;
  /** The client's limit on all answers together; without one, `estimateQuota` reserves for the prompt alone. */
  readonly maxOutputTokens?: number | undefined;
  /** Never reserve for a shorter prompt than this: option PreConsumedQuota. */
  readonly preConsumedTokens?: number | undefined;
  /** Length of the media asked for, where the price is per second; one second unless given. */
  readonly seconds?: number | undefined;
  /** Pictures asked for, where the price is per picture; one unless given. */
  readonly images?: number | undefined;
}

/**
 * The quota to reserve before a call: the price of a prompt of max(estimated, pre-consumed) tokens, none of it cached,
 * and of an answer as long as the client allows; or the full price of a model priced by the call. Rounded up, so that
 * a call within its limits never costs more than was reserved; zero only where the price is zero.
 */
export function estimateQuota(rate: Rate, input: EstimateInput): number {
  const {
    promptTokens,
    imageTokens = 0,
    audioTokens = 0,
    maxOutputTokens = 0,
    preConsumedTokens = DEFAULT_PRE_CONSUMED_TOKENS,
  } = input;
  const [image, audio] = [wholeCount(imageTokens), wholeCount(audioTokens)];
  const prompt = Math.max(wholeCount(promptTokens), wholeCount(preConsumedTokens));
  return chargeRoundedUp(rate, {
    requests: 1,
    source: "counted",
    seconds: input.seconds ?? 1,
    images: input.images ?? 1,
    input: {
      uncached: Math.max(0, prompt - image - audio),
      cacheRead: 0,
      cacheWrite5m: 0,
      cacheWrite1h: 0,
      audio,
      image,
    },
    output: { text: wholeCount(maxOutputTokens), reasoning: 0, audio: 0, image: 0 },
  });
}

/** What is known of a call before it is made, and the operator's rules for what to set aside. */
export interface HoldInput extends EstimateInput {
  /** Answers that are asked for; one unless given. `maxOutputTokens` is their limit together. */
  readonly choices?: number | undefined;
  /** Set aside for each answer where the client gives no limit: option PreConsumedOutputTokens. */
  readonly defaultOutputTokens?: number | undefined;
  /** Whether a call at a price of zero needs a balance above zero: option EnableFreeModelPreConsume. */
  readonly freeCallsNeedBalance?: boolean | undefined;
}

/** What to set aside before a call. */
export interface HoldEstimate {
  readonly quota: number;
  /** Nothing is set aside, but whoever has nothing left is refused all the same. */
  readonly requiresPositiveBalance: boolean;
}

/**
 * What to set aside before a call, bounded whatever the client asks for. The hold is taken from everybody, however rich:
 * a payer who is trusted beyond some balance and pays afterwards can spend that balance once for each request that is
 * under way at the same time. What a call costs above its hold is charged in full, and the balance may fall below zero
 * by that excess only. A token without a limit of its own holds too, on its user's balance, and counts its use.
 */
export function estimateHold(rate: Rate, input: HoldInput): HoldEstimate {
  const { choices = 1, defaultOutputTokens = DEFAULT_OUTPUT_TOKENS, freeCallsNeedBalance = true } = input;
  const answers = Math.max(1, wholeCount(choices));
  const limit = input.maxOutputTokens ?? wholeCount(defaultOutputTokens) * answers;
  const maxOutputTokens = Math.min(limit, ANSWER_TOKENS_MAX * answers);
  const quota = estimateQuota(rate, { ...input, maxOutputTokens });
  return { quota, requiresPositiveBalance: quota === 0 && freeCallsNeedBalance };
}
