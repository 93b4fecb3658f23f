import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { consoleCycles } from "./console-cycles.mjs";
import { CONSOLE_DIST } from "./project-paths.mjs";

/** What a browser must load before it can draw the first screen, compressed. Raise it only with a reason. */
const BUDGET_KB = { js: 220, css: 20 };

/** Whether the console's entry stays within its budget, and no files need each other: `{ ok, output, note }`. */
export function checkConsoleSize() {
  const page = join(CONSOLE_DIST, "index.html");
  if (!existsSync(page)) return { ok: false, output: "the console is not built", note: "" };
  const cycles = consoleCycles();
  if (cycles.length > 0)
    return { ok: false, output: `these files import each other in a circle: ${cycles.join(", ")}`, note: "" };
  const files = [...readFileSync(page, "utf8").matchAll(/\b(?:src|href)="\/([^"]+\.(js|css))"/g)];
  const sizeKb = { js: 0, css: 0 };
  for (const [, path, kind] of files)
    sizeKb[kind] += gzipSync(readFileSync(join(CONSOLE_DIST, path))).length / 1000;
  const described = Object.keys(BUDGET_KB).map(
    (kind) => `${kind} ${sizeKb[kind].toFixed(0)} of ${BUDGET_KB[kind]} kB`,
  );
  const ok = files.length > 0 && Object.keys(BUDGET_KB).every((kind) => sizeKb[kind] <= BUDGET_KB[kind]);
  return { ok, output: `the entry loads ${described.join(", ")} (gzip)`, note: described.join(", ") };
}
