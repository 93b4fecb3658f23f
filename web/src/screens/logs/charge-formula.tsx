import type { ChargeExplanation, ChargeLine } from "@tollgate/contract/logs";
import { formatWhole } from "@tollgate/contract/number-text";
import { formatUsd } from "@tollgate/contract/quota";
import { Fragment, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { QuotaText, useQuotaOtherwise } from "../../components/quota-text.tsx";
import { useQuotaDisplay } from "../../session/use-status.ts";
import { factorName, itemName, priceUnit } from "./charge-words.ts";
import { exactNumber, groupDigits } from "./exact-amount.ts";

/** The sum behind a charge: a line for each class of use, their total, what rounding made of it. */
export function ChargeFormula({ charge }: { charge: ChargeExplanation }) {
  const { t } = useTranslation("logs");
  const otherForm = useQuotaOtherwise();
  const display = useQuotaDisplay();
  const quotaPerUnit = unitsOfThen(charge) ?? display.quotaPerUnit;
  return (
    <div className="overflow-hidden rounded-lg border border-line bg-surface tabular-nums">
      <ul aria-label={t("charge.lines")} className="divide-y divide-line">
        {charge.lines.map((line) => (
          <FormulaLine key={line.item} line={line} quotaPerUnit={quotaPerUnit} />
        ))}
        {charge.lines.length === 0 && <li className="px-3 py-2 text-muted">{t("charge.nothingUsed")}</li>}
      </ul>
      <dl className="border-t border-line-strong bg-subtle px-3 py-2">
        <Total label={t("charge.exact")}>
          {t("quota.units", { ns: "common", amount: groupDigits(charge.exact_quota) })}
        </Total>
        <Total label={t("charge.rounding")}>
          {t(`charge.rounded.${ROUNDINGS[charge.rounding]}`)} → {formatWhole(charge.quota)}
        </Total>
        {charge.held_quota > 0 && <Held charge={charge} />}
        <Total label={t("charge.charged")} isStrong>
          <QuotaText units={charge.charged_quota} digits={6} exact />
          <span className="ml-2 font-normal text-muted">{otherForm(charge.charged_quota)}</span>
        </Total>
      </dl>
    </div>
  );
}

const ROUNDINGS = {
  none: "none",
  "half-away": "halfAway",
  minimum: "minimum",
  saturated: "saturated",
} as const;

/** How many units a dollar had when the call was priced. */
function unitsOfThen({ rate }: ChargeExplanation): number | undefined {
  const { quotaPerUnit }: Record<string, unknown> = Object(rate);
  return typeof quotaPerUnit === "number" && quotaPerUnit > 0 ? quotaPerUnit : undefined;
}

/** `quantity × factor × … = quota`, with the price that comes to. */
function FormulaLine({ line, quotaPerUnit }: { line: ChargeLine; quotaPerUnit: number }) {
  const { t } = useTranslation("logs");
  const unit = priceUnit(t, line.item);
  const price = line.quantity === 0 ? 0 : (Number(line.quota) / line.quantity / quotaPerUnit) * unit.size;
  return (
    <li className="px-3 py-2">
      <div className="flex items-baseline justify-between gap-4">
        <span className="min-w-0">
          {itemName(t, line.item)}
          <span className="ml-2 text-xs text-muted">
            {t("charge.price", { price: formatUsd(price), unit: unit.name })}
          </span>
        </span>
        <span className="font-medium">{groupDigits(line.quota)}</span>
      </div>
      <p className="mt-0.5 text-xs leading-relaxed text-muted">
        {formatQuantity(line.quantity)}
        {line.factors.map((factor) => (
          <Fragment key={factor.name}>
            {" × "}
            <span className="whitespace-nowrap">
              {factorName(t, factor.name)} {exactNumber(factor.value)}
            </span>
          </Fragment>
        ))}
      </p>
    </li>
  );
}

/** What was set aside before the call, and what of it came back. */
function Held({ charge: { held_quota: held, charged_quota: charged } }: { charge: ChargeExplanation }) {
  const { t } = useTranslation("logs");
  const difference = formatWhole(Math.abs(held - charged));
  return (
    <Total label={t("charge.held")}>
      {formatWhole(held)}
      {held !== charged && (
        <span className="text-muted">
          {" · "}
          {held > charged
            ? t("charge.returned", { amount: difference })
            : t("charge.added", { amount: difference })}
        </span>
      )}
    </Total>
  );
}

interface TotalProps {
  label: string;
  children: ReactNode;
  isStrong?: boolean;
}

function Total({ label, children, isStrong = false }: TotalProps) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4 py-0.5">
      <dt className={isStrong ? "font-medium" : "text-muted"}>{label}</dt>
      <dd className={isStrong ? "font-semibold" : ""}>{children}</dd>
    </div>
  );
}

/** Seconds of media may have a fraction; everything else is counted. */
function formatQuantity(quantity: number): string {
  return quantity.toLocaleString("en-US", { maximumFractionDigits: 3 });
}
