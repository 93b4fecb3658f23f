import * as z from "zod/mini";

/**
 * Whole quota units (500,000 = 1 USD unless option QuotaPerUnit says otherwise), 64-bit in the database and a
 * safe integer in JavaScript. The brand keeps account numbers and other branded numbers out of amounts.
 */
export type Quota = number & { readonly __unit?: "quota" };

export const QUOTA_PER_USD = 500_000;

/** The largest amount one call may name: far above any balance, far below 2^53. */
const MAX_QUOTA = 1_000_000_000 * QUOTA_PER_USD;

/** A quota amount on the wire; may be negative (balances may fall below zero by a documented excess). */
export const quotaSchema = z
  .int()
  .check(z.gte(-MAX_QUOTA, "quota.out-of-range"), z.lte(MAX_QUOTA, "quota.out-of-range"));

/** A quota amount that a person enters: zero or more. */
export const enteredQuotaSchema = z
  .int()
  .check(z.gte(0, "quota.negative"), z.lte(MAX_QUOTA, "quota.out-of-range"));
