import * as z from "zod/mini";
import { boolText } from "./codecs.ts";
import { endpoint } from "./endpoint.ts";
import { page, pageQuery } from "./envelope.ts";
import { beyondNumbers, MAX_QUOTA, quotaSchema } from "./quota.ts";

/** 2 is set by an administrator and can be taken back; 3 is final. Expiry is no status: see `expired_time`. */
export const RedemptionStatus = { unused: 1, disabled: 2, used: 3 } as const;
export type RedemptionStatus = (typeof RedemptionStatus)[keyof typeof RedemptionStatus];

export const REDEMPTION_NAME_MAX = 20;
export const REDEMPTION_BATCH_MAX = 100;
export const DEFAULT_REDEMPTION_QUOTA = 100_000;
/** `expired_time` of a code that never expires. */
export const NEVER_EXPIRES_CODE = 0;

export const redemptionSchema = z.object({
  id: z.int(),
  /** Who made it. */
  user_id: z.int(),
  name: z.string(),
  /** The code, in full: it is encrypted at rest, and only administrators' calls answer it. */
  key: z.string(),
  status: z.int(),
  quota: quotaSchema,
  created_time: z.int(),
  /** 0 while it has not been redeemed. */
  redeemed_time: z.int(),
  /** 0 = nobody. */
  used_user_id: z.int(),
  /** Unix seconds; 0 = never. */
  expired_time: z.int(),
});
export type Redemption = z.output<typeof redemptionSchema>;

/** 9999-12-31 23:59:59, in Unix seconds. */
const LAST_SECOND = 253_402_300_799;
const name = z.string().check(z.trim(), z.maxLength(REDEMPTION_NAME_MAX, "redemption.name-too-long"));
const quota = z
  .int({ error: (issue) => beyondNumbers(issue) ?? "redemption.quota-invalid" })
  .check(z.gte(1, "redemption.quota-invalid"), z.lte(MAX_QUOTA, "quota.out-of-range"));
const expiredTime = z
  .int("input.invalid")
  .check(z.gte(0, "redemption.expiry-passed"), z.lte(LAST_SECOND, "input.invalid"));

/** Newest first. */
export const listRedemptions = endpoint("GET /api/redemption", "admin", {
  query: z.object(pageQuery),
  data: page(redemptionSchema),
});

/** `keyword`: the id, or part of the name. */
export const searchRedemptions = endpoint("GET /api/redemption/search", "admin", {
  query: z.object({ keyword: z.optional(z.string()), ...pageQuery }),
  data: page(redemptionSchema),
  limit: "search",
});

export const getRedemption = endpoint("GET /api/redemption/:id", "admin", { data: redemptionSchema });

/** Makes `count` codes of `quota` each; an empty name becomes the quota as it is shown. Data: the codes. */
export const createRedemptions = endpoint("POST /api/redemption", "admin", {
  body: z.object({
    name: z._default(name, ""),
    quota: z._default(quota, DEFAULT_REDEMPTION_QUOTA),
    count: z._default(
      z
        .int("redemption.count-invalid")
        .check(
          z.gte(1, "redemption.count-invalid"),
          z.lte(REDEMPTION_BATCH_MAX, "redemption.count-too-large"),
        ),
      1,
    ),
    expired_time: z._default(expiredTime, NEVER_EXPIRES_CODE),
  }),
  data: z.array(z.string()),
});

/** Changes what is given, of an unused code only. With `status_only=true` only `status` counts (1 or 2). */
export const updateRedemption = endpoint("PUT /api/redemption", "admin", {
  query: z.object({ status_only: z.optional(boolText) }),
  body: z.object({
    id: z.int(),
    status: z.optional(z.int()),
    name: z.optional(name),
    quota: z.optional(quota),
    expired_time: z.optional(expiredTime),
  }),
  data: redemptionSchema,
});

/** Removes the code from every list; what it has already moved stays. */
export const deleteRedemption = endpoint("DELETE /api/redemption/:id", "admin", {});

/** Deletes the codes that nobody can redeem: used, disabled and expired ones. Data: how many. */
export const deleteInvalidRedemptions = endpoint("DELETE /api/redemption/invalid", "admin", {
  data: z.int(),
});
