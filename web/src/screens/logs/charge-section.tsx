import type { UseQueryResult } from "@tanstack/react-query";
import type { ChargeExplanation, Log } from "@tollgate/contract/logs";
import { formatWhole } from "@tollgate/contract/number-text";
import { RotateCw } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "../../api/api-error.ts";
import { Alert } from "../../components/alert.tsx";
import { Badge } from "../../components/badge.tsx";
import { Button } from "../../components/button.tsx";
import { QuotaText } from "../../components/quota-text.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { ChargeActions } from "./charge-actions.tsx";
import { ChargeFormula } from "./charge-formula.tsx";
import { ChargePrices } from "./charge-prices.tsx";
import { isUncharged } from "./log-other.ts";
import { RawUsage } from "./raw-usage.tsx";

interface ChargeSectionProps {
  log: Log;
  explanation: UseQueryResult<ChargeExplanation>;
}

/** How the charge of a row came about, or why nobody can say. */
export function ChargeSection({ log, explanation }: ChargeSectionProps) {
  const { t } = useTranslation("logs");
  const { data: charge, error } = explanation;
  return (
    <section className="min-w-0 flex-1" aria-label={t("charge.title")}>
      <div className="mb-2 flex min-h-5 items-center justify-between gap-3">
        <h2 className="flex items-center gap-2 text-xs font-semibold text-muted">
          {t("charge.title")}
          {charge?.local_count === true && <Badge tone="yellow">{t("charge.localCount")}</Badge>}
        </h2>
        {charge !== undefined && <ChargeActions charge={charge} />}
      </div>
      {isUncharged(log) ? (
        <p className="text-muted">{t("charge.failedIsFree")}</p>
      ) : charge !== undefined ? (
        <Explained charge={charge} log={log} />
      ) : error !== null ? (
        <Unexplained log={log} error={error} onRetry={() => void explanation.refetch()} />
      ) : (
        <Loading />
      )}
    </section>
  );
}

function Explained({ charge, log }: { charge: ChargeExplanation; log: Log }) {
  const { t } = useTranslation("logs");
  return (
    <div className="flex flex-col gap-3">
      {!charge.matches && (
        <Alert tone="warning">
          {t("charge.mismatch", {
            computed: formatWhole(charge.quota),
            charged: formatWhole(charge.charged_quota),
          })}
        </Alert>
      )}
      <ChargeFormula charge={charge} />
      <ChargePrices charge={charge} log={log} />
      {charge.upstream_usage !== undefined && <RawUsage usage={charge.upstream_usage} />}
    </div>
  );
}

/** Rows of other gateways and of older versions hold no price; anything else is worth another try. */
function Unexplained({ log, error, onRetry }: { log: Log; error: Error; onRetry: () => void }) {
  const { t } = useTranslation("logs");
  const isFinal = error instanceof ApiError && error.kind === "refused";
  const charged: ReactNode = (
    <p className="mt-2">
      {t("charge.charged")} <QuotaText units={log.quota} digits={6} exact className="font-semibold" />
    </p>
  );
  if (isFinal) {
    return (
      <>
        <p className="text-muted">{error.message}</p>
        {charged}
      </>
    );
  }
  return (
    <>
      <Alert tone="danger" isUrgent>
        {error.message}
      </Alert>
      {charged}
      <Button size="sm" className="mt-2" onClick={onRetry}>
        <RotateCw />
        {t("action.retry", { ns: "common" })}
      </Button>
    </>
  );
}

function Loading() {
  return (
    <div className="flex flex-col gap-3 rounded-lg border border-line bg-surface p-3" aria-busy>
      <Skeleton className="w-full" />
      <Skeleton className="w-2/3" />
      <Skeleton className="w-full" />
      <Skeleton className="w-1/2" />
    </div>
  );
}
