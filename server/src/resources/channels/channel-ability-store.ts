import type { Kysely } from "kysely";
import * as z from "zod/mini";
import { csv } from "@tollgate/contract/codecs";
import type { Database } from "../../db/database.ts";
import type { Schema } from "../../db/schema.ts";

/** Rows in one statement: three parameters each, far below what either engine binds. */
const ROWS_PER_STATEMENT = 1000;

/**
 * Writes who serves which model for which group, for channels that share both lists. Names are distinct within each
 * list.
 */
export async function insertAbilities(
  transaction: Kysely<Schema>,
  channelIds: readonly number[],
  groups: readonly string[],
  models: readonly string[],
): Promise<void> {
  const rows = channelIds.flatMap((channelId) =>
    groups.flatMap((group) => models.map((model) => ({ group, model, channel_id: channelId }))),
  );
  for (let start = 0; start < rows.length; start += ROWS_PER_STATEMENT) {
    await transaction
      .insertInto("abilities")
      .values(rows.slice(start, start + ROWS_PER_STATEMENT))
      .execute();
  }
}

/** Writes a channel's abilities anew from its comma lists, in the transaction that changed them. */
export async function replaceAbilities(
  transaction: Kysely<Schema>,
  channel: { id: number; group: string; models: string },
): Promise<void> {
  await transaction.deleteFrom("abilities").where("channel_id", "=", channel.id).execute();
  await insertAbilities(
    transaction,
    [channel.id],
    z.decode(csv, channel.group),
    z.decode(csv, channel.models),
  );
}

/** Channels that are compared, and if need be repaired, in one go. */
const CHANNELS_PER_STEP = 100;

/**
 * Compares every channel's abilities with its lists and writes those that differ anew; answers how many channels
 * differed. Publishing is the caller's.
 */
export async function repairAbilities({
  kysely,
  reader,
}: Pick<Database, "kysely" | "reader">): Promise<number> {
  let repaired = 0;
  for (let lastId = 0; ;) {
    const channels = await reader
      .selectFrom("channels")
      .select(["id", "group", "models"])
      .where("id", ">", lastId)
      .orderBy("id")
      .limit(CHANNELS_PER_STEP)
      .execute();
    if (channels.length === 0) return repaired;
    const ids = channels.map(({ id }) => id);
    const stored = Map.groupBy(
      await reader.selectFrom("abilities").selectAll().where("channel_id", "in", ids).execute(),
      (ability) => ability.channel_id,
    );
    for (const channel of channels) {
      if (isWhole(channel, stored.get(channel.id) ?? [])) continue;
      repaired += await kysely.transaction().execute((transaction) => repairOne(transaction, channel.id));
    }
    lastId = ids.at(-1) ?? lastId;
  }
}

/** Reads the channel again: it may have been changed, or removed, since it was compared. */
async function repairOne(transaction: Kysely<Schema>, id: number): Promise<0 | 1> {
  const channel = await transaction
    .selectFrom("channels")
    .select(["id", "group", "models"])
    .where("id", "=", id)
    .executeTakeFirst();
  if (!channel) return 0;
  await replaceAbilities(transaction, channel);
  return 1;
}

function isWhole(
  channel: { group: string; models: string },
  stored: readonly { group: string; model: string }[],
): boolean {
  const groups = z.decode(csv, channel.group);
  const models = z.decode(csv, channel.models);
  // Names hold no comma, so a pair is told apart by one.
  const found = new Set(stored.map(({ group, model }) => `${group},${model}`));
  return (
    found.size === groups.length * models.length &&
    groups.every((group) => models.every((model) => found.has(`${group},${model}`)))
  );
}
