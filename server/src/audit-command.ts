import type { Config } from "./config.ts";
import { auditLedger } from "./ledger/audit.ts";
import type { AuditReport } from "./ledger/audit.ts";
import { openExistingDatabase, unusable } from "./open-storage.ts";

/**
 * Checks the books of a database that may be in use. Prints the first differences and answers 1, or says that there
 * are none and answers 0. Throws StartError.
 */
export async function auditCommand(
  { database: config }: Config,
  print: (line: string) => void,
): Promise<number> {
  const database = openExistingDatabase(config);
  try {
    return reportAudit(await auditLedger(database.reader), print);
  } catch (error) {
    throw unusable(config, error);
  } finally {
    await database.close();
  }
}

function reportAudit({ differences, accounts, entries }: AuditReport, print: (line: string) => void): number {
  for (const difference of differences) print(difference);
  print(
    differences.length === 0
      ? `The books are right: ${accounts} accounts, ${entries} entries, no difference.`
      : `The books are wrong: the first ${differences.length} differences are above.`,
  );
  return differences.length === 0 ? 0 : 1;
}
