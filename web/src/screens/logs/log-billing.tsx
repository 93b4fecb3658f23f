import type { LogOther } from "@tollgate/contract/logs";
import { useTranslation } from "react-i18next";
import { KeyValueList, type KeyValue } from "../../components/key-value-list.tsx";
import { formatRatio, formatWhole } from "../../lib/format-number.ts";
import { formatUsd } from "../../lib/format-quota.ts";
import { useFormatQuota } from "../../session/use-status.ts";
import { explainBilling, type Billing, type BillingTerm } from "./explain-billing.ts";
import type { Log } from "./use-logs.ts";

/** The prices of a call and the sum that made its charge. */
export function LogBilling({ log, other }: { log: Log; other: LogOther }) {
  const { t } = useTranslation("logs");
  const formatQuota = useFormatQuota();
  const billing = explainBilling(log, other);
  const prices = usePrices(billing);
  if (billing === undefined) return <p className="text-muted">{t("billing.none")}</p>;
  return (
    <>
      <KeyValueList items={prices} />
      <p className="mt-3 rounded-md border border-line bg-surface px-3 py-2 leading-relaxed tabular-nums">
        <Formula billing={billing} />
        <span className="whitespace-nowrap">
          {" = "}
          <strong className="font-semibold">{formatQuota(log.quota, { digits: 6, exact: true })}</strong>
        </span>
      </p>
      <p className="mt-1.5 text-xs text-muted">{t("billing.note")}</p>
    </>
  );
}

function usePrices(billing: Billing | undefined): KeyValue[] {
  const { t } = useTranslation("logs");
  if (billing === undefined) return [];
  const group = { label: t("billing.groupRatio"), value: formatRatio(billing.groupRatio) };
  if (billing.kind === "call") {
    const price = t("billing.perCall", { price: formatUsd(billing.callUsd) });
    return [{ label: t("billing.callPrice"), value: price }, group];
  }
  const labels = {
    prompt: t("billing.promptPrice"),
    cache: t("billing.cachePrice"),
    completion: t("billing.completionPrice"),
  };
  const perMillion = (usd: number) => t("billing.perMillion", { price: formatUsd(usd) });
  return [
    ...billing.terms.map((term) => ({ label: labels[term.kind], value: perMillion(term.usdPerMillion) })),
    { label: t("billing.modelRatio"), value: formatRatio(billing.modelRatio) },
    group,
  ];
}

function Formula({ billing }: { billing: Billing }) {
  const { t } = useTranslation("logs");
  const ratio = `${t("billing.groupRatio")} ${formatRatio(billing.groupRatio)}`;
  if (billing.kind === "call") return `${formatUsd(billing.callUsd)} × ${ratio}`;
  const labels = {
    prompt: (tokens: string) => t("billing.promptTerm", { tokens }),
    cache: (tokens: string) => t("billing.cacheTerm", { tokens }),
    completion: (tokens: string) => t("billing.completionTerm", { tokens }),
  };
  const term = ({ kind, tokens, usdPerMillion }: BillingTerm) =>
    `${labels[kind](formatWhole(tokens))} / 1M × ${formatUsd(usdPerMillion)}`;
  return `(${billing.terms.map(term).join(" + ")}) × ${ratio}`;
}
