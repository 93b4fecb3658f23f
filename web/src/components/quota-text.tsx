import { formatWhole } from "@tollgate/contract/number-text";
import { formatQuota, formatQuotaOtherwise, type QuotaFormatOptions } from "@tollgate/contract/quota";
import { useTranslation } from "react-i18next";
import { classNames } from "../lib/class-names.ts";
import { useQuotaDisplay } from "../session/use-status.ts";
import { Tooltip } from "./tooltip.tsx";

interface QuotaTextProps extends QuotaFormatOptions {
  /** Whole units. */
  units: number;
  className?: string;
}

/** An amount of quota as the operator wants it shown; exact, in units and the other form, on hover. */
export function QuotaText({ units, className, ...options }: QuotaTextProps) {
  const display = useQuotaDisplay();
  const exactForm = useExactQuota();
  return (
    <Tooltip content={exactForm(units)}>
      <span className={classNames("whitespace-nowrap tabular-nums", className)}>
        {formatQuota(units, display, options)}
      </span>
    </Tooltip>
  );
}

/** Says an amount of units: "500,000 units". */
export function useUnitsText(): (units: number) => string {
  const { t } = useTranslation();
  return (units) => {
    const amount = formatWhole(units);
    return Math.abs(units) === 1 ? t("quota.unit", { amount }) : t("quota.units", { amount });
  };
}

/** Says an amount the other way, with its unit: "500,000 units" where money is shown, "$1.00" where units are. */
export function useQuotaOtherwise(): (units: number) => string {
  const display = useQuotaDisplay();
  const unitsText = useUnitsText();
  return (units) => (display.inCurrency ? unitsText(units) : formatQuotaOtherwise(units, display));
}

/** What stands beside an amount that may be rounded: all of its units, and its money where units are shown. */
export function useExactQuota(): (units: number) => string {
  const { t } = useTranslation();
  const display = useQuotaDisplay();
  const unitsText = useUnitsText();
  return (units) => {
    if (display.inCurrency) return unitsText(units);
    return `${unitsText(units)} ${t("quota.equals", { amount: formatQuotaOtherwise(units, display) })}`;
  };
}
