import { ChevronRight } from "lucide-react";
import { Fragment, type MouseEvent, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { classNames } from "../../lib/class-names.ts";
import { Checkbox } from "../checkbox.tsx";
import { Skeleton } from "../skeleton.tsx";
import type { DataColumn, RowSentence } from "./data-column.ts";
import { RowCheckbox } from "./row-checkbox.tsx";
import { cellClass, RowCells } from "./table-cells.tsx";
import type { TableRow } from "./use-data-table.ts";
import { useOverflow } from "./use-overflow.ts";

export interface TableBodyProps<Row extends object> {
  label: string;
  columns: readonly DataColumn<Row>[];
  rows: readonly TableRow<Row>[];
  rowName: (row: Row) => string;
  isMuted?: ((row: Row) => boolean) | undefined;
  detail?: ((row: Row) => ReactNode) | undefined;
  sentence?: RowSentence<Row> | undefined;
  isSelectable: boolean;
  /** How many skeleton rows to draw in place of rows; 0 when loaded. */
  skeletonRows: number;
}

interface TableGridProps<Row extends object> extends TableBodyProps<Row> {
  selectAll: { checked: boolean; indeterminate: boolean; onChange: (checked: boolean) => void };
  /** In place of the rows: nothing found, or an error. */
  message?: ReactNode;
}

/** The table of a wide screen. Header and action column stay in view while it scrolls. */
export function TableGrid<Row extends object>(props: TableGridProps<Row>) {
  const { label, columns, rows, isSelectable, detail, skeletonRows, message } = props;
  const { t } = useTranslation();
  const scroller = useOverflow();
  const hasExpander = detail !== undefined;
  const columnCount = columns.length + (isSelectable ? 1 : 0) + (hasExpander ? 1 : 0);
  return (
    <div
      ref={scroller}
      role="region"
      aria-label={t("table.region", { name: label })}
      tabIndex={0}
      className="group/scroll focus-ring thin-scrollbar @container relative min-h-0 overflow-auto"
    >
      <table className="w-full border-separate border-spacing-0 text-sm" aria-busy={skeletonRows > 0}>
        <caption className="sr-only">{label}</caption>
        <TableHead {...props} hasExpander={hasExpander} />
        <tbody>
          {skeletonRows > 0 && <SkeletonRows {...props} hasExpander={hasExpander} />}
          {rows.map((row) => (
            <GridRow key={row.id} {...props} row={row} columnCount={columnCount} />
          ))}
        </tbody>
      </table>
      {message}
    </div>
  );
}

function TableHead<Row extends object>(props: TableGridProps<Row> & { hasExpander: boolean }) {
  const { columns, isSelectable, selectAll, hasExpander } = props;
  const { t } = useTranslation();
  return (
    <thead className="sticky top-0 z-10 bg-surface text-xs text-muted">
      <tr className="bg-surface">
        {isSelectable && (
          <th scope="col" className="h-9 w-10 border-b border-line pl-4">
            <Checkbox
              label={t("table.selectAll")}
              checked={selectAll.checked}
              indeterminate={selectAll.indeterminate}
              onCheckedChange={selectAll.onChange}
            />
          </th>
        )}
        {hasExpander && <td className="h-9 w-10 border-b border-line pl-3" />}
        {columns.map((column) => (
          <th
            key={column.id}
            scope="col"
            className={classNames(
              "h-9 border-b border-line font-medium whitespace-nowrap",
              cellClass(column, columns),
            )}
          >
            {column.header}
          </th>
        ))}
      </tr>
    </thead>
  );
}

interface GridRowProps<Row extends object> extends TableGridProps<Row> {
  row: TableRow<Row>;
  columnCount: number;
}

function GridRow<Row extends object>(props: GridRowProps<Row>) {
  const { row, columns, rowName, isMuted, detail, isSelectable, columnCount, sentence } = props;
  const isExpanded = row.getIsExpanded();
  const toggleOnRowPress = (event: MouseEvent<HTMLTableRowElement>) => {
    // A press on the row opens its detail; controls and selected text keep their own meaning.
    const isControl =
      event.target instanceof Element && event.target.closest("button, a, input, label") !== null;
    // React tells a row of presses in what its cells have opened elsewhere on the page, too.
    const isInside = event.target instanceof Node && event.currentTarget.contains(event.target);
    if (isInside && !isControl && getSelection()?.isCollapsed !== false) row.toggleExpanded();
  };
  return (
    <Fragment>
      <tr
        data-selected={row.getIsSelected() || undefined}
        onClick={detail === undefined ? undefined : toggleOnRowPress}
        className={classNames(
          "group/row bg-surface hover:bg-hover data-selected:bg-accent-soft",
          isMuted?.(row.original) === true && "text-muted",
          row.subRows.length > 0 && "bg-subtle",
          detail !== undefined && "cursor-pointer",
        )}
      >
        {isSelectable && (
          <td className="w-10 border-b border-line pl-4 group-last/row:border-b-0">
            <RowCheckbox row={row} name={rowName(row.original)} />
          </td>
        )}
        {detail !== undefined && (
          <td className="w-10 border-b border-line pl-3 group-last/row:border-b-0">
            <Expander
              isExpanded={isExpanded}
              name={rowName(row.original)}
              onToggle={() => row.toggleExpanded()}
            />
          </td>
        )}
        <RowCells
          columns={columns}
          row={row.original}
          sentence={sentence}
          renderFirst={(column) => <TreeCell {...props} column={column} />}
        />
      </tr>
      {detail !== undefined && isExpanded && (
        <tr className="bg-subtle">
          <td colSpan={columnCount} className="border-b border-line p-0">
            <div className="sticky left-0 w-fit max-w-full animate-appear">{detail(row.original)}</div>
          </td>
        </tr>
      )}
    </Fragment>
  );
}

/** The first cell: indented in a tree, with the button that opens a branch. */
function TreeCell<Row extends object>({
  row,
  column,
  rowName,
}: GridRowProps<Row> & { column: DataColumn<Row> }) {
  const isBranch = row.subRows.length > 0;
  if (!isBranch && row.depth === 0) return column.cell(row.original);
  return (
    <div className="flex items-center gap-2" style={{ paddingLeft: `${row.depth * 1.75}rem` }}>
      {isBranch && (
        <Expander
          isExpanded={row.getIsExpanded()}
          name={rowName(row.original)}
          onToggle={() => row.toggleExpanded()}
        />
      )}
      {column.cell(row.original)}
    </div>
  );
}

interface ExpanderProps {
  isExpanded: boolean;
  name: string;
  onToggle: () => void;
}

export function Expander({ isExpanded, name, onToggle }: ExpanderProps) {
  const { t } = useTranslation();
  return (
    <button
      type="button"
      aria-expanded={isExpanded}
      aria-label={t("table.expandRow", { name })}
      onClick={onToggle}
      className="focus-ring flex size-6 shrink-0 items-center justify-center rounded-sm text-muted hover:bg-pressed hover:text-foreground"
    >
      <ChevronRight className={classNames("size-4 transition-transform", isExpanded && "rotate-90")} />
    </button>
  );
}

function SkeletonRows<Row extends object>(props: TableGridProps<Row> & { hasExpander: boolean }) {
  const { columns, isSelectable, hasExpander, skeletonRows } = props;
  return Array.from({ length: skeletonRows }, (_, index) => (
    <tr key={index}>
      {(isSelectable || hasExpander) && <td className="w-10 border-b border-line pl-4" />}
      {isSelectable && hasExpander && <td className="border-b border-line" />}
      {columns.map((column) => (
        <td key={column.id} className={classNames("h-11 border-b border-line", cellClass(column, columns))}>
          <Skeleton
            className={classNames(
              "h-3.5",
              column.card === "title" ? "w-36" : "w-14",
              column.align === "end" && "ml-auto",
            )}
          />
        </td>
      ))}
    </tr>
  ));
}
