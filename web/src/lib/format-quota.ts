import { abbreviateNumber, formatWhole } from "./format-number.ts";

/** How the operator wants amounts shown: from the status payload. */
export interface QuotaDisplay {
  inCurrency: boolean;
  quotaPerUnit: number;
}

export interface QuotaFormatOptions {
  /** Decimals in currency; 2 unless said. Amounts too small for them show six. */
  digits?: number;
  /** In raw units: every digit instead of k, M, B. */
  exact?: boolean;
}

/** The one way to show an amount of quota: as money or as raw units, as the operator chose. */
export function formatQuota(units: number, display: QuotaDisplay, options: QuotaFormatOptions = {}): string {
  if (!display.inCurrency) return options.exact === true ? formatWhole(units) : abbreviateNumber(units);
  return formatUsd(units / display.quotaPerUnit, options.digits ?? 2);
}

/** Dollars: 1234.5 → "$1,234.50"; a non-zero amount below the last digit gets up to six decimals. */
export function formatUsd(usd: number, digits = 2): string {
  const size = Math.abs(usd);
  const isTiny = size > 0 && size < 10 ** -digits;
  const shown = isTiny ? Math.max(digits, 6) : digits;
  const text = size.toLocaleString("en-US", { minimumFractionDigits: shown, maximumFractionDigits: shown });
  return `${usd < 0 ? "-" : ""}$${isTiny ? text.replace(/0+$/, "").replace(/\.$/, ".00") : text}`;
}

/** Units for an amount of dollars that a person chose. */
export function usdToQuota(usd: number, display: QuotaDisplay): number {
  return Math.round(usd * display.quotaPerUnit);
}
