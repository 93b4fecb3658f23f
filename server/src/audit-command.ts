import { accessSync, constants } from "node:fs";
import type { Config } from "./config.ts";
import { auditBooks } from "./ledger/audit.ts";
import type { AuditReport } from "./ledger/audit.ts";
import { verifyArchive } from "./ledger/archive-verify.ts";
import type { ArchiveReport } from "./ledger/archive-verify.ts";
import { openExistingDatabase, unusable } from "./open-storage.ts";
import { StartError } from "./start-error.ts";

export interface AuditCommandOptions {
  /** `--json`: the whole report as one JSON object. */
  readonly json?: boolean;
  /** `--archive FILE`, any number of times: files to prove against their checkpoints. */
  readonly archives?: readonly string[];
}

/**
 * Checks the books of a database that may be in use. Prints the first differences and answers 1, or says that there
 * are none and answers 0. Throws StartError.
 */
export async function auditCommand(
  { database: config }: Config,
  print: (line: string) => void,
  { json = false, archives = [] }: AuditCommandOptions = {},
): Promise<number> {
  for (const file of archives) checkReadable(file);
  const database = openExistingDatabase(config);
  try {
    const report = await auditBooks(database.reader);
    const files: ArchiveReport[] = [];
    for (const file of archives) files.push(await verifyArchive(database.reader, file));
    if (json) print(JSON.stringify({ ...report, archives: files }, null, 2));
    else for (const line of reportLines(report, files)) print(line);
    return [report, ...files].every(({ differences }) => differences.length === 0) ? 0 : 1;
  } catch (error) {
    throw unusable(config, error);
  } finally {
    await database.close();
  }
}

/** A file that is not there says nothing about the books. Throws StartError. */
function checkReadable(file: string): void {
  try {
    accessSync(file, constants.R_OK);
  } catch (error) {
    throw new StartError(`${file} cannot be read (${String(Object(error).code)})`);
  }
}

function reportLines(report: AuditReport, files: readonly ArchiveReport[]): string[] {
  const { accounts, entries, archivedEntries } = report;
  const differences = [...report.differences, ...files.flatMap((file) => file.differences)];
  const proven = files.filter((file) => file.differences.length === 0);
  const verdict =
    report.differences.length === 0
      ? "The books are right, but an archive is not as it was written."
      : "The books are wrong.";
  const archived = archivedEntries === 0 ? "" : `, ${archivedEntries} archived charges`;
  return [
    ...differences,
    ...report.notes.map((note) => `note: ${note}`),
    ...proven.map((file) => `${file.file}: ${file.entries} charges, as they were archived.`),
    differences.length === 0
      ? `The books are right: ${accounts} accounts, ${entries} entries${archived}, no difference.`
      : `${verdict} Differences named above: ${differences.length}.`,
  ];
}
