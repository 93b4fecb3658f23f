import * as z from "zod/mini";
import { boolText, csv, lines } from "./codecs.ts";
import { endpoint } from "./endpoint.ts";
import { page, pageQuery } from "./envelope.ts";
import { enteredQuotaSchema, quotaSchema } from "./quota.ts";
import { NEVER_EXPIRES } from "./statuses.ts";

export const TOKEN_NAME_MAX = 30;
export const TOKEN_BATCH_MAX = 100;
/** Most groups in a token's own list for the group `auto`. */
export const TOKEN_AUTO_GROUPS_MAX = 5;
/** Most tokens one user may own. */
export const TOKENS_PER_USER_MAX = 1000;
/** Shown before every key; accepted with and without it. */
export const TOKEN_KEY_PREFIX = "sk-";
export const DEFAULT_TOKEN_QUOTA = 500_000;

const name = z
  .string()
  .check(z.trim(), z.minLength(1, "token.name-required"), z.maxLength(TOKEN_NAME_MAX, "token.name-too-long"));
/** Unix seconds, or −1 = never. */
const expiredTime = z.int("token.expiry-invalid").check(
  z.refine((time) => time === NEVER_EXPIRES || time > 0, "token.expiry-invalid"),
  z.lte(253_402_300_799, "token.expiry-invalid"),
);
/** Addresses or CIDR ranges, one a line; empty = any. Each is validated by the server's address parser. */
const allowIps = lines.check(z.maxLength(100, "token.too-many-addresses"));
const modelLimits = csv.check(z.maxLength(500, "token.too-many-models"));

export const tokenSchema = z.object({
  id: z.int(),
  user_id: z.int(),
  name: z.string(),
  /** In full, without `sk-`: only the owner's own calls answer it. */
  key: z.string(),
  status: z.int(),
  remain_quota: quotaSchema,
  used_quota: quotaSchema,
  unlimited_quota: z.boolean(),
  created_time: z.int(),
  accessed_time: z.int(),
  expired_time: z.int(),
  model_limits_enabled: z.boolean(),
  model_limits: csv,
  allow_ips: lines,
  group: z.string(),
  /** For the group `auto`: the token's own list in place of the option AutoGroups; empty = the option's. */
  auto_groups: csv,
  /** For the group `auto`: go on to the next group when the channels of one have failed. */
  cross_group_retry: z.boolean(),
});
export type Token = z.output<typeof tokenSchema>;

const editable = {
  name,
  expired_time: expiredTime,
  remain_quota: enteredQuotaSchema,
  unlimited_quota: z.boolean(),
  model_limits_enabled: z.boolean(),
  model_limits: modelLimits,
  allow_ips: allowIps,
  group: z.string().check(z.maxLength(64, "input.too-long")),
  auto_groups: csv.check(z.maxLength(TOKEN_AUTO_GROUPS_MAX, "input.too-long")),
  cross_group_retry: z.boolean(),
};

export const listTokens = endpoint("GET /api/token", "user", {
  query: z.object(pageQuery),
  data: page(tokenSchema),
});

/** By name (contains) and by key (with or without `sk-`, exact). */
export const searchTokens = endpoint("GET /api/token/search", "user", {
  query: z.object({ keyword: z.optional(z.string()), token: z.optional(z.string()), ...pageQuery }),
  data: page(tokenSchema),
  limit: "search",
});

export const getToken = endpoint("GET /api/token/:id", "user", { data: tokenSchema });

/** Makes `count` tokens; names after the first get a random six-character suffix. */
export const createToken = endpoint("POST /api/token", "user", {
  body: z.object({
    name,
    expired_time: z._default(expiredTime, NEVER_EXPIRES),
    remain_quota: z._default(enteredQuotaSchema, DEFAULT_TOKEN_QUOTA),
    unlimited_quota: z._default(z.boolean(), false),
    model_limits_enabled: z._default(z.boolean(), false),
    model_limits: z.optional(modelLimits),
    allow_ips: z.optional(allowIps),
    group: z._default(editable.group, ""),
    auto_groups: z.optional(editable.auto_groups),
    cross_group_retry: z._default(editable.cross_group_retry, false),
    count: z._default(
      z
        .int("token.count-invalid")
        .check(z.gte(1, "token.count-invalid"), z.lte(TOKEN_BATCH_MAX, "token.count-invalid")),
      1,
    ),
  }),
});

/** Changes what is given. With `status_only=true` only `status` counts (1 or 2). */
export const updateToken = endpoint("PUT /api/token", "user", {
  query: z.object({ status_only: z.optional(boolText) }),
  body: z.object({ id: z.int(), status: z.optional(z.int()), ...z.partial(z.object(editable)).shape }),
  data: tokenSchema,
});

export const deleteToken = endpoint("DELETE /api/token/:id", "user", {});

/** Deletes several of one's own tokens; data is how many there were. */
export const deleteTokens = endpoint("POST /api/token/batch", "user", {
  body: z.object({
    ids: z.array(z.int()).check(z.minLength(1, "input.nothing-selected"), z.maxLength(1000, "input.invalid")),
  }),
  data: z.int(),
});
