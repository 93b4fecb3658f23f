import { isObject } from "./json-object.ts";
import { CALL_LIMIT_FIELDS } from "./call-limits.ts";
import { isJsonObject } from "./codecs.ts";
import type { ErrorCode, ErrorDetails } from "./errors.ts";
import { listJsonMembers } from "./json-members.ts";
import { isTierList } from "./tiered-prices.ts";

/** A ratio of 1,000,000 is two million dollars for a million tokens: more is a slip of the keyboard. */
export const PRICE_MAX = 1_000_000;

/**
 * Options whose text is a table that people write by hand, and what stands in it by name: a price, a map of prices by
 * name, a list of tiers, a limit of calls, a pair of counts, or anything (where the option's own kind decides).
 */
const TABLES: Readonly<Record<string, "prices" | "maps" | "tiers" | "limits" | "pairs" | "anything">> = {
  ModelRatio: "prices",
  ModelPrice: "prices",
  CompletionRatio: "prices",
  CacheRatio: "prices",
  CreateCacheRatio: "prices",
  ImageRatio: "prices",
  AudioRatio: "prices",
  AudioCompletionRatio: "prices",
  AudioInputPrice: "prices",
  ToolPrices: "prices",
  GroupRatio: "prices",
  GroupGroupRatio: "maps",
  TopupGroupRatio: "prices",
  UserUsableGroups: "anything",
  TieredPrices: "tiers",
  UserCallLimits: "limits",
  TokenCallLimits: "limits",
  GroupCallLimits: "limits",
  ModelCallLimits: "limits",
  ChannelCallLimits: "limits",
  ModelRequestRateLimitGroup: "pairs",
};

/** At how many names from the outside prices stand. */
const PRICE_DEPTH: Readonly<Record<string, number>> = { prices: 1, maps: 2 };

/** What is wrong with a table, as a code of `errors.ts` with its details: `name` and `line` say where. */
export interface TableProblem {
  readonly code: ErrorCode;
  readonly details: ErrorDetails;
}

/**
 * The first thing wrong with the text of option `key` when that is a table written as JSON: no object, a name that is
 * there twice, a value that is no price. Undefined for an acceptable text and for every other option; an empty text is
 * an empty table.
 */
export function checkTableText(key: string, text: string): TableProblem | undefined {
  const kind = Object.hasOwn(TABLES, key) ? TABLES[key] : undefined;
  if (kind === undefined || text.trim() === "") return undefined;
  const listed = listJsonMembers(text);
  if ("problem" in listed) {
    const { problem } = listed;
    return problem.kind === "syntax"
      ? { code: "option.table-not-json", details: { key, ...problem.at } }
      : { code: "option.table-duplicate", details: { key, name: problem.name, ...problem.at } };
  }
  if (!isJsonObject(text)) return { code: "option.table-not-json", details: { key, line: 1, column: 1 } };
  const table: Record<string, unknown> = JSON.parse(text);
  for (const { path, at } of listed.members) {
    const [name = "", inner] = path;
    const details = { key, name: path.join(" → "), ...at };
    if ((kind === "maps" || kind === "limits") && inner === undefined && !isObject(table[name]))
      return { code: "option.table-not-a-map", details };
    if (kind === "tiers" && path.length === 1 && !isTierList(table[name]))
      return { code: "option.table-not-tiers", details };
    if (kind === "pairs" && path.length === 1 && !isCountPair(table[name]))
      return { code: "option.table-not-a-pair", details };
    const isPriceHere = path.length === PRICE_DEPTH[kind];
    const value = inner === undefined ? table[name] : Object(table[name])[inner];
    if (kind === "limits" && inner !== undefined && !isLimitField(inner, value))
      return {
        code: "option.table-not-a-limit",
        details: { ...details, fields: CALL_LIMIT_FIELDS.join(", ") },
      };
    if (isPriceHere && !isTablePrice(value))
      return { code: "option.table-not-a-price", details: { ...details, max: PRICE_MAX } };
  }
  return undefined;
}

/** Whether a value may stand in a price table. */
function isTablePrice(value: unknown): value is number {
  return typeof value === "number" && value >= 0 && value <= PRICE_MAX;
}

function isLimitField(name: string, value: unknown): boolean {
  return CALL_LIMIT_FIELDS.some((field) => field === name) && isCount(value);
}

function isCountPair(value: unknown): boolean {
  return Array.isArray(value) && value.length === 2 && value.every(isCount);
}

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}
