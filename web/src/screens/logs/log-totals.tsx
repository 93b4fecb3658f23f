import { useTranslation } from "react-i18next";
import { abbreviateNumber } from "@tollgate/contract/number-text";
import { QuotaText } from "../../components/quota-text.tsx";
import { Skeleton } from "../../components/skeleton.tsx";

interface LogTotalsProps {
  totals: { quota: number; rpm: number; tpm: number } | undefined;
}

/** The figures over the filtered logs. */
export function LogTotals({ totals }: LogTotalsProps) {
  const { t } = useTranslation("logs");
  const figures = [
    { label: t("total.quota"), value: totals && <QuotaText units={totals.quota} /> },
    { label: t("total.rpm"), hint: t("total.rpmHint"), value: totals && abbreviateNumber(totals.rpm) },
    { label: t("total.tpm"), hint: t("total.tpmHint"), value: totals && abbreviateNumber(totals.tpm) },
  ];
  return (
    <dl className="flex min-h-8 max-w-full flex-wrap items-stretch divide-x divide-line overflow-hidden rounded-md border border-line bg-surface shadow-card">
      {figures.map(({ label, hint, value }) => (
        <div key={label} title={hint} className="flex min-h-7.5 items-center gap-2 px-3">
          <dt className="text-xs whitespace-nowrap text-muted">{label}</dt>
          <dd className="text-sm font-semibold tabular-nums">{value ?? <Skeleton className="w-10" />}</dd>
        </div>
      ))}
    </dl>
  );
}
