import { useCallback } from "react";
import { formatRatio } from "../../lib/format-number.ts";
import { formatQuota } from "@tollgate/contract/quota";
import { useQuotaDisplay } from "../../session/use-status.ts";
import { priceDigits } from "./list-price.ts";

/** Prices as the operator wants amounts shown, with every digit that they have. */
export function usePriceFormat(): (units: number) => string {
  const display = useQuotaDisplay();
  return useCallback(
    (units) => {
      if (display.inCurrency) {
        return formatQuota(units, display, { digits: priceDigits(units / display.quotaPerUnit) });
      }
      // Less than a unit for a thousand tokens is still a price.
      const rounded = Number(units.toFixed(6));
      const isWhole = Number.isInteger(rounded) && (rounded !== 0 || units === 0);
      return isWhole ? formatQuota(units, display, { exact: true }) : formatRatio(units);
    },
    [display],
  );
}
