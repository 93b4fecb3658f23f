import { sql } from "kysely";
import type { ExpressionBuilder } from "kysely";
import { RELAYABLE_TYPES } from "@tollgate/contract/channel-types";
import { ChannelStatus } from "@tollgate/contract/statuses";
import type { Database } from "../../db/database.ts";
import type { Schema } from "../../db/schema.ts";
import { containsText } from "../../db/text-match.ts";
import type { SecretKeys } from "../../secrets/secret-keys.ts";
import { channelKeyHash } from "./channel-key.ts";
import { RECORD_COLUMNS } from "./channel-record.ts";
import type { ChannelRecord } from "./channel-record.ts";

export interface ChannelFilter {
  /** Id or key (exact), name or base URL (contains). */
  keyword?: string | undefined;
  /** Exact name. */
  group?: string | undefined;
  /** Part of a name: `gpt-4` finds `gpt-4o` too. */
  model?: string | undefined;
  status?: number | undefined;
  /** Newest first, instead of highest priority first. */
  idSort?: boolean | undefined;
  limit: number;
  offset: number;
}

/** What work over all channels must know of one. */
export type RunTarget = Pick<ChannelRecord, "id" | "name" | "type" | "status" | "auto_ban">;

/** One page of channels and how many fit the filter in all. */
export async function listChannelRecords(
  database: Database,
  secrets: Pick<SecretKeys, "lookupHash">,
  filter: ChannelFilter,
): Promise<{ rows: ChannelRecord[]; total: number }> {
  const condition = conditionOf(database, secrets, filter);
  const [rows, counted] = await Promise.all([
    database.reader
      .selectFrom("channels")
      .select(RECORD_COLUMNS)
      .where(condition)
      .$if(!filter.idSort, (q) => q.orderBy("priority", "desc"))
      .orderBy("id", "desc")
      .limit(filter.limit)
      .offset(filter.offset)
      .execute(),
    database.reader
      .selectFrom("channels")
      .select((e) => e.fn.countAll<number>().as("total"))
      .where(condition)
      .executeTakeFirstOrThrow(),
  ]);
  return { rows, total: counted.total };
}

/**
 * The same in units: a tag with a channel that fits the filter, or such a channel without a tag. `rows` are all
 * channels of the page's tags, whether they fit or not, since what is done to a tag is done to all of them.
 */
export async function listTaggedRecords(
  database: Database,
  secrets: Pick<SecretKeys, "lookupHash">,
  filter: ChannelFilter,
): Promise<{ rows: ChannelRecord[]; total: number }> {
  // The id of a channel that stands for itself; 0 for a tag.
  const single = sql<number>`case when tag = '' then id else 0 end`;
  const units = database.reader
    .selectFrom("channels")
    .select(["tag", single.as("single")])
    .select((e) => [e.fn.max<number>("id").as("newest"), e.fn.max<number>("priority").as("highest")])
    .where(conditionOf(database, secrets, filter))
    .groupBy(["tag", single]);
  const [page, counted] = await Promise.all([
    units
      .$if(!filter.idSort, (q) => q.orderBy("highest", "desc"))
      .orderBy("newest", "desc")
      .limit(filter.limit)
      .offset(filter.offset)
      .execute(),
    database.reader
      .selectFrom(units.as("units"))
      .select((e) => e.fn.countAll<number>().as("total"))
      .executeTakeFirstOrThrow(),
  ]);
  const tags = page.map(({ tag }) => tag).filter((tag) => tag !== "");
  const ids = page.map((unit) => unit.single).filter((id) => id !== 0);
  if (page.length === 0) return { rows: [], total: counted.total };
  const rows = await database.reader
    .selectFrom("channels")
    .select(RECORD_COLUMNS)
    .where((where) =>
      where.or([
        ...(tags.length > 0 ? [where("tag", "in", tags)] : []),
        ...(ids.length > 0 ? [where("id", "in", ids)] : []),
      ]),
    )
    .$if(!filter.idSort, (q) => q.orderBy("priority", "desc"))
    .orderBy("id", "desc")
    .execute();
  const unitOf = (row: ChannelRecord) => (row.tag === "" ? `#${row.id}` : `=${row.tag}`);
  const byUnit = Map.groupBy(rows, unitOf);
  const inOrder = page.flatMap(({ tag, single: id }) => byUnit.get(tag === "" ? `#${id}` : `=${tag}`) ?? []);
  return { rows: inOrder, total: counted.total };
}

function conditionOf({ engine }: Database, secrets: Pick<SecretKeys, "lookupHash">, filter: ChannelFilter) {
  return (where: ExpressionBuilder<Schema, "channels">) => {
    const { keyword, status } = filter;
    const parts = [];
    if (keyword) {
      parts.push(
        where.or([
          ...(/^\d{1,15}$/.test(keyword) ? [where("id", "=", Number(keyword))] : []),
          where("key_hash", "=", channelKeyHash(secrets, keyword)),
          containsText(engine, "channels.name", keyword),
          containsText(engine, "channels.base_url", keyword),
        ]),
      );
    }
    if (filter.group || filter.model) parts.push(where("id", "in", servingChannels(engine, where, filter)));
    if (status) parts.push(where("status", "=", status));
    return where.and(parts);
  };
}

function servingChannels(
  engine: Database["engine"],
  where: ExpressionBuilder<Schema, "channels">,
  { group, model }: Pick<ChannelFilter, "group" | "model">,
) {
  let served = where.selectFrom("abilities").select("channel_id");
  if (group) served = served.where("abilities.group", "=", group);
  if (model) served = served.where(containsText(engine, "abilities.model", model));
  return served;
}

/** Channels with one of the statuses, by id. */
export function listRunTargets({ reader }: Database, statuses: readonly number[]): Promise<RunTarget[]> {
  return reader
    .selectFrom("channels")
    .select(["id", "name", "type", "status", "auto_ban"])
    .where("status", "in", statuses)
    .orderBy("id")
    .execute();
}

/** Names by id; ids that nothing has are left out. */
export async function channelNames(
  { reader }: Database,
  ids: readonly number[],
): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await reader.selectFrom("channels").select(["id", "name"]).where("id", "in", ids).execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Models of enabled channels that calls can be sent to, for any group or the given ones; sorted, each once. */
export async function enabledModelNames({ reader }: Database, groups?: readonly string[]): Promise<string[]> {
  if (groups?.length === 0) return [];
  const rows = await reader
    .selectFrom("abilities")
    .innerJoin("channels", "channels.id", "abilities.channel_id")
    .select("abilities.model")
    .distinct()
    .where("channels.status", "=", ChannelStatus.enabled)
    .where("channels.type", "in", RELAYABLE_TYPES)
    .$if(groups !== undefined, (query) => query.where("abilities.group", "in", groups ?? []))
    .execute();
  // Sorted here: the engines' collations differ.
  return rows.map(({ model }) => model).sort();
}

/** Models that channels of a tag serve, whatever their status; sorted, each once. */
export async function tagModelNames({ reader }: Database, tag: string): Promise<string[]> {
  const rows = await reader
    .selectFrom("abilities")
    .innerJoin("channels", "channels.id", "abilities.channel_id")
    .select("abilities.model")
    .distinct()
    .where("channels.tag", "=", tag)
    .execute();
  return rows.map(({ model }) => model).sort();
}
