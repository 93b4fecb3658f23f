import type { ExpressionBuilder } from "kysely";
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
  /** Exact names: `gpt-4` does not find `gpt-4o`. */
  group?: string | undefined;
  model?: string | undefined;
  status?: number | undefined;
  /** Newest first, instead of highest priority first. */
  idSort?: boolean | undefined;
  limit: number;
  offset: number;
}

/** One page of channels and how many fit the filter in all. */
export async function listChannelRecords(
  { reader, engine }: Database,
  secrets: Pick<SecretKeys, "lookupHash">,
  filter: ChannelFilter,
): Promise<{ rows: ChannelRecord[]; total: number }> {
  const condition = (where: ExpressionBuilder<Schema, "channels">) => {
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
    if (filter.group || filter.model) parts.push(where("id", "in", servingChannels(where, filter)));
    if (status) parts.push(where("status", "=", status));
    return where.and(parts);
  };
  const [rows, counted] = await Promise.all([
    reader
      .selectFrom("channels")
      .select(RECORD_COLUMNS)
      .where(condition)
      .$if(!filter.idSort, (q) => q.orderBy("priority", "desc"))
      .orderBy("id", "desc")
      .limit(filter.limit)
      .offset(filter.offset)
      .execute(),
    reader
      .selectFrom("channels")
      .select((e) => e.fn.countAll<number>().as("total"))
      .where(condition)
      .executeTakeFirstOrThrow(),
  ]);
  return { rows, total: counted.total };
}

function servingChannels(
  where: ExpressionBuilder<Schema, "channels">,
  { group, model }: Pick<ChannelFilter, "group" | "model">,
) {
  let served = where.selectFrom("abilities").select("channel_id");
  if (group) served = served.where("abilities.group", "=", group);
  if (model) served = served.where("abilities.model", "=", model);
  return served;
}
