import type {
  CallRate,
  CallRateFactor,
  PriceSource,
  Rate,
  RateTier,
  TokenRate,
  TokenRateFactor,
} from "./rate.ts";
import type { Usage } from "./usage.ts";

/** What a line of a charge is for; a tool's name stands after `tool.`. */
export type ChargeItem =
  | "input.uncached"
  | "input.cacheRead"
  | "input.cacheWrite5m"
  | "input.cacheWrite1h"
  | "input.audio"
  | "input.image"
  | "output.text"
  | "output.reasoning"
  | "output.audio"
  | "output.image"
  | "request"
  | "second"
  | "image"
  | `tool.${string}`;

/** What a factor of a line is. `perThousand` and `perMillion` turn a price for so many into the price of one. */
export type ChargeFactorName =
  | TokenRateFactor
  | CallRateFactor
  | "audioInputUsd"
  | "perMillion"
  | "toolPriceUsdPerThousand"
  | "perThousand"
  | "quotaPerUnit"
  | `multiplier.${string}`;

/** One multiplier of a line, and where its value came from. */
export interface ChargeFactor {
  readonly name: ChargeFactorName;
  readonly value: number;
  readonly source?: PriceSource;
}

/** One class of use: how much of it a usage record holds, and what multiplies it. */
export interface ChargeClass {
  readonly item: ChargeItem;
  /** Their product is the price of one of the item, in quota. */
  readonly factors: readonly ChargeFactor[];
  /** Counted in whole units, each `1 / unitsPerQuantity` of the item: sums are kept in integers. */
  readonly unitsPerQuantity: number;
  readonly units: (usage: Usage) => number;
}

/** The classes of use that a rate prices, tools apart: they are few calls' business and come in any number. */
export interface ChargeClasses {
  readonly main: readonly ChargeClass[];
  readonly tools: readonly ChargeClass[];
}

type OwnFactor = Exclude<TokenRateFactor, "modelRatio" | "groupRatio">;
interface TokenClass {
  readonly item: ChargeItem;
  readonly own: readonly OwnFactor[];
  readonly units: ChargeClass["units"];
}

/** The formula of a charge by the token: every class has its own count and its own factors. */
const TOKEN_CLASSES: readonly TokenClass[] = [
  { item: "input.uncached", own: [], units: (usage) => usage.input.uncached },
  { item: "input.cacheRead", own: ["cacheRatio"], units: (usage) => usage.input.cacheRead },
  { item: "input.cacheWrite5m", own: ["cacheWriteRatio5m"], units: (usage) => usage.input.cacheWrite5m },
  { item: "input.cacheWrite1h", own: ["cacheWriteRatio1h"], units: (usage) => usage.input.cacheWrite1h },
  { item: "input.audio", own: ["audioRatio"], units: (usage) => usage.input.audio },
  { item: "input.image", own: ["imageRatio"], units: (usage) => usage.input.image },
  { item: "output.text", own: ["completionRatio"], units: (usage) => usage.output.text },
  { item: "output.reasoning", own: ["completionRatio"], units: (usage) => usage.output.reasoning },
  { item: "output.audio", own: ["audioRatio", "audioCompletionRatio"], units: (usage) => usage.output.audio },
  { item: "output.image", own: ["completionRatio"], units: (usage) => usage.output.image },
];

type CallClass = Pick<ChargeClass, "item" | "unitsPerQuantity" | "units">;

/** A vendor that does not say how long the media is sold one second of it a request, and one picture: never nothing. */
const CALL_CLASSES: Readonly<Record<CallRate["per"], CallClass>> = {
  request: { item: "request", unitsPerQuantity: 1, units: (usage) => usage.requests },
  second: {
    item: "second",
    unitsPerQuantity: 1000,
    units: (usage) => millisecondsOf(usage.seconds ?? usage.requests),
  },
  image: { item: "image", unitsPerQuantity: 1, units: (usage) => usage.images ?? usage.requests },
};

/** The nearest whole number, but never nothing for something. */
function millisecondsOf(seconds: number): number {
  return seconds > 0 ? Math.max(1, Math.round(seconds * 1000)) : 0;
}

/** The classes of a rate with their factors; those of `tier` in place of the rate's own where it has them. */
export function chargeClasses(rate: Rate, tier?: RateTier): ChargeClasses {
  return {
    main: rate.kind === "tokens" ? tokenClasses(rate, tier) : [callClass(rate)],
    tools: toolClasses(rate),
  };
}

function tokenClasses(rate: TokenRate, tier: RateTier | undefined): readonly ChargeClass[] {
  const factor = (name: Exclude<TokenRateFactor, "groupRatio">): ChargeFactor => {
    const ofTier = tier?.[name];
    return tier === undefined || ofTier === undefined
      ? { name, value: rate[name], source: rate.sources[name] }
      : { name, value: ofTier, source: tier.source };
  };
  const isAudioInUsd = rate.audioInputUsd !== undefined && tier?.audioRatio === undefined;
  return TOKEN_CLASSES.map(({ item, own, units }) => ({
    item,
    unitsPerQuantity: 1,
    units,
    factors:
      item === "input.audio" && isAudioInUsd
        ? [...audioInputFactors(rate), ...callFactors(rate)]
        : [factor("modelRatio"), ...own.map(factor), groupFactor(rate), ...multiplierFactors(rate)],
  }));
}

function audioInputFactors(rate: TokenRate): readonly ChargeFactor[] {
  const { audioInputUsd: source } = rate.sources;
  return [
    { name: "audioInputUsd", value: rate.audioInputUsd ?? 0, ...(source && { source }) },
    { name: "perMillion", value: 0.000001 },
  ];
}

function callClass(rate: CallRate): ChargeClass {
  const price = {
    name: "modelPriceUsd",
    value: rate.modelPriceUsd,
    source: rate.sources.modelPriceUsd,
  } as const;
  return { ...CALL_CLASSES[rate.per], factors: [price, ...callFactors(rate)] };
}

/** A surcharge is not multiplied by what multiplies the call: a search costs the same for a picture of any size. */
function toolClasses(rate: Rate): readonly ChargeClass[] {
  return Object.entries(rate.toolPrices ?? {}).map(([tool, { usdPerThousand, source }]) => ({
    item: `tool.${tool}`,
    unitsPerQuantity: 1,
    units: (usage) => usage.toolCalls?.[tool] ?? 0,
    factors: [
      { name: "toolPriceUsdPerThousand", value: usdPerThousand, source },
      { name: "perThousand", value: 0.001 },
      groupFactor(rate),
      { name: "quotaPerUnit", value: rate.quotaPerUnit },
    ],
  }));
}

/** What follows a price in dollars. */
function callFactors(rate: Rate): readonly ChargeFactor[] {
  return [groupFactor(rate), { name: "quotaPerUnit", value: rate.quotaPerUnit }, ...multiplierFactors(rate)];
}

function groupFactor(rate: Rate): ChargeFactor {
  return { name: "groupRatio", value: rate.groupRatio, source: rate.sources.groupRatio };
}

function multiplierFactors(rate: Rate): readonly ChargeFactor[] {
  return (rate.multipliers ?? []).map(({ name, value }) => ({ name: `multiplier.${name}`, value }));
}
