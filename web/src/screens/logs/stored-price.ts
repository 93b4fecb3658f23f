import * as z from "zod/mini";

const count = z.number();

const tokenRate = z.object({
  kind: z.literal("tokens"),
  modelRatio: z.number(),
  completionRatio: z.number(),
  cacheRatio: z.number(),
  cacheWriteRatio5m: z.number(),
  cacheWriteRatio1h: z.number(),
  imageRatio: z.number(),
  audioRatio: z.number(),
  audioCompletionRatio: z.number(),
  groupRatio: z.number(),
  quotaPerUnit: z.number(),
});

const callRate = z.object({
  kind: z.literal("call"),
  modelPriceUsd: z.number(),
  per: z.enum(["request", "second"]),
  groupRatio: z.number(),
});

const usage = z.object({
  requests: count,
  seconds: z.optional(count),
  input: z.object({
    uncached: count,
    cacheRead: count,
    cacheWrite5m: count,
    cacheWrite1h: count,
    audio: count,
    image: count,
  }),
  output: z.object({ text: count, reasoning: count, audio: count, image: count }),
});

export type StoredTokenRate = z.output<typeof tokenRate>;
export type StoredCallRate = z.output<typeof callRate>;
export type StoredUsage = z.output<typeof usage>;

/** The frozen price and the usage classes that were stored with a charge; undefined where a row has none. */
export function readStoredPrice(
  rate: unknown,
  usageOfCall: unknown,
): { rate: StoredTokenRate | StoredCallRate; usage: StoredUsage } | undefined {
  const price = z.safeParse(z.union([tokenRate, callRate]), rate);
  const classes = z.safeParse(usage, usageOfCall);
  return price.success && classes.success ? { rate: price.data, usage: classes.data } : undefined;
}
