import { spawn } from "node:child_process";
import { constants } from "node:os";
import { ROOT } from "./project-paths.mjs";

const running = new Set();

/**
 * Starts a program in the repository's folder, with the environment given on top of this process's. It is stopped
 * with this process by `stopChildren`.
 */
export function start(command, args, { env = {}, cwd = ROOT, stdio = "inherit", ...rest } = {}) {
  const child = spawn(command, args, { cwd, stdio, env: { ...process.env, ...env }, ...rest });
  running.add(child);
  const forget = () => running.delete(child);
  child.once("exit", forget).once("error", forget);
  return child;
}

/** The exit code of a started program, 128 + n when signal n ended it; rejects when it could not be started. */
export function endOf(child) {
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code, signal) => resolve(code ?? 128 + constants.signals[signal]));
  });
}

/** Runs a program to its end with its output shown; answers its exit code. */
export function run(command, args, options) {
  return endOf(start(command, args, options));
}

/** Runs a program to its end with its output kept: `{ code, output }`, both streams in order of arrival. */
export async function capture(command, args, options) {
  const child = start(command, args, { ...options, stdio: ["ignore", "pipe", "pipe"] });
  const chunks = [];
  child.stdout.on("data", (chunk) => chunks.push(chunk));
  child.stderr.on("data", (chunk) => chunks.push(chunk));
  const code = await endOf(child);
  return { code, output: Buffer.concat(chunks).toString() };
}

/** Ends a program politely, then by force after `graceMs`; resolves when it is gone. */
export async function stop(child, { signal = "SIGTERM", graceMs = 5000 } = {}) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once("exit", resolve));
  child.kill(signal);
  const timer = setTimeout(() => child.kill("SIGKILL"), graceMs);
  await gone;
  clearTimeout(timer);
}

/** Ends every program that `start` began and that still runs. */
export async function stopChildren(options) {
  await Promise.all([...running].map((child) => stop(child, options)));
}
