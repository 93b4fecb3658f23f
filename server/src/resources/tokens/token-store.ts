import type { ExpressionBuilder, Kysely } from "kysely";
import { TOKEN_KEY_PREFIX, TOKENS_PER_USER_MAX } from "@tollgate/contract/tokens";
import { TokenStatus } from "@tollgate/contract/statuses";
import type { ChangeFeed } from "../../db/change-feed.ts";
import type { Database } from "../../db/database.ts";
import type { Schema } from "../../db/schema.ts";
import { containsText } from "../../db/text-match.ts";
import { tokenAccount } from "../../ledger/account.ts";
import type { Ledger } from "../../ledger/ledger.ts";
import { AppError } from "../../lib/app-error.ts";
import type { SecretKeys } from "../../secrets/secret-keys.ts";
import { newTokenKey, sealTokenKey, tokenKeyHash } from "./token-key.ts";
import { tokenColumns } from "./token-record.ts";
import type { TokenOwnerRow, TokenRow, TokenValues } from "./token-record.ts";

export interface TokenFilter {
  /** In the name. */
  keyword?: string | undefined;
  /** The whole key, with or without `sk-`. */
  key?: string | undefined;
  limit: number;
  offset: number;
}

/** Reads and writes tokens. Everything but the two look-ups of the relay is scoped to one owner. */
export interface TokenStore {
  list(userId: number, filter: TokenFilter): Promise<{ rows: TokenRow[]; total: number }>;
  get(userId: number, id: number): Promise<TokenRow | undefined>;
  /**
   * One token for each name, with its ledger account, all or none. Throws token.too-many when the owner would have
   * more than the limit.
   */
  create(
    userId: number,
    names: readonly string[],
    values: Omit<TokenValues, "name" | "status">,
    opening: { remainQuota: number; nowSeconds: number },
  ): Promise<void>;
  /** Answers the changed token, or undefined when the owner has none of this id. */
  update(userId: number, id: number, change: Partial<TokenValues>): Promise<TokenRow | undefined>;
  /** Answers how many of them the owner had. The rows stay, marked, because entries and logs name them. */
  remove(userId: number, ids: readonly number[], nowSeconds: number): Promise<number>;
  /** Of any owner, by the hash of the key; none when token or owner have been deleted. */
  findOwner(keyHash: string): Promise<TokenOwnerRow | undefined>;
  /** Notes that the key was used. Not published. */
  touch(id: number, nowSeconds: number): Promise<void>;
}

export interface TokenStoreDeps {
  database: Database;
  ledger: Pick<Ledger<never>, "openAccount">;
  secrets: Pick<SecretKeys, "vault" | "lookupHash">;
  feed: Pick<ChangeFeed, "publish">;
}

export function createTokenStore(deps: TokenStoreDeps): TokenStore {
  const { kysely } = deps.database;
  return {
    list: (userId, filter) => listTokenRows(deps, userId, filter),
    get: (userId, id) =>
      kysely
        .selectFrom("tokens")
        .selectAll()
        .where("id", "=", id)
        .where("user_id", "=", userId)
        .where("deleted_at", "is", null)
        .executeTakeFirst(),
    create: (userId, names, values, opening) => createTokens(deps, userId, names, values, opening),
    async update(userId, id, change) {
      const row = await kysely
        .updateTable("tokens")
        // A change of nothing is still answered with the token.
        .set({ id, ...tokenColumns(change) })
        .where("id", "=", id)
        .where("user_id", "=", userId)
        .where("deleted_at", "is", null)
        .returningAll()
        .executeTakeFirst();
      if (row) await deps.feed.publish("tokens", id);
      return row;
    },
    async remove(userId, ids, nowSeconds) {
      const removed = await kysely
        .updateTable("tokens")
        .set({ deleted_at: nowSeconds })
        .where("id", "in", ids)
        .where("user_id", "=", userId)
        .where("deleted_at", "is", null)
        .returning("id")
        .execute();
      for (const { id } of removed) await deps.feed.publish("tokens", id);
      return removed.length;
    },
    findOwner: (keyHash) => findOwner(kysely, keyHash),
    async touch(id, nowSeconds) {
      await kysely.updateTable("tokens").set({ accessed_time: nowSeconds }).where("id", "=", id).execute();
    },
  };
}

async function listTokenRows(
  { database: { engine, reader }, secrets }: TokenStoreDeps,
  userId: number,
  { keyword, key, limit, offset }: TokenFilter,
): Promise<{ rows: TokenRow[]; total: number }> {
  const condition = (where: ExpressionBuilder<Schema, "tokens">) =>
    where.and([
      where("user_id", "=", userId),
      where("deleted_at", "is", null),
      ...(keyword ? [containsText(engine, "tokens.name", keyword)] : []),
      ...(key ? [where("key_hash", "=", tokenKeyHash(secrets, withoutPrefix(key)))] : []),
    ]);
  const [rows, counted] = await Promise.all([
    reader
      .selectFrom("tokens")
      .selectAll()
      .where(condition)
      .orderBy("id", "desc")
      .limit(limit)
      .offset(offset)
      .execute(),
    reader
      .selectFrom("tokens")
      .select((e) => e.fn.countAll<number>().as("total"))
      .where(condition)
      .executeTakeFirstOrThrow(),
  ]);
  return { rows, total: counted.total };
}

function withoutPrefix(key: string): string {
  return key.startsWith(TOKEN_KEY_PREFIX) ? key.slice(TOKEN_KEY_PREFIX.length) : key;
}

async function createTokens(
  { database, ledger, secrets }: TokenStoreDeps,
  userId: number,
  names: readonly string[],
  values: Omit<TokenValues, "name" | "status">,
  { remainQuota, nowSeconds }: { remainQuota: number; nowSeconds: number },
): Promise<void> {
  const shared = {
    ...tokenColumns({ ...values, name: "", status: TokenStatus.enabled }),
    user_id: userId,
    created_time: nowSeconds,
    accessed_time: 0,
    deleted_at: null,
  };
  const rows = names.map((name) => Object.assign(sealTokenKey(secrets, newTokenKey()), shared, { name }));
  await database.kysely.transaction().execute(async (transaction) => {
    if (database.engine === "postgres") await lockOwner(transaction, userId);
    const { owned } = await transaction
      .selectFrom("tokens")
      .select((e) => e.fn.countAll<number>().as("owned"))
      .where("user_id", "=", userId)
      .where("deleted_at", "is", null)
      .executeTakeFirstOrThrow();
    if (owned + rows.length > TOKENS_PER_USER_MAX)
      throw new AppError("token.too-many", { limit: TOKENS_PER_USER_MAX });
    const created = await transaction.insertInto("tokens").values(rows).returning("id").execute();
    for (const { id } of created) await ledger.openAccount(transaction, tokenAccount(id), remainQuota);
  });
}

/** Two creations of one owner at the same time could both fit under the limit; on SQLite there is one writer. */
async function lockOwner(transaction: Kysely<Schema>, userId: number): Promise<void> {
  await transaction.selectFrom("users").select("id").where("id", "=", userId).forUpdate().execute();
}

function findOwner(kysely: Kysely<Schema>, keyHash: string): Promise<TokenOwnerRow | undefined> {
  return kysely
    .selectFrom("tokens")
    .innerJoin("users", "users.id", "tokens.user_id")
    .select([
      "tokens.id",
      "tokens.user_id",
      "tokens.name",
      "tokens.status",
      "tokens.created_time",
      "tokens.accessed_time",
      "tokens.expired_time",
      "tokens.unlimited_quota",
      "tokens.model_limits_enabled",
      "tokens.model_limits",
      "tokens.allow_ips",
      "tokens.group",
      "tokens.auto_groups",
      "tokens.cross_group_retry",
      "users.username",
      "users.role",
      "users.status as user_status",
      "users.group as user_group",
    ])
    .where("tokens.key_hash", "=", keyHash)
    .where("tokens.deleted_at", "is", null)
    .where("users.deleted_at", "is", null)
    .executeTakeFirst();
}
