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

/** An amount of quota as the operator wants it shown; the other form, exact, on hover. */
export function QuotaText({ units, className, ...options }: QuotaTextProps) {
  const display = useQuotaDisplay();
  const otherForm = useQuotaOtherwise();
  return (
    <Tooltip content={otherForm(units)}>
      <span className={classNames("whitespace-nowrap tabular-nums", className)}>
        {formatQuota(units, display, options)}
      </span>
    </Tooltip>
  );
}

/** Says an amount the other way, with its unit: "500,000 units" where money is shown, "$1.00" where units are. */
export function useQuotaOtherwise(): (units: number) => string {
  const { t } = useTranslation();
  const display = useQuotaDisplay();
  return (units) => {
    const amount = formatQuotaOtherwise(units, display);
    return display.inCurrency ? t("quota.units", { amount }) : amount;
  };
}
