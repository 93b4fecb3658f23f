import { useMutation, useQuery, useQueryClient, type QueryClient } from "@tanstack/react-query";
import { updateOptions, type listOptions } from "@tollgate/contract/options";
import {
  getPriceDefaults,
  previewPrices,
  PRICE_OPTION_KEYS,
  resetModelRatio,
  type CallPriceUnit,
  type PriceOptionKey,
} from "@tollgate/contract/prices";
import type { DataOf } from "@tollgate/contract/endpoint";
import { call } from "../../../api/api-client.ts";
import { fetchOptions, OPTIONS_KEY } from "../use-options.ts";
import type { PriceTexts } from "./price-changes.ts";
import { tablesBy } from "./price-changes.ts";
import { isPriceOption } from "./price-options.ts";
import type { ModelTables } from "./price-rows.ts";

const DEFAULTS_KEY = ["prices", "defaults"];

/** The saved texts of all price options. */
export function usePriceTexts() {
  return useQuery({ queryKey: OPTIONS_KEY, queryFn: fetchOptions, select: pickPriceTexts });
}

function pickPriceTexts(options: DataOf<typeof listOptions>): PriceTexts {
  return Object.fromEntries(
    options.filter(({ key }) => isPriceOption(key)).map(({ key, value }) => [key, value]),
  );
}

/** The shipped prices, and which models the channels offer. */
export interface PriceDefaults {
  tables: ModelTables;
  served: ReadonlySet<string>;
  /** What a price by the call buys, for the models of which it is not one request. */
  callUnits: ReadonlyMap<string, CallPriceUnit>;
}

export function usePriceDefaults() {
  return useQuery({
    queryKey: DEFAULTS_KEY,
    queryFn: ({ signal }) => call(getPriceDefaults, { signal }),
    select: toPriceDefaults,
  });
}

function toPriceDefaults({
  tables,
  served_models,
  call_units,
}: DataOf<typeof getPriceDefaults>): PriceDefaults {
  const numbers = (option: PriceOptionKey) =>
    Object.entries(tables[option] ?? {}).flatMap(([name, value]): [string, number][] =>
      typeof value === "number" ? [[name, value]] : [],
    );
  return {
    tables: tablesBy((table) => new Map(numbers(table))),
    served: new Set(served_models),
    callUnits: new Map(Object.entries(call_units)),
  };
}

/** The texts as the server has them now, past every cache: another administrator may have saved meanwhile. */
export function useFreshPriceTexts(): () => Promise<PriceTexts> {
  const queryClient = useQueryClient();
  return async () =>
    pickPriceTexts(
      await queryClient.fetchQuery({ queryKey: OPTIONS_KEY, queryFn: fetchOptions, staleTime: 0 }),
    );
}

/** Saves options: all of them, or none when the server refuses one. */
export function useSavePrices() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (texts: PriceTexts) =>
      call(updateOptions, {
        body: {
          options: Object.fromEntries(
            Object.entries(texts).flatMap(([option, text]): [string, string][] =>
              text === undefined ? [] : [[option, text]],
            ),
          ),
        },
      }),
    onSettled: () => refreshPrices(queryClient),
  });
}

/** Puts the shipped model ratios back in force. */
export function useResetModelRatio() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => call(resetModelRatio),
    onSettled: () => refreshPrices(queryClient),
  });
}

/** Resolves when everything that shows prices is up to date. */
async function refreshPrices(queryClient: QueryClient): Promise<void> {
  await Promise.all(
    [OPTIONS_KEY, ["prices"], ["pricing"]].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
  );
}

export type PricePreview = DataOf<typeof previewPrices>;

/** What the calls of the last hours would have cost with these texts; leaving stops the count. */
export function usePricePreview(texts: PriceTexts, hours: number) {
  const options = Object.fromEntries(
    PRICE_OPTION_KEYS.flatMap((key): [PriceOptionKey, string][] => {
      const text = texts[key];
      return text === undefined ? [] : [[key, text]];
    }),
  );
  return useQuery({
    queryKey: ["price-preview", options, hours],
    queryFn: ({ signal }) => call(previewPrices, { body: { options, hours }, signal }),
    gcTime: 0,
  });
}
