import type { Database } from "../../db/database.ts";
import type { LogRow } from "./log-record.ts";

/** One row, if it is there and, where a user is named, is this user's. */
export function findLogRow(
  { reader }: Pick<Database, "reader">,
  id: number,
  userId?: number,
): Promise<LogRow | undefined> {
  return reader
    .selectFrom("logs")
    .selectAll()
    .where("id", "=", id)
    .$if(userId !== undefined, (query) => query.where("user_id", "=", userId ?? 0))
    .executeTakeFirst();
}
