import type { ExpressionBuilder, Selectable } from "kysely";
import type { Database } from "../../db/database.ts";
import type { Schema, UsersTable } from "../../db/schema.ts";
import { containsText } from "../../db/text-match.ts";

export interface UserFilter {
  /** Id (exact), user name, display name or e-mail address (contains). */
  keyword?: string | undefined;
  /** Exact. */
  group?: string | undefined;
  limit: number;
  offset: number;
}

/** One page of users, newest first and cancelled ones included, and how many fit the filter in all. */
export async function listUserRows(
  { reader, engine }: Database,
  { keyword, group, limit, offset }: UserFilter,
): Promise<{ rows: Selectable<UsersTable>[]; total: number }> {
  const condition = (where: ExpressionBuilder<Schema, "users">) =>
    where.and([
      ...(group ? [where("group", "=", group)] : []),
      ...(keyword
        ? [
            where.or([
              ...(/^\d{1,15}$/.test(keyword) ? [where("id", "=", Number(keyword))] : []),
              containsText(engine, "users.username", keyword),
              containsText(engine, "users.display_name", keyword),
              containsText(engine, "users.email", keyword),
            ]),
          ]
        : []),
    ]);
  const [rows, counted] = await Promise.all([
    reader
      .selectFrom("users")
      .selectAll()
      .where(condition)
      .orderBy("id", "desc")
      .limit(limit)
      .offset(offset)
      .execute(),
    reader
      .selectFrom("users")
      .select((e) => e.fn.countAll<number>().as("total"))
      .where(condition)
      .executeTakeFirstOrThrow(),
  ]);
  return { rows, total: counted.total };
}
