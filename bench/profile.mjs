/**
 * Where the gateway's time goes: `node bench/profile.mjs [--postgres] [--stream] [--seconds 5]`. Runs Tollgate on its
 * core under Bun's sampling profiler while it is kept busy, prints the functions that took most and leaves the whole
 * profile in bench/results/profile (open the .cpuprofile in Chromium's developer tools).
 */
import { mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { cleanUp, cleanUpOnSignals } from "../scripts/lib/clean-up.mjs";
import { chooseCores } from "./lib/cores.mjs";
import { requirePrograms } from "./lib/needed-programs.mjs";
import { startPostgresCluster } from "./lib/postgres-cluster.mjs";
import { cpuParts } from "./lib/process-figures.mjs";
import { figure, markdownTable } from "./report/markdown-table.mjs";
import { startMock } from "./subjects/mock-subject.mjs";
import { createTollgate } from "./subjects/tollgate.mjs";
import { checkAnswer, measureRequests, measureStreams } from "./suites/gateway-measures.mjs";

const FOLDER = fileURLToPath(new URL("results/profile", import.meta.url));
const SHOWN = 40;

async function main() {
  const { values } = parseArgs({
    options: {
      postgres: { type: "boolean", default: false },
      stream: { type: "boolean", default: false },
      seconds: { type: "string", default: "5" },
    },
  });
  requirePrograms();
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  const cores = chooseCores();
  const mock = await startMock(cores.mock);
  const postgres = values.postgres ? await startPostgresCluster(cores.database) : undefined;
  const subject = await createTollgate({
    core: cores.gateway,
    mock,
    databaseUrl: await postgres?.newDatabase(),
    bunOptions: ["--cpu-prof", `--cpu-prof-dir=${FOLDER}`],
  });
  const running = await subject.start();
  await checkAnswer(subject);
  const under = { subject, running, cores, mock };
  const before = cpuParts(running.pid);
  const seconds = Number(values.seconds);
  const figures = values.stream
    ? await measureStreams(under, { streams: 200, chunks: seconds * 100, paceMs: 10 })
    : await measureRequests(under, { connections: 64, seconds });
  const after = cpuParts(running.pid);
  await running.stop();
  console.log(figures);
  const system = after.systemMs - before.systemMs;
  const user = after.userMs - before.userMs;
  console.log(
    `\nCPU: ${figure((100 * user) / (user + system))} % in the program, the rest in the kernel for it.\n`,
  );
  const file = readdirSync(FOLDER).find((name) => name.endsWith(".cpuprofile"));
  if (!file) throw new Error(`Bun wrote no profile; its output:\n${running.output()}`);
  console.log(topFunctions(JSON.parse(readFileSync(join(FOLDER, file), "utf8"))));
}

/** The functions by the share of samples in which they themselves ran, leaving out what they called. */
function topFunctions({ nodes, samples }) {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const own = new Map();
  for (const id of samples) {
    const { functionName, url, lineNumber } = byId.get(id).callFrame;
    const place = url.replace(/^.*\/(server|node_modules)\//, "$1/");
    const name = `${functionName || "(anonymous)"}  ${place}${place ? `:${lineNumber + 1}` : ""}`;
    own.set(name, (own.get(name) ?? 0) + 1);
  }
  const idle = samples.filter((id) => byId.get(id).callFrame.functionName === "(idle)").length;
  const rows = [...own]
    .filter(([name]) => !name.startsWith("(idle)"))
    .sort(([, a], [, b]) => b - a)
    .slice(0, SHOWN)
    .map(([name, count]) => [name, `${figure((100 * count) / (samples.length - idle))} %`]);
  return markdownTable(["function, by its own time", "share"], rows);
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
