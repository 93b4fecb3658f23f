import type { CompiledPriceTables } from "../../pricing/compile-price-tables.ts";
import type { Logger } from "../../lib/logger.ts";
import { compileOptionPrices, PRICE_SOURCES } from "./option-prices.ts";
import type { OptionStore } from "./option-store.ts";

/** The price tables in force: shipped prices under the operator's own, compiled once for each change of a price. */
export interface PriceSnapshot {
  current(): CompiledPriceTables;
}

/** Tables that cannot be compiled are reported and never replace those in force. */
export function createPriceSnapshot(
  options: Pick<OptionStore, "get" | "onChange">,
  logger: Logger,
): PriceSnapshot {
  const sources = () => PRICE_SOURCES.map((key): unknown => options.get(key));
  let compiledFrom = sources();
  let tables = compile(options, logger);
  options.onChange(() => {
    const now = sources();
    // An option whose text has not changed is the same value: rates that are in use keep their identity.
    if (now.every((value, index) => value === compiledFrom[index])) return;
    tables = compile(options, logger);
    compiledFrom = now;
  });
  return { current: () => tables };
}

function compile(options: Pick<OptionStore, "get">, logger: Logger): CompiledPriceTables {
  const tables = compileOptionPrices(options.get);
  for (const { table, name } of tables.rejected)
    logger.warn("a price is not a number and is left out", { table, name });
  return tables;
}
