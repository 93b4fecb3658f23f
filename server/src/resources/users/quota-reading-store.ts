import { sql } from "kysely";
import type { Database } from "../../db/database.ts";
import { nowSeconds } from "../../lib/clock.ts";
import type { Clock } from "../../lib/clock.ts";

/** A form that was opened longer ago than this is not measured by what it showed. */
const READING_SECONDS = 3600;

export interface QuotaReading {
  readonly userId: number;
  readonly quota: number;
}

/**
 * Which quota each administrator was last shown of a user: what a plain `quota` in a change is measured by, on every
 * node.
 */
export interface QuotaReadingStore {
  remember(readerId: number, readings: readonly QuotaReading[]): Promise<void>;
  find(readerId: number, userId: number): Promise<number | undefined>;
}

export function createQuotaReadingStore({
  database,
  clock,
}: {
  database: Database;
  clock: Clock;
}): QuotaReadingStore {
  const db = database.kysely;
  const oldest = () => nowSeconds(clock) - READING_SECONDS;
  return {
    async remember(readerId, readings) {
      await db
        .deleteFrom("quota_readings")
        .where("reader_id", "=", readerId)
        .where("read_at", "<", oldest())
        .execute();
      if (readings.length === 0) return;
      const rows = readings
        .map(({ userId, quota }) => ({
          reader_id: readerId,
          user_id: userId,
          quota,
          read_at: nowSeconds(clock),
        }))
        // In one order, so that two calls of one administrator never wait for each other in a circle.
        .sort((a, b) => a.user_id - b.user_id);
      await db
        .insertInto("quota_readings")
        .values(rows)
        .onConflict((conflict) =>
          conflict
            .columns(["reader_id", "user_id"])
            .doUpdateSet({ quota: sql.ref("excluded.quota"), read_at: sql.ref("excluded.read_at") }),
        )
        .execute();
    },
    async find(readerId, userId) {
      const row = await db
        .selectFrom("quota_readings")
        .select("quota")
        .where("reader_id", "=", readerId)
        .where("user_id", "=", userId)
        .where("read_at", ">=", oldest())
        .executeTakeFirst();
      return row?.quota;
    },
  };
}
