import type { ChargeExplanation, ChargeLine, Log } from "@tollgate/contract/logs";
import { formatWhole } from "@tollgate/contract/number-text";
import { useTranslation } from "react-i18next";
import { Badge } from "../../components/badge.tsx";
import { KeyValueList } from "../../components/key-value-list.tsx";
import { isolated } from "../../lib/isolated-text.ts";
import { factorName, sourceName } from "./charge-words.ts";
import { exactNumber } from "./exact-amount.ts";

type Factor = ChargeLine["factors"][number];

/** The numbers of the frozen price that a charge used, and where each came from. */
export function ChargePrices({ charge, log }: { charge: ChargeExplanation; log: Log }) {
  const { t } = useTranslation("logs");
  const prices = usedFactors(charge.lines).map((factor) => ({
    label: factorName(t, factor.name),
    value: (
      <span className="inline-flex flex-wrap items-center gap-2">
        {exactNumber(factor.value)}
        {factor.source !== undefined && (
          <Badge tone={factor.source === "operator" ? "blue" : "outline"}>
            {sourceName(t, factor.source)}
          </Badge>
        )}
      </span>
    ),
  }));
  const tier = charge.tier && {
    label: t("charge.tier"),
    value: t("charge.tierAbove", {
      input: formatWhole(charge.tier.input_tokens),
      above: formatWhole(charge.tier.above_input_tokens),
    }),
  };
  const version = {
    label: t("charge.priceVersion"),
    value: <code className="font-mono text-xs break-all">{charge.price_version}</code>,
  };
  const payer = {
    label: t("charge.payer"),
    value: t("charge.payerNames", {
      user: `${isolated(log.username)} #${charge.payer.user_id}`,
      token: `${isolated(log.token_name)} #${charge.payer.token_id}`,
    }),
  };
  return <KeyValueList items={[...prices, ...(tier ? [tier] : []), version, payer]} />;
}

/** Each multiplier once, in the order of first use; the lines' own values follow from their names. */
function usedFactors(lines: readonly ChargeLine[]): Factor[] {
  const byName = new Map(lines.flatMap((line) => line.factors.map((factor) => [factor.name, factor])));
  return [...byName.values()];
}
