import { formatWhole } from "@tollgate/contract/number-text";
import type { Self } from "@tollgate/contract/session";
import { useTranslation } from "react-i18next";
import { Card } from "../../components/card.tsx";
import { QuotaText, useExactQuota } from "../../components/quota-text.tsx";
import { Skeleton } from "../../components/skeleton.tsx";

/** What can be spent, and what was. */
export function BalanceCard({ self }: { self: Self | undefined }) {
  const { t } = useTranslation("wallet");
  const exactForm = useExactQuota();
  const figures = [
    { label: t("balance.used"), value: self && <QuotaText units={self.used_quota} /> },
    { label: t("balance.requests"), value: self && formatWhole(self.request_count) },
  ];
  return (
    <Card>
      <section aria-label={t("balance.title")} className="flex flex-wrap items-end gap-x-12 gap-y-4 p-5">
        <div className="min-w-0 flex-1 max-sm:basis-full">
          <p className="text-sm text-muted">{t("balance.now")}</p>
          {self === undefined ? (
            <Skeleton className="mt-2 h-9 w-40" />
          ) : (
            <>
              <QuotaText
                units={self.quota}
                className={`mt-1 block w-fit text-3xl font-semibold tracking-tight ${self.quota < 0 ? "text-danger-text" : ""}`}
              />
              <p className="mt-1 text-xs text-muted tabular-nums">{exactForm(self.quota)}</p>
            </>
          )}
        </div>
        <dl className="flex flex-wrap gap-x-10 gap-y-3">
          {figures.map(({ label, value }) => (
            <div key={label}>
              <dt className="text-xs text-muted">{label}</dt>
              <dd className="mt-1 text-lg font-semibold tabular-nums">
                {value ?? <Skeleton className="h-5 w-20" />}
              </dd>
            </div>
          ))}
        </dl>
      </section>
    </Card>
  );
}
