import { QuotaType, type PriceTier, type PricingEntry } from "@tollgate/contract/prices";

export const PRICE_ORDERS = ["name", "cheapest", "dearest", "vendor"] as const;
export type PriceOrder = (typeof PRICE_ORDERS)[number];
export type KindFilter = "all" | "tokens" | "call";

export interface PriceListFilters {
  keyword: string;
  vendor: string;
  kind: KindFilter;
  order: PriceOrder;
  /** Only models that can be called in it; empty for all. */
  group: string;
}

/** The entries that the filters leave, in the order asked for. */
export function filterPriceList(
  entries: readonly PricingEntry[],
  { keyword, vendor, kind, order, group }: PriceListFilters,
): PricingEntry[] {
  const wanted = keyword.trim().toLowerCase();
  return entries
    .filter(
      (entry) =>
        entry.model_name.toLowerCase().includes(wanted) &&
        (vendor === "" || entry.owner_by === vendor) &&
        (kind === "all" || isByCall(entry) === (kind === "call")) &&
        (group === "" || entry.enable_groups.includes(group)),
    )
    .sort((first, second) => compare(first, second, order) || byName(first, second));
}

function compare(first: PricingEntry, second: PricingEntry, order: PriceOrder): number {
  switch (order) {
    case "cheapest":
      return byPrice(first, second);
    case "dearest":
      return byPrice(second, first, true);
    case "vendor":
      return (
        Number(first.owner_by === "") - Number(second.owner_by === "") ||
        byText(first.owner_by, second.owner_by)
      );
    default:
      return 0;
  }
}

/** By the price of input; what is priced by the call cannot be compared with it and stands at the end. */
function byPrice(first: PricingEntry, second: PricingEntry, isReversed = false): number {
  const kinds = Number(isByCall(first)) - Number(isByCall(second));
  if (kinds !== 0) return isReversed ? -kinds : kinds;
  return first.model_ratio - second.model_ratio || first.model_price - second.model_price;
}

const byName = (first: PricingEntry, second: PricingEntry) => byText(first.model_name, second.model_name);
const byText = (first: string, second: string) => (first < second ? -1 : first > second ? 1 : 0);

/** The vendors of a list, each once. */
export function vendorsOf(entries: readonly PricingEntry[]): string[] {
  return [...new Set(entries.map(({ owner_by }) => owner_by).filter((vendor) => vendor !== ""))].sort();
}

/** Whether a model is priced by the call. */
export function isByCall(entry: PricingEntry): boolean {
  return entry.quota_type === QuotaType.byCall;
}

/** Quota units for one token of each class, at a group's ratio. Absent: no price of its own. */
export interface TokenUnits {
  input: number;
  output: number;
  cacheRead?: number;
  cacheWrite?: number;
  image?: number;
  audioInput?: number;
  audioOutput?: number;
}

/** What the tokens of a model cost in a group. */
export function tokenUnits(entry: PricingEntry | PriceTier, groupRatio: number): TokenUnits {
  const input = entry.model_ratio * groupRatio;
  const units: TokenUnits = { input, output: input * entry.completion_ratio };
  if (entry.cache_ratio !== undefined) units.cacheRead = input * entry.cache_ratio;
  if (entry.create_cache_ratio !== undefined) units.cacheWrite = input * entry.create_cache_ratio;
  if ("model_name" in entry) addMedia(units, entry, input);
  return units;
}

function addMedia(units: TokenUnits, entry: PricingEntry, input: number): void {
  if (entry.image_ratio !== undefined) units.image = input * entry.image_ratio;
  if (entry.audio_ratio === undefined) return;
  units.audioInput = input * entry.audio_ratio;
  units.audioOutput = units.audioInput * (entry.audio_completion_ratio ?? 1);
}
