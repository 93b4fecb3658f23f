import type { Database } from "../../db/database.ts";
import type { LogRow } from "./log-record.ts";
import { withRates } from "./rate-store.ts";

/** One row, if it is there and, where a user is named, is this user's. */
export async function findLogRow(
  { reader }: Pick<Database, "reader">,
  id: number,
  userId?: number,
): Promise<LogRow | undefined> {
  const row = await reader
    .selectFrom("logs")
    .selectAll()
    .where("id", "=", id)
    .$if(userId !== undefined, (query) => query.where("user_id", "=", userId ?? 0))
    .executeTakeFirst();
  return row && (await withRates({ reader }, [row]))[0];
}
