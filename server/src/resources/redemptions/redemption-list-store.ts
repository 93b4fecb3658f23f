import type { ExpressionBuilder, Selectable } from "kysely";
import type { Database } from "../../db/database.ts";
import type { RedemptionsTable, Schema } from "../../db/schema.ts";
import { containsText } from "../../db/text-match.ts";

export interface RedemptionFilter {
  /** Id (exact) or name (contains). */
  keyword?: string | undefined;
  limit: number;
  offset: number;
}

/** One page of codes, newest first, and how many fit the filter in all. */
export async function listRedemptionRows(
  { reader, engine }: Database,
  { keyword, limit, offset }: RedemptionFilter,
): Promise<{ rows: Selectable<RedemptionsTable>[]; total: number }> {
  const condition = (where: ExpressionBuilder<Schema, "redemptions">) =>
    where.and([
      where("deleted_at", "is", null),
      ...(keyword
        ? [
            where.or([
              ...(/^\d{1,15}$/.test(keyword) ? [where("id", "=", Number(keyword))] : []),
              containsText(engine, "redemptions.name", keyword),
            ]),
          ]
        : []),
    ]);
  const [rows, counted] = await Promise.all([
    reader
      .selectFrom("redemptions")
      .selectAll()
      .where(condition)
      .orderBy("id", "desc")
      .limit(limit)
      .offset(offset)
      .execute(),
    reader
      .selectFrom("redemptions")
      .select((e) => e.fn.countAll<number>().as("total"))
      .where(condition)
      .executeTakeFirstOrThrow(),
  ]);
  return { rows, total: counted.total };
}
