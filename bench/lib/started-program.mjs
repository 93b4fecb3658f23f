import { setTimeout as pause } from "node:timers/promises";
import { start, stop } from "../../scripts/lib/child-process.mjs";
import { pinned } from "./cores.mjs";

const POLL_MS = 2;
const START_TIMEOUT_MS = 30_000;
/** Kept of a program's output, for when it fails. */
const OUTPUT_KEPT = 8000;

/**
 * Starts a program on one core and waits until `isReady` answers true. Answers `{ pid, startMs, stop, kill, output }`:
 * `startMs` is from the spawn to the first ready answer. Throws with the program's last output when it ends or hangs.
 */
export async function startProgram(
  { name, command, args, core, env = {}, cwd, uid, gid, stopSignal = "SIGTERM" },
  isReady,
) {
  const startedMs = performance.now();
  const line = pinned(core, command, args);
  const child = start(line.command, line.args, { env, cwd, uid, gid, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (bytes) => (output = (output + bytes).slice(-OUTPUT_KEPT)));
  let failure;
  child.once("error", (error) => (failure = error.message));
  const gone = new Promise((resolve) => child.once("exit", resolve));
  while (!(await isReady())) {
    if (child.exitCode !== null || child.signalCode !== null)
      failure ??= `ended with ${child.exitCode ?? child.signalCode}`;
    if (performance.now() - startedMs > START_TIMEOUT_MS) failure ??= "did not answer in time";
    if (failure) {
      await stop(child, { signal: "SIGKILL" });
      throw new Error(`${name} did not start: ${failure}\n${output.trim()}`);
    }
    await pause(POLL_MS);
  }
  return {
    pid: child.pid,
    startMs: performance.now() - startedMs,
    output: () => output,
    stop: () => stop(child, { signal: stopSignal, graceMs: 10_000 }),
    /** SIGKILL; resolves when it is gone. */
    async kill() {
      child.kill("SIGKILL");
      await gone;
    },
  };
}

/** Whether a GET is answered with a success. */
export async function answersGet(url) {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(2000) });
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false;
  }
}
