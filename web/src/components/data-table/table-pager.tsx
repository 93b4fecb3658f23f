import { PAGE_SIZES } from "@tollgate/contract/envelope";
import { formatWhole } from "@tollgate/contract/number-text";
import { useTranslation } from "react-i18next";
import { Pagination } from "../pagination.tsx";
import { Select } from "../select.tsx";
import type { TablePaging } from "./use-table-state.ts";

interface TablePagerProps {
  paging: TablePaging;
  total: number;
  /** Totals above this are not counted out; the text then says "more than". */
  totalCap?: number | undefined;
}

/** Which part of the list is shown, the page size and the pages. */
export function TablePager({ paging, total, totalCap }: TablePagerProps) {
  const { t } = useTranslation();
  const { page, pageSize, setPage, setPageSize } = paging;
  const isCapped = totalCap !== undefined && total > totalCap;
  const shownTotal = isCapped ? totalCap : total;
  const from = Math.min((page - 1) * pageSize + 1, shownTotal);
  const to = Math.min(page * pageSize, shownTotal);
  const range = { from: formatWhole(from), to: formatWhole(to), total: formatWhole(shownTotal) };
  return (
    <div className="flex shrink-0 flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line px-4 py-2.5">
      <p className="text-xs text-muted tabular-nums" aria-live="polite">
        {isCapped ? t("table.rangeMany", range) : t("table.range", range)}
      </p>
      <div className="flex items-center gap-3">
        <Select<number>
          size="sm"
          label={t("table.perPage")}
          value={pageSize}
          onValueChange={setPageSize}
          options={PAGE_SIZES.map((size) => ({
            value: size,
            label: t("table.perPageValue", { count: size }),
          }))}
          className="w-auto"
        />
        <Pagination
          page={page}
          pageCount={Math.max(1, Math.ceil(shownTotal / pageSize))}
          onPageChange={setPage}
        />
      </div>
    </div>
  );
}
