import { mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";

/** Golden files are written when this is set, and only then. */
const UPDATES = process.env["UPDATE_GOLDEN"] === "1";

/**
 * What `golden/<path>.json` says; with UPDATE_GOLDEN=1 the file says `value` from now on. Undefined when there is no file:
 * a new scenario must be written on purpose.
 */
export async function goldenValue(path: string, value: unknown): Promise<unknown> {
  const file = join(import.meta.dirname, "golden", `${path}.json`);
  if (UPDATES) {
    await mkdir(dirname(file), { recursive: true });
    await Bun.write(file, `${JSON.stringify(value, null, 1)}\n`);
  }
  const stored = Bun.file(file);
  return (await stored.exists()) ? stored.json() : undefined;
}
