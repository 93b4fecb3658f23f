import type { ReactNode } from "react";
import { classNames } from "../../lib/class-names.ts";
import { Skeleton } from "../skeleton.tsx";
import type { DataColumn } from "./data-column.ts";
import { RowCheckbox } from "./row-checkbox.tsx";
import { Expander, type TableBodyProps } from "./table-grid.tsx";
import type { TableRow } from "./use-data-table.ts";

/** How much of a card's width a column takes at least, gaps of 0.75rem included; others stand elsewhere. */
const FACT_WIDTHS: Record<string, string> = {
  third: "min-w-[calc((100%-1.5rem)/3)]",
  double: "min-w-[calc((200%-0.75rem)/3)]",
  wide: "w-full",
};

/** The rows of a narrow screen: one card each. */
export function TableCards<Row extends object>(props: TableBodyProps<Row> & { message?: ReactNode }) {
  const { label, rows, skeletonRows, message } = props;
  if (message !== undefined) return <div>{message}</div>;
  return (
    <ul aria-label={label} aria-busy={skeletonRows > 0} className="divide-y divide-line">
      {Array.from({ length: skeletonRows }, (_, index) => (
        <li key={index} className="flex flex-col gap-2 p-4">
          <Skeleton className="w-1/2" />
          <Skeleton className="w-4/5" />
        </li>
      ))}
      {rows.map((row) => (
        <RowCard key={row.id} {...props} row={row} />
      ))}
    </ul>
  );
}

function RowCard<Row extends object>(props: TableBodyProps<Row> & { row: TableRow<Row> }) {
  const { row, columns, rowName, isMuted, detail, isSelectable } = props;
  const title = columns.find((column) => column.card === "title");
  const actions = columns.find((column) => column.card === "actions");
  const facts = columns.filter((column) => FACT_WIDTHS[column.card ?? "third"] !== undefined);
  const isExpandable = detail !== undefined || row.subRows.length > 0;
  return (
    <li
      data-selected={row.getIsSelected() || undefined}
      className={classNames(
        "p-4 data-selected:bg-accent-soft",
        isMuted?.(row.original) === true && "text-muted",
        row.depth > 0 && "pl-8",
      )}
    >
      <div className="flex items-center gap-3">
        {isSelectable && <RowCheckbox row={row} name={rowName(row.original)} />}
        <div className="min-w-0 flex-1">{title?.cell(row.original)}</div>
        {actions?.cell(row.original)}
        {isExpandable && (
          <Expander
            isExpanded={row.getIsExpanded()}
            name={rowName(row.original)}
            onToggle={() => row.toggleExpanded()}
          />
        )}
      </div>
      {facts.length > 0 && (
        <dl className="mt-2.5 flex flex-wrap gap-x-3 gap-y-2">
          {facts.map((column) => (
            <Fact key={column.id} column={column} row={row.original} />
          ))}
        </dl>
      )}
      {detail !== undefined && row.getIsExpanded() && (
        <div className="-mx-4 mt-3 overflow-x-auto bg-subtle">{detail(row.original)}</div>
      )}
    </li>
  );
}

/** One value with its column's name, wider where it needs more room; nothing where the cell is empty. */
function Fact<Row extends object>({ column, row }: { column: DataColumn<Row>; row: Row }) {
  const content = column.cell(row);
  if (content === "" || content === null) return null;
  return (
    <div className={classNames("max-w-full", FACT_WIDTHS[column.card ?? "third"])}>
      <dt className="mb-0.5 text-xs text-muted">{column.header}</dt>
      <dd
        className={classNames(
          "min-h-5 min-w-0 text-sm wrap-anywhere",
          column.align === "end" && "tabular-nums",
        )}
      >
        {content}
      </dd>
    </div>
  );
}
