import type { CallPriceUnit } from "@tollgate/contract/prices";
import { MODEL_TABLES, type ModelTable } from "./price-options.ts";

/** Numbers by model name, for every table of models. */
export type ModelTables = Readonly<Record<ModelTable, ReadonlyMap<string, number>>>;

/** A number of a model and whose table it stands in. */
export interface RowValue {
  value: number;
  source: "own" | "default";
}

export type PriceKind = "tokens" | "call" | "none";

/** What one model costs, with every number that has a say in it. */
export interface PriceRow {
  model: string;
  kind: PriceKind;
  values: Readonly<Partial<Record<ModelTable, RowValue>>>;
  /** What a price by the call buys, where it is not one request. */
  unit: CallPriceUnit | undefined;
  /** Some number is the operator's own. */
  isOwn: boolean;
  /** An enabled channel offers the model. */
  isServed: boolean;
}

export interface PriceRowSources {
  own: ModelTables;
  defaults: ModelTables;
  /** Models that enabled channels offer. */
  served: ReadonlySet<string>;
  callUnits: ReadonlyMap<string, CallPriceUnit>;
}

/** Every model that has a number somewhere or is offered by a channel. */
export function priceRows({ own, defaults, served, callUnits }: PriceRowSources): PriceRow[] {
  const names = new Set<string>(served);
  for (const tables of [own, defaults]) {
    for (const table of MODEL_TABLES) for (const name of tables[table].keys()) names.add(name);
  }
  const rows = [...names].sort(compareNames).map((model) => {
    const values = rowValues(model, own, defaults);
    return {
      model,
      kind: priceKind(values),
      values,
      unit: callUnits.get(model),
      isOwn: Object.values(values).some(({ source }) => source === "own"),
      isServed: served.has(model),
    };
  });
  // What is called or was priced here comes before what is only shipped.
  return rows.sort((first, second) => Number(isOfInterest(second)) - Number(isOfInterest(first)));
}

const isOfInterest = ({ isOwn, isServed }: PriceRow) => isOwn || isServed;
const compareNames = (first: string, second: string) => (first < second ? -1 : first > second ? 1 : 0);

function rowValues(model: string, own: ModelTables, defaults: ModelTables): PriceRow["values"] {
  const values: Partial<Record<ModelTable, RowValue>> = {};
  for (const table of MODEL_TABLES) {
    const ownValue = own[table].get(model);
    const value = ownValue ?? defaults[table].get(model);
    if (value !== undefined) values[table] = { value, source: ownValue === undefined ? "default" : "own" };
  }
  return values;
}

/** As the server decides: the operator's per-call price, else the operator's ratio, else the shipped ones. */
export function priceKind({ ModelPrice, ModelRatio }: PriceRow["values"]): PriceKind {
  if (ModelPrice?.source === "own") return "call";
  if (ModelRatio?.source === "own") return "tokens";
  if (ModelPrice !== undefined) return "call";
  return ModelRatio === undefined ? "none" : "tokens";
}

export type PriceRowFilter = "all" | "own" | "served" | "unpriced";

/** The rows that a search and a filter leave. "Without a price" means models that channels offer. */
export function filterPriceRows(
  rows: readonly PriceRow[],
  { keyword, show }: { keyword: string; show: PriceRowFilter },
): PriceRow[] {
  const wanted = keyword.trim().toLowerCase();
  return rows.filter(
    (row) =>
      row.model.toLowerCase().includes(wanted) &&
      (show === "all" ||
        (show === "own" && row.isOwn) ||
        (show === "served" && row.isServed) ||
        (show === "unpriced" && row.isServed && row.kind === "none")),
  );
}

/** The price of a million input tokens and output tokens in US dollars, at the operator's unit. */
export function tokenPrices(
  { ModelRatio, CompletionRatio }: PriceRow["values"],
  quotaPerUnit: number,
): { input: number; output: number | undefined } | undefined {
  if (ModelRatio === undefined) return undefined;
  const input = (ModelRatio.value * 1_000_000) / quotaPerUnit;
  return { input, output: CompletionRatio === undefined ? undefined : input * CompletionRatio.value };
}

/** The colour of a ratio: the spec's steps. */
export function ratioTone(ratio: number): "red" | "orange" | "blue" | "neutral" {
  if (ratio > 5) return "red";
  if (ratio > 3) return "orange";
  return ratio > 1 ? "blue" : "neutral";
}
