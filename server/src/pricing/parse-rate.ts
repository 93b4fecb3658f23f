import * as z from "zod/mini";
import type { Rate } from "./rate.ts";

const price = z.number().check(z.gte(0));
const source = z.enum(["operator", "default", "special", "family", "fallback"]);

/** What every rate has; multipliers and tool prices are absent from the rates that were stored before there were any. */
const BASE = {
  model: z.string(),
  groupRatio: price,
  quotaPerUnit: price,
  multipliers: z.exactOptional(z.array(z.strictObject({ name: z.string(), value: price }))),
  toolPrices: z.exactOptional(z.record(z.string(), z.strictObject({ usdPerThousand: price, source }))),
} as const;

const tier = z.strictObject({
  aboveInputTokens: price,
  source,
  modelRatio: z.exactOptional(price),
  completionRatio: z.exactOptional(price),
  cacheRatio: z.exactOptional(price),
  cacheWriteRatio5m: z.exactOptional(price),
  cacheWriteRatio1h: z.exactOptional(price),
  imageRatio: z.exactOptional(price),
  audioRatio: z.exactOptional(price),
  audioCompletionRatio: z.exactOptional(price),
});

const tokenRate = z.strictObject({
  kind: z.literal("tokens"),
  ...BASE,
  modelRatio: price,
  completionRatio: price,
  cacheRatio: price,
  cacheWriteRatio5m: price,
  cacheWriteRatio1h: price,
  imageRatio: price,
  audioRatio: price,
  audioCompletionRatio: price,
  audioInputUsd: z.exactOptional(price),
  tiers: z.exactOptional(z.array(tier)),
  sources: z.strictObject({
    modelRatio: source,
    completionRatio: source,
    cacheRatio: source,
    cacheWriteRatio5m: source,
    cacheWriteRatio1h: source,
    imageRatio: source,
    audioRatio: source,
    audioCompletionRatio: source,
    groupRatio: source,
    audioInputUsd: z.exactOptional(source),
  }),
});

const callRate = z.strictObject({
  kind: z.literal("call"),
  ...BASE,
  modelPriceUsd: price,
  per: z.enum(["request", "second", "image"]),
  sources: z.strictObject({ modelPriceUsd: source, groupRatio: source }),
});

const storedRate = z.discriminatedUnion("kind", [tokenRate, callRate]);

/**
 * A rate from what was stored of it: JSON text, or the value it stands for. Undefined when that is not a rate, and
 * when it has a field that is not known here: a charge recomputed without the field could be another one.
 */
export function parseRate(json: unknown): Rate | undefined {
  const { data } = storedRate.safeParse(typeof json === "string" ? parsedJson(json) : json);
  return data;
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
