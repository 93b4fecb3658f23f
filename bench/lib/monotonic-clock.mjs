import { dlopen } from "bun:ffi";

const CLOCK_MONOTONIC = 1;
const { symbols } = dlopen("libc.so.6", { clock_gettime: { args: ["i32", "ptr"], returns: "i32" } });
const time = new BigInt64Array(2);

/**
 * Nanoseconds of the machine's monotonic clock. Bun's own clocks start with each process; this one can be compared
 * between the mock, which sends a chunk, and the client, which receives it. Precise to about a microsecond, because
 * the number is a double.
 */
export function monotonicNs() {
  symbols.clock_gettime(CLOCK_MONOTONIC, time);
  return Number(time[0]) * 1e9 + Number(time[1]);
}
