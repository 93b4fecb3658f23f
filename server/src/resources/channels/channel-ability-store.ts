import type { Kysely } from "kysely";
import * as z from "zod/mini";
import { csv } from "@tollgate/contract/codecs";
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
