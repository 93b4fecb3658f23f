import { auditLedger } from "@tollgate/contract/ledger";
import { route } from "../../http/route.ts";
import type { Route } from "../../http/route.ts";
import type { AuditReport } from "../../ledger/audit.ts";
import { AppError } from "../../lib/app-error.ts";

export interface LedgerRouteDeps {
  audit(): Promise<AuditReport>;
}

/** Root's button for `tollgate audit`. One audit at a time: it reads the whole of the books. */
export function ledgerRoutes({ audit }: LedgerRouteDeps): Route[] {
  let isRunning = false;
  return [
    route(auditLedger, async () => {
      if (isRunning) throw new AppError("ledger.audit-running");
      isRunning = true;
      const startedMs = performance.now();
      try {
        const report = await audit();
        return {
          ok: report.differences.length === 0,
          differences: [...report.differences],
          notes: [...report.notes],
          checks: report.checks.map(({ name, proves, differences }) => ({
            name,
            proves,
            ok: differences.length === 0,
          })),
          accounts: report.accounts,
          entries: report.entries,
          archived_entries: report.archivedEntries,
          duration_ms: Math.round(performance.now() - startedMs),
        };
      } finally {
        isRunning = false;
      }
    }),
  ];
}
