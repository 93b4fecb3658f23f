import type { Insertable, Kysely } from "kysely";
import { ChannelStatus } from "@tollgate/contract/statuses";
import type { ChangeFeed } from "../../db/change-feed.ts";
import type { Database } from "../../db/database.ts";
import type { ChannelsTable, Schema } from "../../db/schema.ts";
import type { SecretKeys } from "../../secrets/secret-keys.ts";
import { insertAbilities, repairAbilities, replaceAbilities } from "./channel-ability-store.ts";
import { sealChannelKey } from "./channel-key.ts";
import {
  channelNames,
  enabledModelNames,
  listChannelRecords,
  listRunTargets,
  listTaggedRecords,
  tagModelNames,
} from "./channel-list-store.ts";
import type { ChannelFilter, RunTarget } from "./channel-list-store.ts";
import { BLANK_HISTORY, channelColumns, RECORD_COLUMNS } from "./channel-record.ts";
import type { ChannelRecord, ChannelRow, ChannelValues } from "./channel-record.ts";
import { sealProxy } from "./proxy-secret.ts";

/** Channels that are changed together. */
export type ChannelSelection = { readonly ids: readonly number[] } | { readonly tag: string };

/** Reads and writes channels with their abilities; every write that the relay must know of is published. */
export interface ChannelStore {
  list(filter: ChannelFilter): Promise<{ rows: ChannelRecord[]; total: number }>;
  /** The same, counted in tags and channels without one; `rows` are all channels of a page's tags. */
  listTagged(filter: ChannelFilter): Promise<{ rows: ChannelRecord[]; total: number }>;
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
  /** Changes several alike; answers how many there were. Their abilities are written in several transactions. */
  updateMany(selection: ChannelSelection, change: Partial<ChannelValues>): Promise<number>;
  /** The system's decision: status 3 with the reason, for a channel that is enabled. Answers whether it was. */
  switchOff(id: number, note: { reason: string; atSeconds: number }): Promise<boolean>;
  /** Enables a channel that the system has disabled, never one that a person has. Answers whether it was such. */
  switchOn(id: number): Promise<boolean>;
  /** Ids of the channels that the system has disabled. */
  switchedOff(): Promise<number[]>;
  /** Answers how many there were. */
  remove(ids: readonly number[]): Promise<number>;
  /** Removes all that are not enabled; answers how many there were. */
  removeDisabled(): Promise<number>;
  /** A disabled copy under another name, key included; answers its id, or undefined when there is no such channel. */
  copy(id: number, name: string, nowSeconds: number): Promise<number | undefined>;
  /** Not published: nothing is routed by it. */
  recordTest(id: number, test: { responseTimeMs: number; testedAtSeconds: number }): Promise<void>;
  /** Not published: nothing is routed by it. */
  recordBalance(id: number, balance: { balanceUsd: number; updatedAtSeconds: number }): Promise<void>;
  /** Writes anew the abilities that differ from their channel; answers for how many channels. */
  repairAbilities(): Promise<number>;
  /** What work over all channels must know of those with the given statuses, by id. */
  runTargets(statuses: readonly number[]): Promise<RunTarget[]>;
  /** Models that channels of the tag serve. */
  tagModels(tag: string): Promise<string[]>;
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
    listTagged: (filter) => listTaggedRecords(deps.database, deps.secrets, filter),
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
    updateMany: (selection, change) => updateChannels(deps, selection, change),
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
    async removeDisabled() {
      const { numDeletedRows } = await kysely
        .deleteFrom("channels")
        .where("status", "<>", ChannelStatus.enabled)
        .executeTakeFirstOrThrow();
      if (numDeletedRows > 0n) await deps.feed.publish("channels");
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
    async recordBalance(id, { balanceUsd, updatedAtSeconds }) {
      await kysely
        .updateTable("channels")
        .set({ balance: balanceUsd, balance_updated_time: updatedAtSeconds })
        .where("id", "=", id)
        .execute();
    },
    async repairAbilities() {
      const repaired = await repairAbilities(deps.database);
      if (repaired > 0) await deps.feed.publish("channels");
      return repaired;
    },
    runTargets: (statuses) => listRunTargets(deps.database, statuses),
    tagModels: (tag) => tagModelNames(deps.database, tag),
    names: (ids) => channelNames(deps.database, ids),
    enabledModels: (groups) => enabledModelNames(deps.database, groups),
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
  const setting = sealProxy(secrets, values.setting);
  const shared = { ...channelColumns({ ...values, setting }), ...BLANK_HISTORY, created_time: nowSeconds };
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
    ...changedColumns(change),
    ...(key !== undefined && sealChannelKey(secrets, key)),
  };
  const changed = await database.kysely.transaction().execute(async (transaction) => {
    if (change.setting !== undefined)
      columns.setting = sealProxy(secrets, change.setting, await settingOf(transaction, id));
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

async function settingOf(transaction: Kysely<Schema>, id: number): Promise<string | undefined> {
  const row = await transaction
    .selectFrom("channels")
    .select("setting")
    .where("id", "=", id)
    .executeTakeFirst();
  return row?.setting;
}

function changedColumns(change: Partial<ChannelValues>): Partial<ChannelRow> {
  return {
    ...channelColumns(change),
    // Why the system switched a channel off is history once a person decides.
    ...(change.status !== undefined && { other_info: "" }),
  };
}

async function updateChannels(
  { database, feed }: ChannelStoreDeps,
  selection: ChannelSelection,
  change: Partial<ChannelValues>,
): Promise<number> {
  const selected = await database.kysely
    .selectFrom("channels")
    .select(["id", "group", "models"])
    .where((where) =>
      "tag" in selection ? where("tag", "=", selection.tag) : where("id", "in", selection.ids),
    )
    .execute();
  const columns = changedColumns(change);
  if (selected.length === 0 || Object.keys(columns).length === 0) return selected.length;
  const isRouted = change.group !== undefined || change.models !== undefined;
  const abilities = (row: { group: string; models: string }) =>
    isRouted ? commas(columns.group ?? row.group) * commas(columns.models ?? row.models) : 1;
  for (const part of portions(selected, abilities)) {
    await database.kysely.transaction().execute(async (transaction) => {
      const rows = await transaction
        .updateTable("channels")
        .set(columns)
        .where(
          "id",
          "in",
          part.map(({ id }) => id),
        )
        .returning(["id", "group", "models"])
        .execute();
      if (isRouted) for (const row of rows) await replaceAbilities(transaction, row);
    });
    // A turn of the event loop for the calls that are being relayed.
    await new Promise((resolve) => setImmediate(resolve));
  }
  await feed.publish("channels");
  return selected.length;
}

/** Splits rows so that each portion writes a bounded number of abilities. */
function portions<Row>(rows: readonly Row[], abilitiesOf: (row: Row) => number): Row[][] {
  const parts: Row[][] = [];
  let room = 0;
  for (const row of rows) {
    const cost = abilitiesOf(row);
    if (cost > room || parts.length === 0) {
      parts.push([]);
      room = ABILITIES_PER_TRANSACTION;
    }
    parts.at(-1)?.push(row);
    room -= cost;
  }
  return parts;
}

function commas(list: string): number {
  return list.split(",").length;
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
