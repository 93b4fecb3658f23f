import * as z from "zod/mini";
import { abbreviateNumber, formatWhole } from "./number-text.ts";

/**
 * Whole quota units (500,000 = 1 USD unless option QuotaPerUnit says otherwise), 64-bit in the database and a
 * safe integer in JavaScript. The brand keeps account numbers and other branded numbers out of amounts.
 */
export type Quota = number & { readonly __unit?: "quota" };

export const QUOTA_PER_USD = 500_000;

/** The largest amount one call may name: far above any balance, far below 2^53. */
export const MAX_QUOTA = 1_000_000_000 * QUOTA_PER_USD;

/** The largest balance that people can make, movement by movement; still far below 2^53. */
export const MAX_BALANCE = 10 * MAX_QUOTA;

/** The code for a whole number that is too large to be counted; anything else that is wrong says itself what it is. */
export function beyondNumbers(issue: { readonly code: string }): "quota.out-of-range" | undefined {
  return issue.code === "too_big" || issue.code === "too_small" ? "quota.out-of-range" : undefined;
}

/**
 * A quota amount that is told; may be negative (balances may fall below zero by a documented excess). It has no bound
 * of its own: what is in the books can be read, whatever it is.
 */
export const quotaSchema = z.int({ error: beyondNumbers });

/** What a person adds, or takes when negative. */
export const quotaChangeSchema = z
  .int({ error: beyondNumbers })
  .check(z.gte(-MAX_QUOTA, "quota.out-of-range"), z.lte(MAX_QUOTA, "quota.out-of-range"));

/** A quota amount that a person enters: zero or more. */
export const enteredQuotaSchema = z
  .int({ error: beyondNumbers })
  .check(z.gte(0, "quota.negative"), z.lte(MAX_QUOTA, "quota.out-of-range"));

/** How the operator wants amounts shown: options DisplayInCurrencyEnabled and QuotaPerUnit. */
export interface QuotaDisplay {
  readonly inCurrency: boolean;
  readonly quotaPerUnit: number;
}

export interface QuotaFormatOptions {
  /** Decimals in currency; 2 unless said. Smaller amounts show more, so that two digits of them are left. */
  digits?: number;
  /** In raw units: every digit instead of k, M, B. */
  exact?: boolean;
}

/** What stands for an amount that is not known or not a number. */
const UNKNOWN = "—";
/** More decimals than this say nothing to anyone. */
const MOST_DECIMALS = 12;
/** At 500,000 units to the dollar these tell every unit from the next. */
const EXACT_DECIMALS = 6;

/** The one way to show an amount of quota: as money or as raw units, as the operator chose. */
export function formatQuota(units: number, display: QuotaDisplay, options: QuotaFormatOptions = {}): string {
  if (Number.isNaN(units)) return UNKNOWN;
  if (display.inCurrency) return formatUsd(units / display.quotaPerUnit, options.digits ?? 2);
  return options.exact === true ? formatWhole(units) : abbreviateNumber(units);
}

/** The same amount the other way, exact: units where money is shown, money where units are. */
export function formatQuotaOtherwise(units: number, display: QuotaDisplay): string {
  if (Number.isNaN(units)) return UNKNOWN;
  return display.inCurrency ? formatWhole(units) : formatUsd(units / display.quotaPerUnit, 2, EXACT_DECIMALS);
}

/**
 * Dollars: 1234.5 → "$1,234.50". Decimals beyond `digits` are shown up to `most` where they are not zero; an amount too
 * small for either keeps its first two digits.
 */
export function formatUsd(usd: number, digits = 2, most = digits): string {
  if (Number.isNaN(usd)) return UNKNOWN;
  const size = Math.abs(usd);
  const needed = size === 0 ? 0 : Math.min(MOST_DECIMALS, decimalsForTwoDigits(size));
  const text = size.toLocaleString("en-US", {
    minimumFractionDigits: digits,
    maximumFractionDigits: Math.max(most, needed),
  });
  return `${usd < 0 ? "-" : ""}$${text}`;
}

/** How many decimals show the first two significant digits: 0.0019 → 4. */
function decimalsForTwoDigits(size: number): number {
  return 1 - Math.floor(Math.log10(size));
}

/** Units for an amount of dollars. */
export function usdToQuota(usd: number, display: Pick<QuotaDisplay, "quotaPerUnit">): number {
  return Math.round(usd * display.quotaPerUnit);
}

/** Decimals at which every whole number of units has dollars of its own: going there and back changes nothing. */
export function usdDecimals({ quotaPerUnit }: Pick<QuotaDisplay, "quotaPerUnit">): number {
  return Math.max(2, Math.min(MOST_DECIMALS, Math.ceil(Math.log10(quotaPerUnit))));
}
