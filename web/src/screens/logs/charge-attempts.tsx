import type { ChargeAttempt } from "@tollgate/contract/logs";
import { useTranslation } from "react-i18next";
import { Badge } from "../../components/badge.tsx";
import { QuotaText } from "../../components/quota-text.tsx";
import { formatSpan } from "../../lib/format-time.ts";

/** A row that was not explained knows the numbers of its channels only. */
export type Attempt = Omit<ChargeAttempt, "channel_name"> & { channel_name?: string };

interface ChargeAttemptsProps {
  attempts: readonly Attempt[];
  /** What the user was charged for the call. */
  chargedQuota: number;
}

/** The channels that were tried, in order: what each answered, how long it took, and who paid for it. */
export function ChargeAttempts({ attempts, chargedQuota }: ChargeAttemptsProps) {
  const { t } = useTranslation("logs");
  return (
    <ol aria-label={t("attempt.title")} className="flex flex-col gap-1.5">
      {[...attempts.entries()].map(([index, attempt]) => (
        <li key={index} className="rounded-lg border border-line bg-surface px-3 py-2">
          <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <span className="font-medium">
              #{attempt.channel_id}
              {attempt.channel_name !== undefined && ` ${attempt.channel_name}`}
            </span>
            <AttemptStatus attempt={attempt} />
            <span className="text-xs text-muted tabular-nums">{formatSpan(attempt.duration_ms)}</span>
            <span className="ml-auto">
              <Payer attempt={attempt} userPaid={index === attempts.length - 1 ? chargedQuota : 0} />
            </span>
          </div>
          {attempt.error !== undefined && (
            <p className="mt-1 text-xs wrap-anywhere text-danger-text">{attempt.error}</p>
          )}
        </li>
      ))}
    </ol>
  );
}

function AttemptStatus({ attempt: { status_code: status, error } }: { attempt: Attempt }) {
  const { t } = useTranslation("logs");
  const isWell = error === undefined && (status === undefined || status < 400);
  return (
    <Badge tone={isWell ? "green" : "red"}>
      {status ?? (isWell ? t("attempt.answered") : t("attempt.failed"))}
    </Badge>
  );
}

/** The operator bears what a failed attempt cost; the user pays for the one that answered him. */
function Payer({ attempt, userPaid }: { attempt: Attempt; userPaid: number }) {
  const { t } = useTranslation("logs");
  const operatorPaid = attempt.operator_quota ?? 0;
  if (operatorPaid > 0) {
    return (
      <Badge tone="orange">
        {t("attempt.operatorPaid")} <QuotaText units={operatorPaid} digits={6} exact />
      </Badge>
    );
  }
  if (userPaid > 0) {
    return (
      <Badge tone="blue">
        {t("attempt.userPaid")} <QuotaText units={userPaid} digits={6} exact />
      </Badge>
    );
  }
  return <span className="text-xs text-muted">{t("attempt.free")}</span>;
}
