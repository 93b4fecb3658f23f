import { useMemo, useState } from "react";
import { useTableState } from "../../components/data-table/use-table-state.ts";
import { nowSeconds } from "../../lib/format-time.ts";
import { intParam, optionalIntParam, textParam, type UrlValues } from "../../lib/url-state.ts";
import type { LogFilters } from "./use-logs.ts";

/** What the list shows when the address names no time: the spec's three days. */
const DEFAULT_SPAN_SECONDS = 3 * 86_400;

const params = {
  type: intParam(0),
  /** Unix seconds; absent = the last three days, 0 = from the beginning. */
  start: optionalIntParam(),
  end: optionalIntParam(),
  token: textParam(),
  model: textParam(),
  group: textParam(),
  channel: intParam(0),
  username: textParam(),
  request: textParam(),
  /** The row that a link points at: shown opened. */
  open: textParam(),
};

/** Filters and paging of the logs, held in the address so that a view can be shared. */
export function useLogFilters() {
  const { filters, setFilters, paging } = useTableState("logs", params);
  const [defaultStart] = useState(() => startOfHour(nowSeconds() - DEFAULT_SPAN_SECONDS));
  const resolved: LogFilters = useMemo(() => resolve(filters, defaultStart), [filters, defaultStart]);
  const reset = () =>
    setFilters({
      type: 0,
      start: undefined,
      end: undefined,
      token: "",
      model: "",
      group: "",
      channel: 0,
      username: "",
      request: "",
      open: "",
    });
  return {
    filters: resolved,
    setFilters,
    reset,
    paging,
    openRow: filters.open,
    isDefault: filters.start === undefined && isEmpty(filters),
  };
}

function resolve({ open: _open, ...filters }: UrlValues<typeof params>, defaultStart: number): LogFilters {
  return { ...filters, start: filters.start ?? defaultStart, end: filters.end ?? 0 };
}

/** Full hours, so that going back and forth finds the same pages in the cache. */
function startOfHour(seconds: number): number {
  return seconds - (seconds % 3600);
}

function isEmpty(filters: object): boolean {
  return Object.values(filters).every((value) => value === undefined || value === 0 || value === "");
}
