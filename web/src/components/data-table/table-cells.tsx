import type { ReactNode } from "react";
import { classNames } from "../../lib/class-names.ts";
import type { DataColumn, RowSentence } from "./data-column.ts";

const ALIGNMENTS = { start: "text-left", end: "text-right tabular-nums", center: "text-center" } as const;
const stickyEnd = "sticky right-0 bg-inherit group-data-overflow/scroll:shadow-[-1px_0_0_var(--line)]";

/** What header and cells of a column share: closer together where a table has little room. */
export function cellClass<Row>(column: DataColumn<Row>, columns: readonly DataColumn<Row>[]): string {
  return classNames(
    "px-2 first:pl-4 last:pr-4 @6xl:px-2.5 @6xl:first:pl-4 @6xl:last:pr-4",
    column.isWideOnly === true && "hidden @6xl:table-cell",
    isLastWhenNarrow(column, columns) && "pr-4",
    ALIGNMENTS[column.align ?? "start"],
    (column.card === "actions" || column.isPinned === true) && stickyEnd,
  );
}

/** Whether all that stands after the column gives way. */
function isLastWhenNarrow<Row>(column: DataColumn<Row>, columns: readonly DataColumn<Row>[]): boolean {
  return columns.findLast(({ isWideOnly }) => isWideOnly !== true) === column;
}

interface RowCellsProps<Row> {
  columns: readonly DataColumn<Row>[];
  row: Row;
  sentence?: RowSentence<Row> | undefined;
  /** Draws the first cell, which a tree indents. */
  renderFirst: (column: DataColumn<Row>) => ReactNode;
}

const cell = "h-11 border-b border-line py-1 group-last/row:border-b-0";

/** The cells of a row; of a row that is a sentence, those that it keeps, and the sentence in the room of the others. */
export function RowCells<Row>({ columns, row, sentence, renderFirst }: RowCellsProps<Row>) {
  const text = sentence?.of(row);
  const keeps = ({ id }: DataColumn<Row>) => text === undefined || sentence?.keeps.includes(id) === true;
  const from = columns.findIndex((column) => !keeps(column));
  const next = columns.findIndex(
    (column, index) => from !== -1 && index > from && keeps(column) && column.cell(row) !== "",
  );
  const to = next === -1 ? columns.length : next;
  return columns.map((column, index) => {
    const className = classNames(cell, cellClass(column, columns));
    if (index === from)
      return (
        <td
          key={column.id}
          colSpan={to - from}
          className={classNames(cell, "max-w-0 truncate px-2 last:pr-4 @6xl:px-2.5 @6xl:last:pr-4")}
        >
          <span title={text}>{text}</span>
        </td>
      );
    if (from !== -1 && index > from && index < to) return null;
    return (
      <td key={column.id} className={classNames(className, column.className)}>
        {keeps(column) && (index === 0 ? renderFirst(column) : column.cell(row))}
      </td>
    );
  });
}
