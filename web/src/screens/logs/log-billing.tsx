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
  if (billing === undefined) return <p className="text-muted">{t("billing.none")}</p>;
  return (
    <>
      <PriceList billing={billing} />
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

function PriceList({ billing }: { billing: Billing }) {
  const { t } = useTranslation("logs");
  const group = { label: t("billing.groupRatio"), value: formatRatio(billing.groupRatio) };
  if (billing.kind === "call") {
    const price = formatUsd(billing.usdEach);
    const value =
      billing.per === "second" ? t("billing.perSecond", { price }) : t("billing.perCall", { price });
    return <KeyValueList items={[{ label: t("billing.callPrice"), value }, group]} />;
  }
  const prices = billing.terms.map(({ kind, usdPerMillion }): KeyValue => ({
    label: t(`billing.price.${kind}`),
    value: t("billing.perMillion", { price: formatUsd(usdPerMillion) }),
  }));
  const ratio = { label: t("billing.modelRatio"), value: formatRatio(billing.modelRatio) };
  return <KeyValueList items={[...prices, ratio, group]} />;
}

function Formula({ billing }: { billing: Billing }) {
  const { t } = useTranslation("logs");
  const ratio = `${t("billing.groupRatio")} ${formatRatio(billing.groupRatio)}`;
  if (billing.kind === "call")
    return `${formatRatio(billing.count)} × ${formatUsd(billing.usdEach)} × ${ratio}`;
  const term = ({ kind, tokens, usdPerMillion }: BillingTerm) =>
    `${t(`billing.term.${kind}`)} ${formatWhole(tokens)} / 1M × ${formatUsd(usdPerMillion)}`;
  return `(${billing.terms.map(term).join(" + ")}) × ${ratio}`;
}
