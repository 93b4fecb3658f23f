import { sql } from "kysely";
import type { ColumnDefinitionBuilder, Kysely } from "kysely";
import type { MigrationContext } from "../migrator.ts";

const required = (column: ColumnDefinitionBuilder) => column.notNull();
const zero = (column: ColumnDefinitionBuilder) => column.notNull().defaultTo(0);
const empty = (column: ColumnDefinitionBuilder) => column.notNull().defaultTo("");

/** Accounts, tokens, channels, options, logs and the ledger. */
export async function up(
  db: Kysely<unknown>,
  { identity, rowNumber, byKey }: MigrationContext,
): Promise<void> {
  await db.schema
    .createTable("meta")
    .addColumn("key", "text", (c) => c.primaryKey())
    .addColumn("value", "text", required)
    .execute();
  await db.schema
    .createTable("options")
    .addColumn("key", "text", (c) => c.primaryKey())
    .addColumn("value", "text", required)
    .execute();
  await db.schema
    .createTable("nodes")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("started_at", "bigint", required)
    .addColumn("seen_at", "bigint", required)
    .execute();
  await createAccounts(db, identity);
  await createTokensAndChannels(db, identity);
  await createLogs(db, rowNumber);
  await createLedger(db, byKey);
}

async function createAccounts(db: Kysely<unknown>, identity: MigrationContext["identity"]): Promise<void> {
  await db.schema
    .createTable("users")
    .addColumn("id", ...identity)
    .addColumn("username", "text", (c) => c.notNull().unique())
    .addColumn("password_hash", "text", required)
    .addColumn("display_name", "text", empty)
    .addColumn("role", "integer", required)
    .addColumn("status", "integer", required)
    .addColumn("email", "text", empty)
    .addColumn("group", "text", required)
    .addColumn("access_token_hash", "text", (c) => c.unique())
    .addColumn("aff_code", "text", (c) => c.notNull().unique())
    .addColumn("aff_count", "bigint", zero)
    .addColumn("inviter_id", "bigint", zero)
    .addColumn("github_id", "text", empty)
    .addColumn("wechat_id", "text", empty)
    .addColumn("telegram_id", "text", empty)
    .addColumn("linux_do_id", "text", empty)
    .addColumn("setting", "text", empty)
    .addColumn("created_at", "bigint", required)
    .addColumn("last_login_at", "bigint", zero)
    .addColumn("deleted_at", "bigint")
    .execute();
  await db.schema.createIndex("users_email").on("users").column("email").execute();
  await db.schema
    .createTable("sessions")
    .addColumn("id_hash", "text", (c) => c.primaryKey())
    .addColumn("user_id", "bigint", (c) => c.notNull().references("users.id").onDelete("cascade"))
    .addColumn("created_at", "bigint", required)
    .addColumn("expires_at", "bigint", required)
    .addColumn("ip", "text", empty)
    .addColumn("user_agent", "text", empty)
    .execute();
  await db.schema.createIndex("sessions_user").on("sessions").column("user_id").execute();
  await db.schema.createIndex("sessions_expiry").on("sessions").column("expires_at").execute();
}

async function createTokensAndChannels(
  db: Kysely<unknown>,
  identity: MigrationContext["identity"],
): Promise<void> {
  await db.schema
    .createTable("tokens")
    .addColumn("id", ...identity)
    .addColumn("user_id", "bigint", (c) => c.notNull().references("users.id"))
    .addColumn("name", "text", required)
    .addColumn("key_hash", "text", (c) => c.notNull().unique())
    .addColumn("key_sealed", "text", required)
    .addColumn("status", "integer", required)
    .addColumn("created_time", "bigint", required)
    .addColumn("accessed_time", "bigint", zero)
    .addColumn("expired_time", "bigint", required)
    .addColumn("unlimited_quota", "integer", zero)
    .addColumn("model_limits_enabled", "integer", zero)
    .addColumn("model_limits", "text", empty)
    .addColumn("allow_ips", "text", empty)
    .addColumn("group", "text", empty)
    .addColumn("deleted_at", "bigint")
    .execute();
  await db.schema.createIndex("tokens_user").on("tokens").columns(["user_id", "id"]).execute();
  await db.schema
    .createTable("channels")
    .addColumn("id", ...identity)
    .addColumn("name", "text", required)
    .addColumn("type", "integer", required)
    .addColumn("key_hash", "text", required)
    .addColumn("key_sealed", "text", required)
    .addColumn("base_url", "text", empty)
    .addColumn("status", "integer", required)
    .addColumn("group", "text", required)
    .addColumn("models", "text", required)
    .addColumn("model_mapping", "text", empty)
    .addColumn("other", "text", empty)
    .addColumn("tag", "text", empty)
    .addColumn("priority", "bigint", zero)
    .addColumn("weight", "bigint", zero)
    .addColumn("test_model", "text", empty)
    .addColumn("auto_ban", "integer", (c) => c.notNull().defaultTo(1))
    .addColumn("setting", "text", empty)
    .addColumn("status_code_mapping", "text", empty)
    .addColumn("openai_organization", "text", empty)
    .addColumn("response_time", "bigint", zero)
    .addColumn("test_time", "bigint", zero)
    .addColumn("created_time", "bigint", required)
    .addColumn("used_quota", "bigint", zero)
    .addColumn("balance", "double precision", zero)
    .addColumn("balance_updated_time", "bigint", zero)
    .addColumn("other_info", "text", empty)
    .execute();
  await db.schema.createIndex("channels_key").on("channels").column("key_hash").execute();
  await db.schema
    .createTable("abilities")
    .addColumn("group", "text", required)
    .addColumn("model", "text", required)
    .addColumn("channel_id", "bigint", (c) => c.notNull().references("channels.id").onDelete("cascade"))
    .addPrimaryKeyConstraint("abilities_pk", ["group", "model", "channel_id"])
    .execute();
  await db.schema.createIndex("abilities_channel").on("abilities").column("channel_id").execute();
}

async function createLogs(db: Kysely<unknown>, rowNumber: MigrationContext["rowNumber"]): Promise<void> {
  await db.schema
    .createTable("logs")
    .addColumn("id", ...rowNumber)
    .addColumn("created_at", "bigint", required)
    .addColumn("type", "integer", required)
    .addColumn("user_id", "bigint", required)
    .addColumn("username", "text", empty)
    .addColumn("channel_id", "bigint", zero)
    .addColumn("token_id", "bigint", zero)
    .addColumn("token_name", "text", empty)
    .addColumn("model_name", "text", empty)
    .addColumn("group", "text", empty)
    .addColumn("is_stream", "integer", zero)
    .addColumn("use_time", "bigint", zero)
    .addColumn("prompt_tokens", "bigint", zero)
    .addColumn("completion_tokens", "bigint", zero)
    .addColumn("quota", "bigint", zero)
    .addColumn("content", "text", empty)
    .addColumn("ip", "text", empty)
    .addColumn("request_id", "text", empty)
    .addColumn("other", "text", empty)
    .execute();
  await db.schema.createIndex("logs_created").on("logs").column("created_at").execute();
  await db.schema.createIndex("logs_user").on("logs").columns(["user_id", "created_at"]).execute();
  await db.schema.createIndex("logs_request").on("logs").column("request_id").execute();
}

async function createLedger(db: Kysely<unknown>, byKey: MigrationContext["byKey"]): Promise<void> {
  await db.schema
    .createTable("ledger_accounts")
    .addColumn("id", "bigint", (c) => c.primaryKey())
    .addColumn("posted", "bigint", zero)
    .addColumn("held", "bigint", (c) =>
      c
        .notNull()
        .defaultTo(0)
        .check(sql`held >= 0`),
    )
    .addColumn("used", "bigint", zero)
    .addColumn("requests", "bigint", zero)
    .execute();
  await db.schema
    .createTable("ledger_holds")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("payer", "bigint", required)
    .addColumn("limit", "bigint")
    .addColumn("amount", "bigint", (c) => c.notNull().check(sql`amount >= 0`))
    .addColumn("node_id", "text", required)
    .addColumn("created_at_ms", "bigint", required)
    .$call(byKey)
    .execute();
  await db.schema
    .createTable("ledger_entries")
    .addColumn("key", "text", (c) => c.primaryKey())
    .addColumn("kind", "text", required)
    .addColumn("account", "bigint", required)
    .addColumn("amount", "bigint", required)
    .addColumn("second_account", "bigint")
    .addColumn("second_amount", "bigint", zero)
    .addColumn("note", "text", empty)
    .addColumn("created_at_ms", "bigint", required)
    .$call(byKey)
    .execute();
}
