import type { Kysely, Selectable } from "kysely";
import * as z from "zod/mini";
import { csv } from "@tollgate/contract/codecs";
import type { ModelListDifference } from "@tollgate/contract/upstream-models";
import type { Database } from "../../db/database.ts";
import type { ChannelUpstreamModelsTable, Schema } from "../../db/schema.ts";
import type { ModelDifference } from "./model-difference.ts";

/** How the lists of vendors differ from what channels serve, and what administrators have decided about it. */
export interface ModelListStore {
  /**
   * Keeps what was found, without what somebody has decided to ignore. At the first time what the vendor has beyond the
   * channel's models is how the channel was meant, so it counts as ignored.
   */
  record(channelId: number, found: ModelDifference, checkedAtSeconds: number): Promise<void>;
  /** What is undecided for a channel, as its models are now. */
  read(channelId: number): Promise<ModelListDifference>;
  /** Channels with something undecided, and how many models it is about. */
  counts(): Promise<{ id: number; added: number; gone: number }[]>;
  /** Keeps silent about these names as long as the difference lasts. */
  ignore(channelId: number, names: readonly string[]): Promise<void>;
}

/** Names kept of what was added, and of what is gone. */
const NAMES_MAX = 1000;

const NEVER: ModelListDifference = { checked_at: 0, added: [], gone: [] };

export function createModelListStore({
  kysely,
  reader,
}: Pick<Database, "kysely" | "reader">): ModelListStore {
  return {
    record: (channelId, found, checkedAtSeconds) =>
      kysely.transaction().execute(async (transaction) => {
        const row = await rowOf(transaction, channelId);
        const differing = new Set([...found.added, ...found.gone]);
        const ignored = row ? namesIn(row.ignored).filter((name) => differing.has(name)) : found.added;
        await write(transaction, {
          channel_id: channelId,
          checked_at: checkedAtSeconds,
          ...undecided(found, ignored),
          ignored: JSON.stringify(ignored),
        });
      }),
    async read(channelId) {
      const row = await withModels(kysely).where("channel_id", "=", channelId).executeTakeFirst();
      return row ? { checked_at: row.checked_at, ...standing(row) } : NEVER;
    },
    async counts() {
      const rows = await withModels(reader)
        .where((where) => where.or([where("added", "<>", "[]"), where("gone", "<>", "[]")]))
        .orderBy("channel_id")
        .execute();
      return rows.flatMap((row) => {
        const { added, gone } = standing(row);
        if (added.length + gone.length === 0) return [];
        return [{ id: row.channel_id, added: added.length, gone: gone.length }];
      });
    },
    ignore: (channelId, names) =>
      kysely.transaction().execute(async (transaction) => {
        const row = await rowOf(transaction, channelId);
        if (!row) return;
        const found = { added: namesIn(row.added), gone: namesIn(row.gone) };
        const told = new Set([...found.added, ...found.gone]);
        const ignored = [...new Set([...namesIn(row.ignored), ...names.filter((name) => told.has(name))])];
        await write(transaction, { ...row, ...undecided(found, ignored), ignored: JSON.stringify(ignored) });
      }),
  };
}

function rowOf(transaction: Kysely<Schema>, channelId: number) {
  return transaction
    .selectFrom("channel_upstream_models")
    .selectAll()
    .where("channel_id", "=", channelId)
    .executeTakeFirst();
}

async function write(
  transaction: Kysely<Schema>,
  { channel_id, ...found }: Selectable<ChannelUpstreamModelsTable>,
): Promise<void> {
  await transaction
    .insertInto("channel_upstream_models")
    .values({ channel_id, ...found })
    .onConflict((conflict) => conflict.column("channel_id").doUpdateSet(found))
    .execute();
}

function undecided(
  { added, gone }: ModelDifference,
  ignored: readonly string[],
): { added: string; gone: string } {
  const silent = new Set(ignored);
  const told = (names: readonly string[]) =>
    JSON.stringify(names.filter((name) => !silent.has(name)).slice(0, NAMES_MAX));
  return { added: told(added), gone: told(gone) };
}

function withModels(database: Kysely<Schema>) {
  return database
    .selectFrom("channel_upstream_models")
    .innerJoin("channels", "channels.id", "channel_upstream_models.channel_id")
    .select(["channel_id", "checked_at", "added", "gone", "models"]);
}

/** The channel's models may have changed since the vendor was asked. */
function standing({ added, gone, models }: { added: string; gone: string; models: string }) {
  const served = new Set(z.decode(csv, models));
  return {
    added: namesIn(added).filter((name) => !served.has(name)),
    gone: namesIn(gone).filter((name) => served.has(name)),
  };
}

/** What this store has written itself. */
function namesIn(text: string): string[] {
  return JSON.parse(text) as string[];
}
