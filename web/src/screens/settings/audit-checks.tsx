import type { DataOf } from "@tollgate/contract/endpoint";
import type { auditLedger } from "@tollgate/contract/ledger";
import type { TFunction } from "i18next";
import { Check, X } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { Texts } from "../../i18n/i18n.ts";

type AuditCheck = DataOf<typeof auditLedger>["checks"][number];

const NAMES: Readonly<Record<string, keyof Texts["audit"]["check"]>> = {
  "posted-balances": "postedBalances",
  "balances-below-zero": "belowZero",
  "entries-append-only": "appendOnly",
  "entry-shapes": "entryShapes",
  "nothing-older-than-the-checkpoint": "notOlder",
  checkpoints: "checkpoints",
  "held-amounts": "heldAmounts",
  "holds-resolve-once": "resolveOnce",
  "holds-of-nodes": "holdsOfNodes",
  "logs-have-charges": "logsHaveCharges",
  "charges-are-logged-once": "loggedOnce",
  "charges-have-logs": "chargesHaveLogs",
  "channel-use": "channelUse",
  "operator-costs": "operatorCosts",
};

/** What was proved, one fact a line. */
export function AuditChecks({ checks }: { checks: readonly AuditCheck[] }) {
  const { t } = useTranslation("audit");
  return (
    <ul aria-label={t("checks")} className="grid gap-x-8 gap-y-1.5 text-sm lg:grid-cols-2">
      {checks.map((check) => (
        <li key={check.name} className="flex items-start gap-2">
          {check.ok ? (
            <Check aria-label={t("proved")} className="mt-0.5 size-4 shrink-0 text-green-text" />
          ) : (
            <X aria-label={t("refuted")} className="mt-0.5 size-4 shrink-0 text-danger-text" />
          )}
          <span className="min-w-0 text-secondary">{factOf(t, check)}</span>
        </li>
      ))}
    </ul>
  );
}

/** A check that this console does not know says itself what it proves. */
function factOf(t: TFunction<"audit">, { name, proves }: AuditCheck): string {
  const key = NAMES[name];
  return key === undefined ? proves : t(`check.${key}`);
}
