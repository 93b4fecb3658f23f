import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";

const STOP_GRACE_MS = 10_000;

export interface RunningProgram {
  /** Everything that the program has printed, both streams. */
  output(): string;
  /** The first match of the pattern in what the program prints; throws when it ends or `timeoutMs` pass before. */
  waitFor(pattern: RegExp, timeoutMs?: number): Promise<RegExpExecArray>;
  /** Asks the program to end and answers its exit code; after a grace period it is killed. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

/** Starts a program and listens to it. */
export function startProgram(
  command: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
): RunningProgram {
  const child = spawn(command, args, { env: { ...process.env, ...env }, stdio: ["ignore", "pipe", "pipe"] });
  // However the tests end, nothing that they started outlives them.
  const killWithUs = () => child.kill("SIGKILL");
  process.once("exit", killWithUs);
  child.once("exit", () => process.off("exit", killWithUs));
  let output = "";
  const listeners = new Set<() => void>();
  const notify = () => {
    for (const listener of listeners) listener();
  };
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
      notify();
    });
  child.once("error", (error) => {
    output += error.message;
    notify();
  });
  child.once("exit", notify);

  return {
    output: () => output,
    waitFor(pattern, timeoutMs = 30_000) {
      return new Promise((resolve, reject) => {
        const end = (settle: () => void) => {
          clearTimeout(timer);
          listeners.delete(look);
          settle();
        };
        const giveUp = (why: string) =>
          end(() => reject(new Error(`${command} ${why}; it printed:\n${output}`)));
        const look = () => {
          const match = pattern.exec(output);
          if (match) end(() => resolve(match));
          else if (hasEnded(child)) giveUp(`ended with ${child.exitCode ?? child.signalCode}`);
        };
        const timer = setTimeout(() => giveUp(`did not print ${pattern} in ${timeoutMs} ms`), timeoutMs);
        listeners.add(look);
        look();
      });
    },
    async stop(signal = "SIGTERM") {
      if (!hasEnded(child)) {
        const ended = new Promise((resolve) => child.once("exit", resolve));
        child.kill(signal);
        const timer = setTimeout(() => child.kill("SIGKILL"), STOP_GRACE_MS);
        await ended;
        clearTimeout(timer);
      }
      return child.exitCode;
    },
  };
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null || child.pid === undefined;
}
