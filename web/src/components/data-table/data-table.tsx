import { X } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useIsMobile } from "../../lib/media-query.ts";
import { Card } from "../card.tsx";
import { EmptyState } from "../empty-state.tsx";
import { ErrorState } from "../error-state.tsx";
import { IconButton } from "../icon-button.tsx";
import { ColumnMenu } from "./column-menu.tsx";
import type { DataColumn, RowSentence } from "./data-column.ts";
import { TableCards } from "./table-cards.tsx";
import { TableGrid } from "./table-grid.tsx";
import { TablePager } from "./table-pager.tsx";
import { useDataTable } from "./use-data-table.ts";
import type { TablePaging } from "./use-table-state.ts";

/** The part of a query's result that a table needs. */
export interface TableQuery<Row> {
  data: { items: readonly Row[]; total: number } | undefined;
  error: Error | null;
  /** Showing the page before while the next one loads. */
  isPlaceholderData: boolean;
  refetch: () => unknown;
}

export interface TableSelection<Row> {
  ids: string[];
  rows: Row[];
  clear: () => void;
}

interface DataTableProps<Row> {
  /** Under this name the reader's choice of columns and page size is remembered. */
  id: string;
  /** What the table lists. */
  label: string;
  columns: readonly DataColumn<Row>[];
  query: TableQuery<Row>;
  paging: TablePaging;
  /** Must be stable: declare it outside the component. */
  rowId: (row: Row) => string;
  rowName: (row: Row) => string;
  /** Search boxes and filters above the table. */
  filters?: ReactNode;
  /** Makes rows selectable; draws what can be done with the selected ones. */
  batchActions?: (selection: TableSelection<Row>) => ReactNode;
  /** What can be done with selected rows stands there before any is selected, and says itself that some must be. */
  showsBatchActions?: boolean;
  /** Makes rows expandable. */
  detail?: (row: Row) => ReactNode;
  /** The row (by id) whose detail is open at first. */
  openRow?: string;
  /** Makes a tree. Must be stable. */
  subRows?: (row: Row) => Row[] | undefined;
  /** Rows of a wide screen that are told in words. */
  sentence?: RowSentence<Row>;
  /** Rows that are switched off: quieter text. */
  isMuted?: (row: Row) => boolean;
  /** Totals above this are not counted out. */
  totalCap?: number;
  empty?: ReactNode;
}

/** The one way to show a list: server paging, selection, details, trees, chosen columns, every state. */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { id, label, columns, query, paging, rowId, filters, batchActions, detail, subRows } = props;
  const { t } = useTranslation();
  const isMobile = useIsMobile();
  const model = useDataTable({
    id,
    columns,
    rowId,
    subRows,
    rows: query.data?.items,
    hasDetail: detail !== undefined,
    openRow: props.openRow,
    pageKey: `${paging.page}/${paging.pageSize}`,
  });
  const { table, visibleColumns, selected, clearSelection } = model;
  const rows = table.getRowModel().rows;
  const isLoading = query.data === undefined && query.error === null;
  const message = useTableMessage(props);
  const body = {
    label,
    columns: visibleColumns,
    rows: query.error !== null && query.data === undefined ? [] : rows,
    rowName: props.rowName,
    isMuted: props.isMuted,
    detail,
    sentence: props.sentence,
    isSelectable: batchActions !== undefined,
    skeletonRows: isLoading ? Math.min(paging.pageSize, 10) : 0,
    message,
  };
  const selection = {
    ids: selected.map((row) => row.id),
    rows: selected.map((row) => row.original),
    clear: clearSelection,
  };
  return (
    <Card data-fill-height className="relative flex min-h-0 flex-col overflow-hidden">
      <div className="flex shrink-0 flex-wrap items-center gap-2 border-b border-line px-4 py-3">
        {filters}
        <div className="ml-auto flex items-center gap-2 empty:hidden">
          {batchActions !== undefined && (selected.length > 0 || props.showsBatchActions === true) && (
            <div className="flex animate-appear flex-wrap items-center gap-2">
              {selected.length > 0 && (
                <span className="text-sm whitespace-nowrap tabular-nums" role="status">
                  {t("table.selected", { count: selected.length })}
                </span>
              )}
              {batchActions(selection)}
              {selected.length > 0 && (
                <IconButton label={t("table.clearSelection")} size="iconSm" onClick={clearSelection}>
                  <X />
                </IconButton>
              )}
            </div>
          )}
          {!isMobile && <ColumnMenu tableId={id} columns={columns} />}
        </div>
      </div>
      {query.isPlaceholderData && <UpdatingLine label={t("table.updating")} />}
      {isMobile ? (
        <TableCards {...body} />
      ) : (
        <TableGrid
          {...body}
          selectAll={{
            checked: rows.length > 0 && table.getIsAllRowsSelected(),
            indeterminate: selected.length > 0 && !table.getIsAllRowsSelected(),
            onChange: (checked) => table.toggleAllRowsSelected(checked),
          }}
        />
      )}
      {query.data !== undefined && query.data.total > 0 && (
        <TablePager paging={paging} total={query.data.total} totalCap={props.totalCap} />
      )}
    </Card>
  );
}

/** What stands in place of rows: an error, or that there is nothing. */
function useTableMessage<Row>({ query, empty }: DataTableProps<Row>): ReactNode | undefined {
  const { t } = useTranslation();
  if (query.data === undefined && query.error !== null) {
    return <ErrorState message={query.error.message} onRetry={() => query.refetch()} />;
  }
  if (query.data?.items.length === 0) {
    return empty ?? <EmptyState title={t("table.empty")} description={t("table.emptyHint")} />;
  }
  return undefined;
}

function UpdatingLine({ label }: { label: string }) {
  return (
    <div role="status" aria-label={label} className="relative z-20 -mt-0.5 h-0.5 shrink-0 overflow-hidden">
      <div className="h-full w-1/3 animate-slide rounded-full bg-accent" />
    </div>
  );
}
