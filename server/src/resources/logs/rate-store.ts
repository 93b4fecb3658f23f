import type { Database } from "../../db/database.ts";
import type { Rate } from "../../pricing/rate.ts";
import { rateVersion } from "../../pricing/rate-version.ts";

/** The prices that charges were made at, each kept once under its version; log rows name the version. */
export interface RateStore {
  /** Whether this process knows that the rate is stored. */
  isStored(rate: Rate): boolean;
  store(rate: Rate): Promise<void>;
}

export function createRateStore({ kysely }: Pick<Database, "kysely">): RateStore {
  const stored = new WeakSet<Rate>();
  return {
    isStored: (rate) => stored.has(rate),
    async store(rate) {
      await kysely
        .insertInto("charge_rates")
        .values({ version: rateVersion(rate), rate: JSON.stringify(rate) })
        .onConflict((conflict) => conflict.column("version").doNothing())
        .execute();
      stored.add(rate);
    },
  };
}

const VERSION = /"rate_version":"([0-9a-f]{32})"/;

/** Puts the prices that rows name into their `other`, as if they had been stored there: one query for all rows. */
export async function withRates<Row extends { readonly other: string }>(
  { reader }: Pick<Database, "reader">,
  rows: readonly Row[],
): Promise<Row[]> {
  const versions = new Set(rows.flatMap(({ other }) => VERSION.exec(other)?.[1] ?? []));
  if (versions.size === 0) return [...rows];
  const found = await reader
    .selectFrom("charge_rates")
    .selectAll()
    .where("version", "in", [...versions])
    .execute();
  const rates = new Map(found.map(({ version, rate }) => [version, rate]));
  return rows.map((row) => {
    const rate = rates.get(VERSION.exec(row.other)?.[1] ?? "");
    return rate === undefined ? row : { ...row, other: `{"rate":${rate},${row.other.slice(1)}` };
  });
}
