import { formatUsd, usdDecimals, usdToQuota } from "@tollgate/contract/quota";
import { ArrowLeftRight } from "lucide-react";
import { useState, type Ref } from "react";
import { useTranslation } from "react-i18next";
import { useQuotaDisplay } from "../session/use-status.ts";
import { NumberInput } from "./number-input.tsx";
import { useUnitsText } from "./quota-text.tsx";
import { Tooltip } from "./tooltip.tsx";

interface QuotaInputProps {
  /** Whole units; NaN while empty. */
  value: number;
  onValueChange: (units: number) => void;
  onBlur?: () => void;
  /** Smallest amount of units; 0 unless said. */
  min?: number;
  max?: number;
  /** Accessible name when no form field gives one. */
  label?: string;
  disabled?: boolean;
  inputRef?: Ref<HTMLInputElement>;
}

/** An amount of quota, entered in dollars or in units as its reader prefers; the other form stands beside it. */
export function QuotaInput({
  value,
  onValueChange,
  min = 0,
  max,
  disabled = false,
  ...field
}: QuotaInputProps) {
  const { t } = useTranslation();
  const display = useQuotaDisplay();
  const unitsText = useUnitsText();
  const [isInUsd, setInUsd] = useState(display.inCurrency);
  const toShown = (units: number) => (isInUsd ? units / display.quotaPerUnit : units);
  const toUnits = (shown: number) => (isInUsd ? usdToQuota(shown, display) : Math.round(shown));
  const otherForm = isInUsd
    ? t("quota.equals", { amount: unitsText(value) })
    : t("quota.approximately", { amount: formatUsd(value / display.quotaPerUnit) });
  const switchLabel = isInUsd ? t("quota.enterUnits") : t("quota.enterUsd");
  return (
    <NumberInput
      {...field}
      value={Number.isNaN(value) ? null : toShown(value)}
      onValueChange={(shown) => onValueChange(shown === null ? Number.NaN : toUnits(shown))}
      min={toShown(min)}
      {...(max === undefined ? {} : { max: toShown(max) })}
      step={isInUsd ? 1 : usdToQuota(1, display)}
      decimals={isInUsd ? usdDecimals(display) : 0}
      disabled={disabled}
      before={
        <Tooltip content={switchLabel}>
          <button
            type="button"
            aria-label={switchLabel}
            disabled={disabled}
            onClick={() => setInUsd(!isInUsd)}
            className="focus-ring flex shrink-0 items-center gap-1 rounded-md border-r border-line bg-subtle px-2 text-xs text-secondary hover:text-foreground disabled:text-muted"
          >
            {isInUsd ? "$" : t("quota.unitName")}
            <ArrowLeftRight aria-hidden className="size-3 text-muted" />
          </button>
        </Tooltip>
      }
      after={
        !Number.isNaN(value) && (
          <span className="flex shrink-0 items-center pr-2 text-xs whitespace-nowrap text-muted tabular-nums">
            {otherForm}
          </span>
        )
      }
    />
  );
}
