import {
  columnVisibilityFeature,
  createExpandedRowModel,
  rowExpandingFeature,
  rowSelectionFeature,
  tableFeatures,
  useTable,
  type ExpandedState,
  type Row,
  type RowSelectionState,
} from "@tanstack/react-table";
import { useMemo, useState } from "react";
import { useLocalValue } from "../../lib/local-value.ts";
import { canHide, type DataColumn } from "./data-column.ts";
import { rememberedColumns } from "./remembered-table.ts";

const features = tableFeatures({
  columnVisibilityFeature,
  rowSelectionFeature,
  rowExpandingFeature,
  expandedRowModel: createExpandedRowModel(),
});

export type TableRow<Data extends object> = Row<typeof features, Data>;

export interface DataTableModel<Data> {
  id: string;
  rows: readonly Data[] | undefined;
  columns: readonly DataColumn<Data>[];
  rowId: (row: Data) => string;
  /** Rows under a row: a tree. Must be stable. */
  subRows?: ((row: Data) => Data[] | undefined) | undefined;
  hasDetail: boolean;
  /** The row whose detail is open at first. */
  openRow?: string | undefined;
  /** Which page this is: another one starts with nothing selected. */
  pageKey: string;
}

const NO_ROWS: never[] = [];

/** Rows, columns, selection and expansion of a data table, after the choices of its reader. */
export function useDataTable<Data extends object>(model: DataTableModel<Data>) {
  const { id, rows, columns, rowId, subRows, hasDetail, openRow, pageKey } = model;
  const [selection, setSelection] = usePageSelection(pageKey);
  const [expanded, setExpanded] = useState<ExpandedState>(openRow === undefined ? {} : { [openRow]: true });
  const choice = useLocalValue(rememberedColumns(id));
  const columnDefs = useMemo(
    () => columns.map((column) => ({ id: column.id, header: column.header })),
    [columns],
  );
  const columnVisibility = useMemo(() => visibilityOf(columns, choice), [columns, choice]);
  const data = useMemo(() => (rows === undefined ? NO_ROWS : [...rows]), [rows]);
  const table = useTable({
    features,
    data,
    columns: columnDefs,
    getRowId: rowId,
    ...(subRows === undefined ? {} : { getSubRows: subRows }),
    getRowCanExpand: (row) => hasDetail || row.subRows.length > 0,
    state: { rowSelection: selection, expanded, columnVisibility },
    onRowSelectionChange: setSelection,
    onExpandedChange: setExpanded,
    // What is open stays open when the list is read again, and a row that a link opened when it comes.
    autoResetExpanded: false,
  });
  const visible = table.getVisibleLeafColumns();
  const visibleColumns = columns.filter((column) => visible.some((shown) => shown.id === column.id));
  // A branch is selected with its rows; what counts are the rows.
  const selected = table.getSelectedRowModel().flatRows.filter((row) => row.subRows.length === 0);
  return { table, visibleColumns, selected, clearSelection: () => setSelection({}) };
}

/** Selected rows by id; another page starts empty. */
function usePageSelection(pageKey: string) {
  const [held, setHeld] = useState<{ pageKey: string; ids: RowSelectionState }>({ pageKey, ids: {} });
  const ids = held.pageKey === pageKey ? held.ids : NOTHING;
  const set = (next: RowSelectionState | ((before: RowSelectionState) => RowSelectionState)) =>
    setHeld((before) => {
      const current = before.pageKey === pageKey ? before.ids : NOTHING;
      return { pageKey, ids: typeof next === "function" ? next(current) : next };
    });
  return [ids, set] as const;
}

const NOTHING: RowSelectionState = {};

function visibilityOf<Data>(columns: readonly DataColumn<Data>[], choice: Record<string, boolean>) {
  return Object.fromEntries(
    columns
      .filter((column) => canHide(column))
      .map((column) => [column.id, choice[column.id] ?? column.isHiddenAtFirst !== true]),
  );
}
