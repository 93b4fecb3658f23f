import { LogType } from "@tollgate/contract/statuses";
import { checkExplanation } from "../../src/check-explanation.ts";
import type { Database } from "../../src/db/database.ts";
import { explainRow } from "../../src/resources/logs/log-explanation.ts";
import { withRates } from "../../src/resources/logs/rate-store.ts";

/** A test may make thousands of calls; the last ones stand for all. */
const ROWS_MAX = 50;

/**
 * What is wrong with the rows of a test's charges: each must hold the price and the use that give just what was charged,
 * rounded once. Rows that tests write by hand name no price.
 */
export async function chargesThatDoNotRecompute({
  kysely,
}: Pick<Database, "kysely">): Promise<readonly string[]> {
  const rows = await kysely
    .selectFrom("logs")
    .selectAll()
    .where("type", "=", LogType.consume)
    .where("other", "like", '%"rate_version":%')
    .orderBy("id", "desc")
    .limit(ROWS_MAX)
    .execute();
  const priced = await withRates({ reader: kysely }, rows);
  return priced.flatMap((row) => {
    // A channel's test, which is for free.
    if (row.token_id === 0 && row.quota === 0) return [];
    return checkExplanation(explainRow(row, new Map())).map((problem) => `${row.request_id}: ${problem}`);
  });
}
