/**
 * The benchmark: `node bench/bench.mjs [suites…] [--quick]`, or `npm run bench -- …`. Prints tables and writes them
 * with all single figures to bench/results; a full run of all suites on a quiet machine also renews the committed
 * bench/report.md.
 * What is measured, and how, is in bench/README.md.
 */
import { copyFileSync, mkdirSync, writeFileSync } from "node:fs";
import { cpus, release } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { bunBinary } from "../scripts/lib/bun-binary.mjs";
import { capture } from "../scripts/lib/child-process.mjs";
import { cleanUp, cleanUpOnSignals } from "../scripts/lib/clean-up.mjs";
import { chooseCores } from "./lib/cores.mjs";
import { busyShare, coreTime } from "./lib/process-figures.mjs";
import { ensurePeersInstalled, requirePrograms } from "./lib/needed-programs.mjs";
import { gatewayReport } from "./report/gateway-report.mjs";
import { lanesReport } from "./report/lanes-report.mjs";
import { routingReport } from "./report/routing-report.mjs";
import { ledgerPropertiesReport } from "./report/ledger-properties-report.mjs";
import { stormReport } from "./report/storm-report.mjs";
import { crashReport, isolationReport, ledgerReport } from "./report/suite-reports.mjs";
import { runCrash } from "./suites/crash.mjs";
import { runDisconnectStorm } from "./suites/disconnect-storm.mjs";
import { runGateways } from "./suites/gateways.mjs";
import { runLanes } from "./suites/lanes.mjs";
import { runLedger } from "./suites/ledger.mjs";
import { runLedgerProperties } from "./suites/ledger-properties.mjs";
import { runRouting } from "./suites/routing.mjs";
import { runReportIsolation } from "./suites/report-isolation.mjs";

const QUIET_LOOK_MS = 2000;
const BUSY_SHARE_MAX = 0.1;
const FOLDER = fileURLToPath(new URL(".", import.meta.url));
const SUITES = {
  gateways: { run: runGateways, report: gatewayReport },
  "report-isolation": { run: runReportIsolation, report: isolationReport },
  crash: { run: (context) => runCrash({ ...context, rounds: context.quick ? 1 : 20 }), report: crashReport },
  ledger: { run: runLedger, report: ledgerReport },
  "ledger-properties": { run: runLedgerProperties, report: ledgerPropertiesReport },
  lanes: { run: runLanes, report: lanesReport },
  storm: { run: runDisconnectStorm, report: stormReport },
  routing: { run: runRouting, report: routingReport },
};

async function main() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { quick: { type: "boolean", default: false } },
  });
  const unknown = positionals.filter((name) => !(name in SUITES));
  if (unknown.length > 0)
    throw new Error(`there is no suite ${unknown.join(", ")}; there are: ${Object.keys(SUITES).join(", ")}`);
  const names = positionals.length > 0 ? positionals : Object.keys(SUITES);
  requirePrograms();
  if (names.includes("gateways")) await ensurePeersInstalled();

  const cores = chooseCores();
  const other = await lookAtOtherWork();
  const environment = `${await describeEnvironment()} ${other.text}`;
  const results = {};
  const reports = [
    `# Benchmark report\n\n${environment}${values.quick ? "\n\nA quick run: only good to see that it works." : ""}`,
  ];
  for (const name of names) {
    const startedAtMs = Date.now();
    console.log(`── ${name}`);
    results[name] = await SUITES[name].run({
      cores,
      quick: values.quick,
      log: (line) => console.log(`   ${line}`),
    });
    reports.push(SUITES[name].report(results[name]));
    console.log(`   ${((Date.now() - startedAtMs) / 1000).toFixed(0)} s\n\n${reports.at(-1)}\n`);
  }
  save(results, `${reports.join("\n\n")}\n`, {
    isToKeep: positionals.length === 0 && !values.quick && other.isQuiet,
  });
}

async function describeEnvironment() {
  const version = async (command, ...args) => (await capture(command, args)).output.trim().split("\n")[0];
  const processors = cpus();
  return [
    `${new Date().toISOString().slice(0, 10)}, ${processors.length} × ${processors[0].model}, Linux ${release()}.`,
    `Bun ${await version(bunBinary(), "--version")}, Node ${process.versions.node},`,
    `${(await version("nginx", "-v")).replace("nginx version: ", "")}, wrk 4.1, Portkey gateway 1.15.2.`,
    "Tollgate ran as `npm start` runs it, as the built executable.",
  ].join(" ");
}

/** What else the machine is doing, because it spoils every figure. */
async function lookAtOtherWork() {
  const before = cpus().map((_, core) => coreTime(core));
  await pause(QUIET_LOOK_MS);
  const shares = before.map((time, core) => busyShare(time, coreTime(core)));
  const isQuiet = Math.max(...shares) <= BUSY_SHARE_MAX;
  const text = `Before the run other programs kept its cores ${shares.map((share) => `${Math.round(share * 100)} %`).join(" and ")} busy.`;
  if (!isQuiet) console.warn(`${text} The figures will be wrong, and bench/report.md will stay as it is.`);
  return { text, isQuiet };
}

function save(results, report, { isToKeep }) {
  const folder = join(FOLDER, "results");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "results.json"), JSON.stringify(results, null, 1));
  writeFileSync(join(folder, "report.md"), report);
  if (isToKeep) copyFileSync(join(folder, "report.md"), join(FOLDER, "report.md"));
  console.log(`Written: bench/results/report.md and results.json${isToKeep ? ", bench/report.md" : ""}.`);
}

cleanUpOnSignals();
let code = 0;
try {
  await main();
} catch (error) {
  console.error(error);
  code = 1;
}
await cleanUp();
process.exit(code);
