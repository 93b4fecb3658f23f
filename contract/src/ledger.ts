import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";

/** Proves the books on the live database. One audit runs at a time: another is refused with `ledger.audit-running`. */
export const auditLedger = endpoint("POST /api/ledger/audit", "root", {
  limit: "critical",
  data: z.object({
    ok: z.boolean(),
    /** The first differences, each a sentence; empty when the books are right. */
    differences: z.array(z.string()),
    /** Worth knowing, and no fault of the books. */
    notes: z.array(z.string()),
    /** What was checked, in words, in the order of the checks. */
    checks: z.array(z.object({ name: z.string(), proves: z.string(), ok: z.boolean() })),
    accounts: z.int(),
    entries: z.int(),
    /** Charges that have been archived; their sums are part of the proof. */
    archived_entries: z.int(),
    duration_ms: z.int(),
  }),
});
