import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { bunBinary } from "../../scripts/lib/bun-binary.mjs";
import { capture } from "../../scripts/lib/child-process.mjs";
import { pinned } from "../lib/cores.mjs";
import { median } from "../lib/statistics.mjs";
import { startMock } from "../subjects/mock-subject.mjs";
import { createTollgate } from "../subjects/tollgate.mjs";
import { checkAnswer } from "./gateway-measures.mjs";

const PACED_CLIENT = fileURLToPath(new URL("../paced-client.mjs", import.meta.url));
const FILL_LOGS = fileURLToPath(new URL("../fill-logs.mjs", import.meta.url));

const FULL = { rows: 1_000_000, rounds: 3, load: { connections: 32, perSecond: 1000, seconds: 5 } };
const QUICK = { rows: 100_000, rounds: 1, load: { connections: 32, perSecond: 500, seconds: 2 } };

/** Each reads the whole table or a good part of it. Filters as an admin types them in the console. */
const REPORTS = [
  "/api/log/stat",
  "/api/log/stat?type=2&model_name=%25del-1%25",
  "/api/log/stat?username=user7&token_name=%257%25",
  "/api/log?p=1&page_size=100&model_name=%25-19&group=vip",
  "/api/log?p=90&page_size=100&username=user3&token_name=%25en%203",
];

/**
 * What the relay's latency is while one admin after the other runs reports over the whole log, next to what it is
 * without. Once with the gateway on one core, which its reader thread has to share, and once with two.
 * Answers `{ plan, arrangements: [{ name, rounds, reports }] }`, times in microseconds and milliseconds.
 */
export async function runReportIsolation({ cores, quick, log }) {
  const plan = quick ? QUICK : FULL;
  const mock = await startMock(cores.mock);
  const arrangements = [];
  for (const [name, core] of [
    ["one core", cores.gateway],
    ["two cores", `${cores.load},${cores.gateway}`],
  ]) {
    const subject = await createTollgate({ core, mock });
    await (await subject.start()).stop();
    await fillLogs(subject, plan.rows);
    arrangements.push({ name, ...(await measure(subject, plan, cores, (line) => log(`${name}  ${line}`))) });
  }
  await mock.stop();
  return { plan, arrangements };
}

async function fillLogs(subject, rows) {
  const file = join(subject.folder, "tollgate.db");
  const { code, output } = await capture(bunBinary(), [FILL_LOGS, file, String(rows)]);
  if (code !== 0) throw new Error(`the log rows could not be written:\n${output}`);
}

async function measure(subject, plan, cores, log) {
  const running = await subject.start();
  try {
    await checkAnswer(subject);
    const call = await subject.signIn();
    await runPaced(subject, cores, { ...plan.load, seconds: 1 });
    const rounds = [];
    const reportsMs = [];
    for (let round = 0; round < plan.rounds; round += 1) {
      const alone = await runPaced(subject, cores, plan.load);
      const reports = startReports(call);
      const beside = await runPaced(subject, cores, plan.load);
      reportsMs.push(...(await reports.stop()));
      rounds.push({ alone, beside });
      log(
        `p50 ${alone.p50.toFixed(0)} → ${beside.p50.toFixed(0)} µs, p99 ${alone.p99.toFixed(0)} → ${beside.p99.toFixed(0)} µs beside reports`,
      );
    }
    return {
      rounds,
      reports: { count: reportsMs.length, medianMs: median(reportsMs), maxMs: Math.max(...reportsMs) },
    };
  } finally {
    await running.stop();
  }
}

/** Runs the reports one after the other until stopped; `stop` answers how long each took. */
function startReports(call) {
  const tookMs = [];
  let stopped = false;
  const running = (async () => {
    for (let index = 0; !stopped; index += 1) {
      const startedMs = performance.now();
      await call("GET", REPORTS[index % REPORTS.length]);
      tookMs.push(performance.now() - startedMs);
    }
  })();
  return {
    async stop() {
      stopped = true;
      await running;
      return tookMs;
    },
  };
}

async function runPaced(subject, cores, load) {
  const settings = JSON.stringify({ target: subject.target(false), ...load });
  const { command, args } = pinned(cores.load, bunBinary(), [PACED_CLIENT, settings]);
  const { code, output } = await capture(command, args);
  if (code !== 0) throw new Error(`the paced client failed:\n${output.trim()}`);
  const figures = JSON.parse(output);
  if (figures.failed > 0) throw new Error(`${figures.failed} requests failed beside the reports`);
  return figures;
}
