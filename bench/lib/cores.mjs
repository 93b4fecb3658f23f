import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";

const OPEN_FILES_WANTED = 65_536;

/**
 * Who runs where. The gateway under test has the last core for itself; the mock, the load generator and PostgreSQL
 * stand for other machines and share the rest. With two cores they share one, which works because the mock and wrk
 * together need about 5 µs a request, less than any gateway.
 */
export function chooseCores(count = availableParallelism()) {
  if (count < 2)
    throw new Error("the benchmark needs two cores: one for the gateway, one for everything else");
  return { gateway: count - 1, mock: 0, load: Math.min(1, count - 2), database: Math.min(2, count - 2) };
}

/** A command line that runs the program on one core (or several, as `0,1`) with room for thousands of sockets. */
export function pinned(core, command, args) {
  const files = openFiles();
  return {
    command: "prlimit",
    args: [`--nofile=${files}:${files}`, "taskset", "-c", String(core), command, ...args],
  };
}

/** As many as this process may give, up to what is wanted. */
function openFiles() {
  const hard = /Max open files\s+\S+\s+(\S+)/.exec(readFileSync("/proc/self/limits", "utf8"))?.[1];
  return Math.min(OPEN_FILES_WANTED, hard === "unlimited" ? OPEN_FILES_WANTED : Number(hard));
}
