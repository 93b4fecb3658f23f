import { logAmount } from "@tollgate/contract/log-sentences";
import { formatQuota } from "@tollgate/contract/quota";
import type { QuotaDisplay } from "@tollgate/contract/quota";
import type { OptionStore } from "../options/option-store.ts";

/** Says an amount as log rows say it: in money or in units, as the operator chose. */
export type QuotaWords = (units: number) => string;

const LOG_DIGITS = 6;

/** How the operator wants amounts told. */
export function quotaDisplay(options: Pick<OptionStore, "get">): QuotaDisplay {
  return { inCurrency: options.get("DisplayInCurrencyEnabled"), quotaPerUnit: options.get("QuotaPerUnit") };
}

/** An amount in an answer's sentence, in both languages. */
export function spokenQuota(
  units: number,
  display: QuotaDisplay,
): string | { readonly zh: string; readonly en: string } {
  const amount = formatQuota(units, display, { exact: true });
  return display.inCurrency ? amount : { zh: logAmount(amount, false), en: `${amount} units` };
}

/** An amount as a log row's sentence has it. */
export function loggedQuota(units: number, display: QuotaDisplay): string {
  return logAmount(formatQuota(units, display, { digits: LOG_DIGITS, exact: true }), display.inCurrency);
}

/** Reads the options at each call, so that a change counts for the next row. */
export function quotaWords(options: Pick<OptionStore, "get">): QuotaWords {
  return (units) => loggedQuota(units, quotaDisplay(options));
}
