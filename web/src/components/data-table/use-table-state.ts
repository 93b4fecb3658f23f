import { PAGE_SIZES } from "@tollgate/contract/envelope";
import { useMemo } from "react";
import { useLocalValue } from "../../lib/local-value.ts";
import { intParam, useUrlState, type UrlParam, type UrlValues } from "../../lib/url-state.ts";
import { rememberedPageSize } from "./remembered-table.ts";

/** Where a table stands in its list; lives in the address. */
export interface TablePaging {
  /** From 1. */
  page: number;
  pageSize: number;
  setPage: (page: number) => void;
  setPageSize: (pageSize: number) => void;
}

type FilterParams = Record<string, UrlParam<unknown>>;

interface TableState<Params extends FilterParams> {
  filters: UrlValues<Params>;
  /** Changes filters and goes back to the first page. */
  setFilters: (part: Partial<UrlValues<Params>>, how?: { replace?: boolean }) => void;
  paging: TablePaging;
}

const pagingParams = { p: intParam(1, 1), page_size: intParam(0) };

/**
 * Filters and paging of a table, held in the address. The page size is remembered for the table `tableId`; one in the
 * address (a shared link) counts more. `params` must be a constant.
 */
export function useTableState<Params extends FilterParams>(
  tableId: string,
  params: Params,
): TableState<Params> {
  const allParams = useMemo(() => ({ ...params, ...pagingParams }), [params]);
  const [values, change] = useUrlState(allParams);
  const remembered = rememberedPageSize(tableId);
  const rememberedSize = useLocalValue(remembered);
  // `allParams` holds `params` and `pagingParams`, which TypeScript cannot see through the generic spread.
  const { p, page_size } = values as unknown as UrlValues<typeof pagingParams>;
  const filters = useMemo(() => {
    const own = Object.entries(values).filter(([name]) => Object.hasOwn(params, name));
    return Object.fromEntries(own) as UrlValues<Params>;
  }, [values, params]);
  const changeAny = change as (part: Record<string, unknown>, how?: { replace?: boolean }) => void;
  return {
    filters,
    setFilters: (part, how) => changeAny({ ...part, p: 1 }, how),
    paging: {
      page: p,
      pageSize: PAGE_SIZES.find((size) => size === page_size) ?? rememberedSize,
      setPage: (page) => changeAny({ p: page }),
      setPageSize(pageSize) {
        remembered.set(pageSize);
        changeAny({ p: 1, page_size: 0 });
      },
    },
  };
}
