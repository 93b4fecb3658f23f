import { COMPLETION_FAMILIES } from "../../src/pricing/completion-family.ts";
import type { PriceMap, PriceTables } from "../../src/pricing/price-tables.ts";
import type { Usage } from "../../src/pricing/usage.ts";
import { product, sum, wholeUnits } from "./fractions.ts";
import type { Fraction } from "./fractions.ts";

/*
 * What a call costs, written from the spec's formula as directly as it goes: every table is looked up where its number
 * is needed, every line is a product of fractions, and one rounding ends it. Shares the tables' data with the product,
 * nothing else. Names are not folded here: callers ask for names that stand in a table.
 */
export interface ReferenceCall {
  readonly defaults: PriceTables;
  readonly operator: Partial<PriceTables>;
  readonly model: string;
  readonly userGroup: string;
  readonly usingGroup: string;
  readonly usage: Usage;
  /** Of a call that makes pictures: what their size and quality multiply the price by. */
  readonly multipliers?: readonly { readonly name: string; readonly value: number }[];
}

const QUOTA_PER_USD = 500_000;

type NumberTable = {
  [Key in keyof PriceTables]: PriceTables[Key] extends PriceMap ? Key : never;
}[keyof PriceTables];

/** The cost in whole units, or undefined where no table prices the model. */
export function referencePrice(call: ReferenceCall): number | undefined {
  const { operator, defaults, model } = call;
  const callPrice = operator.modelPrice?.[model];
  if (callPrice !== undefined) return wholeUnits(sum([priceByCall(call, callPrice), ...tools(call)]));
  if (operator.modelRatio?.[model] !== undefined) return wholeUnits(sum([...byToken(call), ...tools(call)]));
  const shippedPrice = defaults.modelPrice[model];
  if (shippedPrice !== undefined) return wholeUnits(sum([priceByCall(call, shippedPrice), ...tools(call)]));
  if (defaults.modelRatio[model] === undefined) return undefined;
  return wholeUnits(sum([...byToken(call), ...tools(call)]));
}

function groupRatio({ operator, defaults, userGroup, usingGroup }: ReferenceCall): number {
  return (
    operator.groupGroupRatio?.[userGroup]?.[usingGroup] ??
    operator.groupRatio?.[usingGroup] ??
    defaults.groupRatio[usingGroup] ??
    1
  );
}

function priceByCall(call: ReferenceCall, priceUsd: number): Fraction {
  const { defaults, operator, model, usage, multipliers } = call;
  const listed = operator.modelPriceUnit?.[model] ?? defaults.modelPriceUnit[model];
  const unit = listed ?? (multipliers === undefined ? "request" : "image");
  const quantity = {
    request: usage.requests,
    second: usage.seconds ?? usage.requests,
    image: usage.images ?? usage.requests,
  }[unit];
  const factors = (multipliers ?? []).map(({ value }) => value);
  return product(priceUsd, QUOTA_PER_USD, groupRatio(call), quantity, ...factors);
}

function byToken(call: ReferenceCall): readonly Fraction[] {
  const { operator, defaults, model, usage } = call;
  const { input, output } = usage;
  const group = groupRatio(call);
  const own = (table: NumberTable) => operator[table]?.[model];
  const listed = (table: NumberTable) => own(table) ?? defaults[table][model];
  const isShippedRatio = own("modelRatio") === undefined;

  const length =
    input.uncached + input.cacheRead + input.cacheWrite5m + input.cacheWrite1h + input.audio + input.image;
  const ownTiers = operator.tieredPrices?.[model];
  const tiers = ownTiers ?? (isShippedRatio ? defaults.tieredPrices[model] : undefined) ?? [];
  const tier = tiers.findLast(({ above_input_tokens: above }) => length > above);
  /** A class's number in the tier, unless the tier is shipped and the operator has a number of their own. */
  const tiered = (value: number | undefined, ...tables: readonly NumberTable[]) =>
    ownTiers === undefined && tables.some((table) => own(table) !== undefined) ? undefined : value;

  const ratio = tier?.input ?? listed("modelRatio") ?? 0;
  const baseCompletion = listed("completionRatio") ?? familyRatio(model) ?? 1;
  const completion = tiered(tier?.output, "completionRatio") ?? baseCompletion;
  const cacheRead = tiered(tier?.cache_read, "cacheRatio") ?? listed("cacheRatio") ?? 1;
  const cacheWrite = tiered(tier?.cache_write, "createCacheRatio") ?? listed("createCacheRatio") ?? 1.25;
  const image = tiered(tier?.image, "imageRatio") ?? listed("imageRatio") ?? 1;
  const tierAudio = tiered(tier?.audio, "audioRatio", "audioInputPrice");
  const audio = tierAudio ?? listed("audioRatio") ?? 1;
  const audioOutput =
    tiered(tier?.audio_output, "audioCompletionRatio") ??
    listed("audioCompletionRatio") ??
    (listed("audioRatio") === undefined ? baseCompletion : 1);
  const isShippedAudioInForce = isShippedRatio && own("audioRatio") === undefined;
  const audioUsd =
    own("audioInputPrice") ?? (isShippedAudioInForce ? defaults.audioInputPrice[model] : undefined);

  return [
    product(input.uncached, ratio, group),
    product(input.cacheRead, cacheRead, ratio, group),
    product(input.cacheWrite5m, cacheWrite, ratio, group),
    product(input.cacheWrite1h, cacheWrite, 1.6, ratio, group),
    product(input.image, image, ratio, group),
    audioUsd !== undefined && tierAudio === undefined
      ? product(input.audio, audioUsd, 0.5, group)
      : product(input.audio, audio, ratio, group),
    product(output.text + output.reasoning + output.image, completion, ratio, group),
    product(output.audio, audio, audioOutput, ratio, group),
  ];
}

function familyRatio(model: string): number | undefined {
  for (const { match, ratio } of COMPLETION_FAMILIES) {
    if ("exact" in match ? model === match.exact : false) return ratio;
    if ("prefix" in match && model.slice(0, match.prefix.length) === match.prefix) return ratio;
    if ("suffix" in match && model.slice(-match.suffix.length) === match.suffix) return ratio;
  }
  return undefined;
}

function tools(call: ReferenceCall): readonly Fraction[] {
  const { operator, defaults, model, usage } = call;
  return Object.entries(usage.toolCalls ?? {}).map(([tool, calls]) => {
    const usdPerThousand =
      toolPrice(operator.toolPrices ?? {}, tool, model) ?? toolPrice(defaults.toolPrices, tool, model) ?? 0;
    return product(calls, usdPerThousand, 0.001, QUOTA_PER_USD, groupRatio(call));
  });
}

/** The price under the model's own name, else under its longest beginning, else under the bare tool. */
function toolPrice(table: PriceMap, tool: string, model: string): number | undefined {
  if (table[`${tool}:${model}`] !== undefined) return table[`${tool}:${model}`];
  for (let length = model.length; length >= 0; length--) {
    const price = table[`${tool}:${model.slice(0, length)}*`];
    if (price !== undefined) return price;
  }
  return table[tool];
}
