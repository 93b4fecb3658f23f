import { fileURLToPath } from "node:url";
import { capture } from "../../scripts/lib/child-process.mjs";
import { pinned } from "../lib/cores.mjs";

const SCRIPT = fileURLToPath(new URL("./post-request.lua", import.meta.url));
/** wrk gives up waiting for an answer after this; longer than any honest answer of the mock through a gateway. */
const ANSWER_TIMEOUT = "10s";

/**
 * Sends the target's request over and over on `connections` connections for `seconds`, each connection waiting for
 * its answer (a closed loop). Answers `{ requests, requestsPerSecond, p50, p90, p99, p999, max, errors, badStatus }`,
 * times in microseconds. Throws when wrk itself fails.
 */
export async function runWrk(target, { connections, seconds, core }) {
  const { command, args } = pinned(core, "wrk", [
    "--threads=1",
    `--connections=${connections}`,
    `--duration=${seconds}s`,
    `--timeout=${ANSWER_TIMEOUT}`,
    `--script=${SCRIPT}`,
    target.url,
  ]);
  const headers = Object.entries(target.headers).map(([name, value]) => `${name}: ${value}`);
  const { code, output } = await capture(command, args, {
    env: { BENCH_BODY: target.body, BENCH_HEADERS: headers.join("\n") },
  });
  const line = /^BENCH (.*)$/m.exec(output)?.[1];
  if (code !== 0 || !line) throw new Error(`wrk failed against ${target.url}:\n${output.trim()}`);
  const { durationUs, ...figures } = JSON.parse(line);
  return { ...figures, requestsPerSecond: (figures.requests * 1e6) / durationUs };
}
