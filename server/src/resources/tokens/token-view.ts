import * as z from "zod/mini";
import { csv, lines } from "@tollgate/contract/codecs";
import type { Token } from "@tollgate/contract/tokens";
import type { Balance } from "../../ledger/verbs.ts";
import type { SecretKeys } from "../../secrets/secret-keys.ts";
import { openTokenKey } from "./token-key.ts";
import { shownStatus } from "./token-policy.ts";
import type { TokenRow } from "./token-record.ts";

/** A token as its owner's calls answer it, key in full. */
export function tokenView(
  row: TokenRow,
  balance: Balance,
  secrets: Pick<SecretKeys, "vault">,
  nowSeconds: number,
): Token {
  const { key_hash: _, key_sealed: __, deleted_at: ___, ...shown } = row;
  return {
    ...shown,
    key: openTokenKey(secrets, row),
    status: shownStatus(row, balance.posted, nowSeconds),
    remain_quota: balance.posted,
    used_quota: balance.used,
    unlimited_quota: row.unlimited_quota !== 0,
    model_limits_enabled: row.model_limits_enabled !== 0,
    model_limits: z.decode(csv, row.model_limits),
    allow_ips: z.decode(lines, row.allow_ips),
    auto_groups: z.decode(csv, row.auto_groups),
    cross_group_retry: row.cross_group_retry !== 0,
  };
}
