import { logAmount } from "@tollgate/contract/log-sentences";
import { formatQuota } from "@tollgate/contract/quota";
import type { OptionStore } from "../options/option-store.ts";

/** Says an amount as log rows say it: in money or in units, as the operator chose. */
export type QuotaWords = (units: number) => string;

const LOG_DIGITS = 6;

/** Reads the options at each call, so that a change counts for the next row. */
export function quotaWords(options: Pick<OptionStore, "get">): QuotaWords {
  return (units) => {
    const inCurrency = options.get("DisplayInCurrencyEnabled");
    const display = { inCurrency, quotaPerUnit: options.get("QuotaPerUnit") };
    const amount = formatQuota(units, display, { digits: LOG_DIGITS, exact: true });
    return logAmount(amount, inCurrency);
  };
}
