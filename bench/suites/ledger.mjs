import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { bunBinary } from "../../scripts/lib/bun-binary.mjs";
import { capture } from "../../scripts/lib/child-process.mjs";
import { temporaryFolder } from "../../scripts/lib/temporary-folder.mjs";
import { pinned } from "../lib/cores.mjs";
import { startPostgresCluster } from "../lib/postgres-cluster.mjs";
import { summary } from "../lib/statistics.mjs";

const LEDGER_BENCH = fileURLToPath(new URL("../ledger-bench.mjs", import.meta.url));
const FULL = { users: [10, 1000, 100_000, 1_000_000], seconds: 3, rounds: 3 };
const QUICK = { users: [10, 1000, 10_000], seconds: 1, rounds: 1 };

/**
 * Charges a second (reserve, settle, log row) of the ledger alone, from few accounts to many, on one core.
 * Answers `[{ engine, counts: [{ users, perSecond, cpuMicroseconds }], differences }]`; each user has a token, and the
 * processor's time is the ledger's own process's for one charge.
 */
export async function runLedger({ cores, quick, log }) {
  const plan = quick ? QUICK : FULL;
  const postgres = await startPostgresCluster(cores.database);
  const results = [];
  for (const [engine, place] of [
    ["sqlite", { sqliteFile: join(temporaryFolder("bench-ledger"), "ledger.db") }],
    ["postgres", { postgresUrl: await postgres.newDatabase() }],
  ]) {
    const settings = JSON.stringify({ ...place, ...plan });
    const { command, args } = pinned(cores.gateway, bunBinary(), [LEDGER_BENCH, settings]);
    const { code, output } = await capture(command, args);
    if (code !== 0) throw new Error(`the ledger's benchmark failed:\n${output.trim()}`);
    const { results: counts, differences } = JSON.parse(output);
    const summed = counts.map(({ users, perSecond, cpuMicroseconds }) => ({
      users,
      perSecond: summary(perSecond),
      cpuMicroseconds: summary(cpuMicroseconds),
    }));
    for (const { users, perSecond } of summed)
      log(`${engine}  ${users} users: ${perSecond.median.toFixed(0)} charges a second`);
    results.push({ engine, counts: summed, differences });
  }
  return results;
}
