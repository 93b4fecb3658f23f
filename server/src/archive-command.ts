import { existsSync, mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Config } from "./config.ts";
import { openDataDirectory } from "./data-directory.ts";
import { archiveCharges, ArchiveRefusal } from "./ledger/archive.ts";
import { ArchiveFileError } from "./ledger/archive-file.ts";
import { systemClock } from "./lib/clock.ts";
import type { Clock } from "./lib/clock.ts";
import { openExistingDatabase, unusable } from "./open-storage.ts";
import { StartError } from "./start-error.ts";

export interface ArchiveCommandOptions {
  /** `--before 2026-01-01`. */
  readonly before: string;
  /** `--to FILE.jsonl.gz`; without it the file goes into `archive/` in the data directory. */
  readonly to?: string | undefined;
}

const OWNER_ONLY_FOLDER = 0o700;
const PROGRESS_EVERY = 100_000;

/**
 * Archives the charges older than a day. On PostgreSQL it may run while gateways do; on SQLite it takes the data
 * directory, so it is refused while a gateway has it. Answers the exit code. Throws StartError.
 */
export async function archiveCommand(
  config: Config,
  options: ArchiveCommandOptions,
  print: (line: string) => void,
  clock: Clock = systemClock,
): Promise<number> {
  using stack = new DisposableStack();
  if (config.database.engine === "sqlite" && existsSync(config.database.path)) {
    const directory = openDataDirectory(config.dataDir);
    stack.defer(() => directory.release());
  }
  const database = openExistingDatabase(config.database);
  try {
    const archived = await archiveCharges({
      database,
      clock,
      beforeDate: options.before,
      file: options.to === undefined ? defaultFile(config, options.before) : resolve(options.to),
      onProgress(entries) {
        if (entries % PROGRESS_EVERY === 0) print(`${entries} charges so far`);
      },
    });
    if (!archived) print(`No charge is older than ${options.before}: nothing to archive.`);
    else {
      print(`${archived.entries} charges from before ${options.before} are now in ${archived.file}`);
      print(`Digest (sha256 of the unpacked text): ${archived.digest}`);
    }
    return 0;
  } catch (error) {
    if (error instanceof ArchiveRefusal || error instanceof ArchiveFileError)
      throw new StartError(error.message);
    throw unusable(config.database, error);
  } finally {
    await database.close();
  }
}

function defaultFile({ dataDir }: Config, before: string): string {
  const folder = join(dataDir, "archive");
  mkdirSync(folder, { recursive: true, mode: OWNER_ONLY_FOLDER });
  // The date may be wrong; what is wrong with it is told before the file is made.
  return join(folder, `charges-before-${before.replace(/[^\d-]/g, "")}.jsonl.gz`);
}
