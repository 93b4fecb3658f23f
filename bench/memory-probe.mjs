/**
 * Preloaded into the gateway by `suites/disconnect-storm.mjs`: on SIGUSR2 it collects garbage and writes
 * `{ heapMb, objects }` of its JavaScript heap to the file that MEMORY_PROBE_FILE names.
 */
import { heapStats } from "bun:jsc";
import { renameSync, writeFileSync } from "node:fs";

const BYTES_PER_MB = 1024 * 1024;
const file = process.env.MEMORY_PROBE_FILE;

process.on("SIGUSR2", () => {
  Bun.gc(true);
  const { heapSize, objectCount } = heapStats();
  // Whoever waits for the file finds it whole.
  writeFileSync(`${file}.part`, JSON.stringify({ heapMb: heapSize / BYTES_PER_MB, objects: objectCount }));
  renameSync(`${file}.part`, file);
});
