import * as z from "zod/mini";
import type { OptionSection, OptionSpec } from "./option-kinds.ts";

/** As in the other price tables. */
const ratio = z.number().check(z.gte(0), z.lte(1_000_000));

/**
 * What the tokens of a call cost whose whole input (cached tokens included) is longer than `above_input_tokens`: ratios
 * as in the tables of one number a model. `input` is a model ratio (1 = 2 USD a million), the others multiply it, but
 * `audio_output`, which multiplies `audio`. What is left out is as for shorter inputs; an hour of cache costs 1.6 times
 * `cache_write`.
 */
const tieredPriceSchema = z.strictObject({
  above_input_tokens: z.int().check(z.gte(1)),
  input: ratio,
  output: z.exactOptional(ratio),
  cache_read: z.exactOptional(ratio),
  cache_write: z.exactOptional(ratio),
  image: z.exactOptional(ratio),
  audio: z.exactOptional(ratio),
  audio_output: z.exactOptional(ratio),
});
export type TieredPrice = z.output<typeof tieredPriceSchema>;

/** The tiers of a model by rising length, no length twice; an empty list says that its price is one for every length. */
const tierListSchema = z
  .array(tieredPriceSchema)
  .check(
    z.refine((tiers) =>
      tiers.every(
        ({ above_input_tokens: above }, index) => above > (tiers[index - 1]?.above_input_tokens ?? 0),
      ),
    ),
  );

const tableSchema = z.record(z.string(), tierListSchema);
export type TieredPriceTable = Record<string, TieredPrice[]>;

/** Whether a value is a list of tiers as `TieredPrices` holds them. */
export function isTierList(value: unknown): value is TieredPrice[] {
  return tierListSchema.safeParse(value).success;
}

/** JSON object: model name → its tiers. */
export const tieredPriceMap = (section: OptionSection): OptionSpec<TieredPriceTable> => ({
  section,
  shape: { kind: "json" },
  default: {},
  parse: (text) => (text.trim() === "" ? {} : tableSchema.safeParse(parsedJson(text)).data),
  format: (value) => JSON.stringify(value),
});

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
