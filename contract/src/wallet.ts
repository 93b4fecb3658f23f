import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { enteredQuotaSchema, quotaSchema } from "./quota.ts";
import { requestKey } from "./users.ts";

/** Redeems a code; data is how much was added. A code pays once, however many ask at the same time. */
export const redeemCode = endpoint("POST /api/user/topup", "user", {
  body: z.object({
    key: z
      .string()
      .check(z.trim(), z.minLength(1, "redemption.code-required"), z.maxLength(256, "redemption.invalid")),
  }),
  data: quotaSchema,
  limit: "critical",
});

/** One's own affiliate code; made at the first call if there is none. */
export const getAffiliateCode = endpoint("GET /api/user/aff", "user", { data: z.string() });

/**
 * Moves earned quota to the balance: at least option QuotaPerUnit, at most what is there. A call that is repeated with
 * the same `request_key` moves nothing.
 */
export const transferAffiliateQuota = endpoint("POST /api/user/aff_transfer", "user", {
  body: z.object({ quota: enteredQuotaSchema, request_key: z.optional(requestKey) }),
});
