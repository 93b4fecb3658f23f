import type { OptionKey } from "@tollgate/contract/options";
import type { PriceOptionKey } from "@tollgate/contract/prices";
import type { CompiledPriceTables } from "../../pricing/compile-price-tables.ts";
import { compileOptionPrices } from "../options/option-prices.ts";
import type { ReadOption } from "../options/option-prices.ts";
import { readOptionText } from "../options/option-store.ts";

/**
 * The price tables as they would be with some options replaced by these wire texts. Throws what setting the options
 * would throw, before anything else is looked at.
 */
export function pricesWith(
  texts: Readonly<Partial<Record<PriceOptionKey, string>>>,
  options: { get: ReadOption },
): CompiledPriceTables {
  const replaced = new Map<OptionKey, unknown>();
  for (const [name, text] of Object.entries(texts)) {
    const { key, value } = readOptionText(name, text);
    replaced.set(key, value);
  }
  const read: ReadOption = (key) =>
    // What stands there has been read by the option's own spec.
    replaced.has(key) ? (replaced.get(key) as never) : options.get(key);
  return compileOptionPrices(read);
}
