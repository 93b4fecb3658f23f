import { textParam, type UrlParam, type UrlValues } from "../../lib/url-state.ts";
import { PRICE_ORDERS, type KindFilter, type PriceOrder } from "./price-list.ts";

export const KINDS = ["all", "tokens", "call"] as const satisfies readonly KindFilter[];
export const UNITS = { "1M": 1_000_000, "1K": 1_000 } as const;
export type Unit = keyof typeof UNITS;

/** One of a few words in the address; the first one is not written. */
function choiceParam<const Word extends string>(words: readonly [Word, ...Word[]]): UrlParam<Word> {
  return {
    read: (text) => words.find((word) => word === text) ?? words[0],
    write: (value) => (value === words[0] ? undefined : value),
  };
}

/** How the price list is held in the address. */
export const priceFilterParams = {
  keyword: textParam(),
  vendor: textParam(),
  group: textParam(),
  kind: choiceParam<KindFilter>(KINDS),
  order: choiceParam<PriceOrder>(PRICE_ORDERS),
  unit: choiceParam<Unit>(["1M", "1K"]),
};
export type PriceFilterValues = UrlValues<typeof priceFilterParams>;
