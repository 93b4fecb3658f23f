/** What the entries of a table are. */
export type TableKind = "ratios" | "texts" | "nestedRatios" | "tiers";

/** The tables that hold one number by model name. */
export const MODEL_TABLES = [
  "ModelRatio",
  "ModelPrice",
  "CompletionRatio",
  "CacheRatio",
  "CreateCacheRatio",
  "ImageRatio",
  "AudioRatio",
  "AudioCompletionRatio",
] as const;
export type ModelTable = (typeof MODEL_TABLES)[number];

export const GROUP_TABLES = ["GroupRatio", "UserUsableGroups", "GroupGroupRatio"] as const;
/** Prices of what few models have: edited as JSON. */
export const EXTRA_TABLES = ["TieredPrices", "ToolPrices", "AudioInputPrice"] as const;

export const PRICE_OPTIONS = [...MODEL_TABLES, ...GROUP_TABLES, ...EXTRA_TABLES] as const;
export type PriceOption = (typeof PRICE_OPTIONS)[number];

const KINDS: Partial<Record<PriceOption, TableKind>> = {
  UserUsableGroups: "texts",
  GroupGroupRatio: "nestedRatios",
  TieredPrices: "tiers",
};

export function tableKind(option: PriceOption): TableKind {
  return KINDS[option] ?? "ratios";
}

export function isPriceOption(key: string): key is PriceOption {
  return PRICE_OPTIONS.some((option) => option === key);
}

/** What "back to the shipped prices" forgets. Prices by the call and the ratios of groups stay. */
export const RESET_TABLES: readonly PriceOption[] = [
  ...MODEL_TABLES.filter((table) => table !== "ModelPrice"),
  "TieredPrices",
];
