import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { atEnd } from "./clean-up.mjs";

/** A new folder that is gone when this process ends. */
export function temporaryFolder(name, mode = 0o700) {
  const folder = mkdtempSync(join(tmpdir(), `tollgate-${name}-`));
  chmodSync(folder, mode);
  atEnd(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}
