import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { bunBinary } from "../../scripts/lib/bun-binary.mjs";
import { capture, start, stop } from "../../scripts/lib/child-process.mjs";
import { pinned } from "../lib/cores.mjs";
import { residentMb } from "../lib/process-figures.mjs";
import { startMock } from "../subjects/mock-subject.mjs";
import { createTollgate, tollgateProgram } from "../subjects/tollgate.mjs";

const STREAM_CLIENT = fileURLToPath(new URL("../stream-client.mjs", import.meta.url));
const MEMORY_PROBE = fileURLToPath(new URL("../memory-probe.mjs", import.meta.url));
const FULL = { streams: 2000, rounds: 20, openMs: 2500 };
const QUICK = { streams: 200, rounds: 4, openMs: 300 };
/** Memory at rest after the last round over memory before the first. */
const GROWTH_MAX = 1.2;
/** How long the streams may need to open, and the gateway to stop the upstream: far more than on a quiet machine. */
const PATIENCE_MS = 20_000;
/** For the last charges, when the upstream is free. */
const SETTLE_MS = 500;
/** After the last round: freed memory goes back to the system after five seconds. */
const REST_MS = 15_000;
const PROBE_TIMEOUT_MS = 10_000;
const FOREVER = 2_000_000_000;

/**
 * Opens many streams and drops them, round after round: in mid-answer and, every other round, before the upstream has
 * said a word. Answers `{ plan, idle, rounds: [{ residentMb, heapMb, objects, opened, leftOpen }], rested,
 * checks: [{ name, ok, detail }] }`; `idle` is before the first round, `rested` some seconds after the last.
 */
export async function runDisconnectStorm({ cores, quick, log }) {
  const plan = quick ? QUICK : FULL;
  const mock = await startMock(cores.mock);
  const subject = await createTollgate({
    core: cores.gateway,
    mock,
    bunOptions: ["--preload", MEMORY_PROBE],
  });
  const probeFile = join(subject.folder, "memory-probe.json");
  subject.environment.MEMORY_PROBE_FILE = probeFile;
  const running = await subject.start();
  const look = async () => ({
    ...(await heapOf(running.pid, probeFile)),
    residentMb: residentMb([running.pid]),
  });
  const idle = await look();
  const rounds = [];
  for (let round = 0; round < plan.rounds; round += 1) {
    const isSilent = round % 2 === 1;
    await mock.setKnobs({ chunks: FOREVER, paceMs: 200, firstMs: isSilent ? 60_000 : 0 });
    const clients = openStreams(subject, cores, plan);
    const opened = await openStreamsUntil(mock, (open) => open >= plan.streams);
    // As when a machine loses its network's end: every connection at once, in whatever state.
    await stop(clients, { signal: "SIGKILL" });
    const leftOpen = await openStreamsUntil(mock, (open) => open === 0);
    await pause(SETTLE_MS);
    rounds.push({ isSilent, opened, leftOpen, ...(await look()) });
    const { heapMb, residentMb: mb, objects } = rounds.at(-1);
    log(
      `round ${round + 1}  ${opened} streams ${isSilent ? "without a word" : "in mid-answer"}, then ${leftOpen}: heap ${heapMb.toFixed(1)} MB, ${objects} objects, resident ${mb.toFixed(0)} MB`,
    );
  }
  await pause(REST_MS);
  const rested = await look();
  log(
    `at rest  heap ${rested.heapMb.toFixed(1)} MB, ${rested.objects} objects, resident ${rested.residentMb.toFixed(0)} MB`,
  );
  await running.stop();
  await mock.stop();
  const { command, args } = tollgateProgram(["audit"]);
  const audit = await capture(command, args, { env: subject.environment });
  return { plan, idle, rounds, rested, checks: judge(plan, { idle, rounds, rested }, audit) };
}

function openStreams(subject, cores, { streams, openMs }) {
  const settings = JSON.stringify({ target: subject.target(true), streams, openMs, holdMs: FOREVER });
  const { command, args } = pinned(cores.load, bunBinary(), [STREAM_CLIENT, settings]);
  return start(command, args, { stdio: "ignore" });
}

/** How many streams the mock has open, when that is as it should be or patience is over. */
async function openStreamsUntil(mock, isRight) {
  const startedMs = performance.now();
  for (;;) {
    const { openStreams: open } = await mock.counters();
    if (isRight(open) || performance.now() - startedMs > PATIENCE_MS) return open;
    await pause(50);
  }
}

async function heapOf(pid, file) {
  rmSync(file, { force: true });
  process.kill(pid, "SIGUSR2");
  const startedMs = performance.now();
  while (!existsSync(file)) {
    if (performance.now() - startedMs > PROBE_TIMEOUT_MS)
      throw new Error("the gateway did not tell its heap");
    await pause(20);
  }
  return JSON.parse(readFileSync(file, "utf8"));
}

function judge(plan, { idle, rounds, rested }, audit) {
  const checks = [];
  const check = (name, ok, detail) => checks.push({ name, ok, detail: ok ? "" : `: ${detail}` });
  for (const [name, key] of [
    ["resident memory", "residentMb"],
    ["heap after a collection", "heapMb"],
    ["objects after a collection", "objects"],
  ])
    check(
      `${name} is within 20 % of the start`,
      rested[key] <= idle[key] * GROWTH_MAX,
      `${idle[key].toFixed(1)}, then ${rested[key].toFixed(1)}`,
    );
  const smallest = Math.min(...rounds.map(({ opened }) => opened));
  check(
    "all streams were open at once in each round",
    smallest >= plan.streams,
    `${smallest} of ${plan.streams}`,
  );
  const left = Math.max(...rounds.map(({ leftOpen }) => leftOpen));
  check("no upstream socket stays", left === 0, `${left} after a round`);
  check("the audit finds the books right", audit.code === 0, `exit ${audit.code}\n${audit.output.trim()}`);
  return checks;
}
