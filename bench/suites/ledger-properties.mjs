import { fileURLToPath } from "node:url";
import { bunBinary } from "../../scripts/lib/bun-binary.mjs";
import { capture } from "../../scripts/lib/child-process.mjs";
import { temporaryFolder } from "../../scripts/lib/temporary-folder.mjs";
import { startPostgresCluster } from "../lib/postgres-cluster.mjs";

const LEDGER_PROPERTIES = fileURLToPath(new URL("../ledger-properties.mjs", import.meta.url));
const SEQUENCES = 100_000;
const QUICK_SEQUENCES = 5000;
const SEED = 1;

/**
 * Random sequences of the ledger's verbs beside a reference: a proof, no measurement. Answers `[{ engine, sequences,
 * kills, sharedVerbs, missteps, differences, holds }]`; the last three are empty, empty and 0 when the ledger is right.
 */
export async function runLedgerProperties({ cores, quick, log }) {
  const sequences = quick ? QUICK_SEQUENCES : SEQUENCES;
  const postgres = await startPostgresCluster(cores.database);
  const results = [];
  for (const place of [
    { engine: "sqlite", folder: temporaryFolder("bench-ledger-properties") },
    { engine: "postgres", url: await postgres.newDatabase() },
  ]) {
    const settings = JSON.stringify({ ...place, sequences, seed: SEED });
    const { code, output } = await capture(bunBinary(), [LEDGER_PROPERTIES, settings]);
    if (code !== 0) throw new Error(`the sequences could not be run:\n${output.trim()}`);
    const result = { engine: place.engine, ...JSON.parse(output) };
    const { missteps, differences, holds } = result;
    log(
      `${place.engine}: ${result.sequences} sequences, ${missteps.length + differences.length + holds} faults`,
    );
    results.push(result);
  }
  return results;
}
