import type { Selectable } from "kysely";
import type { TokensTable } from "../../db/schema.ts";

export type TokenRow = Selectable<TokensTable>;

/** A token with what the relay must know of its owner. */
export type TokenOwnerRow = Omit<TokenRow, "key_hash" | "key_sealed" | "deleted_at"> & {
  username: string;
  role: number;
  user_status: number;
  user_group: string;
};

/** What an owner decides about a token, apart from its balance. */
export interface TokenValues {
  name: string;
  status: number;
  expired_time: number;
  unlimited_quota: boolean;
  model_limits_enabled: boolean;
  model_limits: readonly string[];
  allow_ips: readonly string[];
  group: string;
  auto_groups: readonly string[];
  cross_group_retry: boolean;
}

type TokenColumns = Pick<TokenRow, keyof TokenValues>;

/** Values as their columns hold them. */
export function tokenColumns(values: TokenValues): TokenColumns;
export function tokenColumns(values: Partial<TokenValues>): Partial<TokenColumns>;
export function tokenColumns(values: Partial<TokenValues>): Partial<TokenColumns> {
  const { unlimited_quota: unlimited, model_limits_enabled: limited, ...rest } = values;
  const { model_limits: models, allow_ips: addresses, auto_groups: groups, ...others } = rest;
  const { cross_group_retry: crosses, ...same } = others;
  return {
    ...same,
    ...(unlimited !== undefined && { unlimited_quota: unlimited ? 1 : 0 }),
    ...(limited !== undefined && { model_limits_enabled: limited ? 1 : 0 }),
    ...(models && { model_limits: models.join(",") }),
    ...(groups && { auto_groups: groups.join(",") }),
    ...(crosses !== undefined && { cross_group_retry: crosses ? 1 : 0 }),
    ...(addresses && { allow_ips: addresses.join("\n") }),
  };
}
