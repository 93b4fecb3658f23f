import { useQuery } from "@tanstack/react-query";
import {
  formatQuota,
  QUOTA_PER_USD,
  type QuotaDisplay,
  type QuotaFormatOptions,
} from "@tollgate/contract/quota";
import { getStatus, statusSchema, type Status } from "@tollgate/contract/status";
import { useCallback, useEffect, useMemo } from "react";
import * as z from "zod/mini";
import { call } from "../api/api-client.ts";
import { createLocalJson } from "../lib/local-value.ts";

const STALE_AFTER_MS = 5 * 60_000;

/** The status payload of the last visit: the console draws from it before the server has answered. */
export const savedStatus = createLocalJson<Status | undefined>("status", undefined, (value) => {
  const result = z.safeParse(statusSchema, value);
  return result.success ? result.data : undefined;
});

/** The operator's public settings; undefined until the first answer of a first visit. */
export function useStatus(): Status | undefined {
  const { data } = useQuery({
    queryKey: ["status"],
    queryFn: ({ signal }) => call(getStatus, { signal }),
    staleTime: STALE_AFTER_MS,
    placeholderData: () => savedStatus.get(),
  });
  useEffect(() => {
    if (data !== undefined && data !== savedStatus.get()) savedStatus.set(data);
  }, [data]);
  return data;
}

export const DEFAULT_SYSTEM_NAME = "Tollgate";

/** The operator's name for the system. */
export function useSystemName(): string {
  return useStatus()?.system_name || DEFAULT_SYSTEM_NAME;
}

/** How the operator wants amounts shown. */
export function useQuotaDisplay(): QuotaDisplay {
  const status = useStatus();
  const inCurrency = status?.display_in_currency ?? true;
  const quotaPerUnit = status?.quota_per_unit ?? QUOTA_PER_USD;
  return useMemo(() => ({ inCurrency, quotaPerUnit }), [inCurrency, quotaPerUnit]);
}

/** The one formatter of amounts, with the operator's choice filled in. */
export function useFormatQuota(): (units: number, options?: QuotaFormatOptions) => string {
  const display = useQuotaDisplay();
  return useCallback((units, options) => formatQuota(units, display, options), [display]);
}
