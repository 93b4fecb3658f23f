import type { Insertable, Kysely } from "kysely";
import { ChannelStatus } from "@tollgate/contract/statuses";
import type { ChangeFeed } from "../../db/change-feed.ts";
import type { Database } from "../../db/database.ts";
import type { ChannelsTable, Schema } from "../../db/schema.ts";
import type { SecretKeys } from "../../secrets/secret-keys.ts";
import { insertAbilities, replaceAbilities } from "./channel-ability-store.ts";
import { sealChannelKey } from "./channel-key.ts";
import { listChannelRecords } from "./channel-list-store.ts";
import type { ChannelFilter } from "./channel-list-store.ts";
import { BLANK_HISTORY, channelColumns, RECORD_COLUMNS } from "./channel-record.ts";
import type { ChannelRecord, ChannelRow, ChannelValues } from "./channel-record.ts";

/** Reads and writes channels with their abilities; every write that the relay must know of is published. */
export interface ChannelStore {
  list(filter: ChannelFilter): Promise<{ rows: ChannelRecord[]; total: number }>;
  get(id: number): Promise<ChannelRecord | undefined>;
  /** Rows with the sealed key: all enabled ones, or one of any status. For the relay only. */
  enabledRows(): Promise<ChannelRow[]>;
  row(id: number): Promise<ChannelRow | undefined>;
  /**
   * One channel for each key. Hundreds of keys are written in several transactions, so that the one writer of SQLite
   * is never held for long: a crash in between leaves whole channels, but not all of them.
   */
  create(values: ChannelValues, keys: readonly string[], nowSeconds: number): Promise<void>;
  /** Answers the changed channel, or undefined when there is none. A key is replaced only when one is given. */
  update(id: number, change: Partial<ChannelValues>, key?: string): Promise<ChannelRecord | undefined>;
  /** The system's decision: status 3 with the reason, for a channel that is enabled. Answers whether it was. */
  switchOff(id: number, note: { reason: string; atSeconds: number }): Promise<boolean>;
  /** Enables a channel that the system has disabled, never one that a person has. Answers whether it was such. */
  switchOn(id: number): Promise<boolean>;
  /** Ids of the channels that the system has disabled. */
  switchedOff(): Promise<number[]>;
  /** Answers how many there were. */
  remove(ids: readonly number[]): Promise<number>;
  /** A disabled copy under another name, key included; answers its id, or undefined when there is no such channel. */
  copy(id: number, name: string, nowSeconds: number): Promise<number | undefined>;
  /** Not published: nothing is routed by it. */
  recordTest(id: number, test: { responseTimeMs: number; testedAtSeconds: number }): Promise<void>;
  names(ids: readonly number[]): Promise<Map<number, string>>;
  /** Models that enabled channels serve, for any group or for the given ones; sorted, each once. */
  enabledModels(groups?: readonly string[]): Promise<string[]>;
}

export interface ChannelStoreDeps {
  database: Database;
  secrets: Pick<SecretKeys, "vault" | "lookupHash">;
  feed: Pick<ChangeFeed, "publish">;
}

/** Ability rows written in one transaction at most. */
const ABILITIES_PER_TRANSACTION = 4000;

export function createChannelStore(deps: ChannelStoreDeps): ChannelStore {
  const { kysely } = deps.database;
  return {
    list: (filter) => listChannelRecords(deps.database, deps.secrets, filter),
    get: (id) => kysely.selectFrom("channels").select(RECORD_COLUMNS).where("id", "=", id).executeTakeFirst(),
    enabledRows: () =>
      kysely
        .selectFrom("channels")
        .selectAll()
        .where("status", "=", ChannelStatus.enabled)
        .orderBy("id")
        .execute(),
    row: (id) => kysely.selectFrom("channels").selectAll().where("id", "=", id).executeTakeFirst(),
    create: (values, keys, nowSeconds) => createChannels(deps, values, keys, nowSeconds),
    update: (id, change, key) => updateChannel(deps, id, change, key),
    switchOff: (id, note) =>
      setSystemStatus(deps, id, ChannelStatus.enabled, {
        status: ChannelStatus.autoDisabled,
        other_info: JSON.stringify({ status_reason: note.reason, status_time: note.atSeconds }),
      }),
    switchOn: (id) =>
      setSystemStatus(deps, id, ChannelStatus.autoDisabled, {
        status: ChannelStatus.enabled,
        other_info: "",
      }),
    switchedOff: () => switchedOffIds(deps.database),
    async remove(ids) {
      const { numDeletedRows } = await kysely
        .deleteFrom("channels")
        .where("id", "in", ids)
        .executeTakeFirstOrThrow();
      await Promise.all(ids.map((id) => deps.feed.publish("channels", id)));
      return Number(numDeletedRows);
    },
    copy: (id, name, nowSeconds) => copyChannel(deps, id, name, nowSeconds),
    async recordTest(id, test) {
      await kysely
        .updateTable("channels")
        .set({ response_time: test.responseTimeMs, test_time: test.testedAtSeconds })
        .where("id", "=", id)
        .execute();
    },
    names: (ids) => namesOf(deps.database, ids),
    enabledModels: (groups) => enabledModels(deps.database, groups),
  };
}

async function createChannels(
  { database, secrets, feed }: ChannelStoreDeps,
  values: ChannelValues,
  keys: readonly string[],
  nowSeconds: number,
): Promise<void> {
  const abilities = Math.max(1, values.group.length * values.models.length);
  const perTransaction = Math.max(1, Math.floor(ABILITIES_PER_TRANSACTION / abilities));
  const shared = { ...channelColumns(values), ...BLANK_HISTORY, created_time: nowSeconds };
  for (let start = 0; start < keys.length; start += perTransaction) {
    const rows = keys
      .slice(start, start + perTransaction)
      .map((key) => Object.assign(sealChannelKey(secrets, key), shared));
    await database.kysely.transaction().execute(async (transaction) => {
      const created = await insertChannels(transaction, rows);
      await insertAbilities(transaction, created, values.group, values.models);
    });
    // A turn of the event loop for the calls that are being relayed.
    await new Promise((resolve) => setImmediate(resolve));
  }
  await feed.publish("channels");
}

async function insertChannels(
  transaction: Kysely<Schema>,
  rows: readonly Insertable<ChannelsTable>[],
): Promise<number[]> {
  const created = await transaction.insertInto("channels").values(rows).returning("id").execute();
  return created.map(({ id }) => id);
}

async function updateChannel(
  { database, secrets, feed }: ChannelStoreDeps,
  id: number,
  change: Partial<ChannelValues>,
  key: string | undefined,
): Promise<ChannelRecord | undefined> {
  const columns = {
    // A change of nothing is still answered with the channel.
    id,
    ...channelColumns(change),
    ...(key !== undefined && sealChannelKey(secrets, key)),
    // Why the system switched a channel off is history once a person decides.
    ...(change.status !== undefined && { other_info: "" }),
  };
  const changed = await database.kysely.transaction().execute(async (transaction) => {
    const row = await transaction
      .updateTable("channels")
      .set(columns)
      .where("id", "=", id)
      .returning(RECORD_COLUMNS)
      .executeTakeFirst();
    if (row && (change.group || change.models)) await replaceAbilities(transaction, row);
    return row;
  });
  if (changed) await feed.publish("channels", id);
  return changed;
}

async function setSystemStatus(
  { database, feed }: ChannelStoreDeps,
  id: number,
  from: number,
  to: { status: number; other_info: string },
): Promise<boolean> {
  const { numUpdatedRows } = await database.kysely
    .updateTable("channels")
    .set(to)
    .where("id", "=", id)
    .where("status", "=", from)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) return false;
  await feed.publish("channels", id);
  return true;
}

async function switchedOffIds({ reader }: Database): Promise<number[]> {
  const rows = await reader
    .selectFrom("channels")
    .select("id")
    .where("status", "=", ChannelStatus.autoDisabled)
    .orderBy("id")
    .execute();
  return rows.map(({ id }) => id);
}

async function copyChannel(
  { database, feed }: ChannelStoreDeps,
  id: number,
  name: string,
  nowSeconds: number,
): Promise<number | undefined> {
  const copied = await database.kysely.transaction().execute(async (transaction) => {
    const source = await transaction
      .selectFrom("channels")
      .selectAll()
      .where("id", "=", id)
      .executeTakeFirst();
    if (!source) return undefined;
    const { id: _, ...row } = source;
    const copy = { ...row, ...BLANK_HISTORY, name, status: ChannelStatus.disabled, created_time: nowSeconds };
    const [created] = await insertChannels(transaction, [copy]);
    if (created !== undefined) await replaceAbilities(transaction, { ...row, id: created });
    return created;
  });
  if (copied !== undefined) await feed.publish("channels", copied);
  return copied;
}

async function namesOf({ reader }: Database, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await reader.selectFrom("channels").select(["id", "name"]).where("id", "in", ids).execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

async function enabledModels({ reader }: Database, groups?: readonly string[]): Promise<string[]> {
  if (groups?.length === 0) return [];
  const rows = await reader
    .selectFrom("abilities")
    .innerJoin("channels", "channels.id", "abilities.channel_id")
    .select("abilities.model")
    .distinct()
    .where("channels.status", "=", ChannelStatus.enabled)
    .$if(groups !== undefined, (query) => query.where("abilities.group", "in", groups ?? []))
    .execute();
  // Sorted here: the engines' collations differ.
  return rows.map(({ model }) => model).sort();
}
