import type { ReactNode } from "react";

/** One column of a data table, and its place on the card that a narrow screen shows instead of a row. */
export interface DataColumn<Row> {
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** Numbers stand at the right, in figures of one width. */
  align?: "start" | "end" | "center";
  /** Width and wrapping of its cells. */
  className?: string;
  /** `title` heads the card, `actions` stands beside it; the others take a third, two thirds or all of its width. */
  card?: "title" | "actions" | "third" | "double" | "wide" | "hidden";
  /** Not in the column menu. Titles and actions are always shown. */
  isFixed?: boolean;
  isHiddenAtFirst?: boolean;
  /** Gives way in a table without much room; a card shows it. */
  isWideOnly?: boolean;
  /** Stays in view at the right while the table scrolls sideways. */
  isPinned?: boolean;
}

/** Rows that are told in a sentence rather than in figures. */
export interface RowSentence<Row> {
  /** The sentence of such a row; nothing for any other. */
  of: (row: Row) => string | undefined;
  /** The columns, by id, that such a row has all the same; the sentence takes the room of the others. */
  keeps: readonly string[];
}

/** Whether the column menu offers the column. */
export function canHide<Row>(column: DataColumn<Row>): boolean {
  return column.isFixed !== true && column.card !== "title" && column.card !== "actions";
}
