/**
 * Set-based statements as data, for the few places where thousands of rows a second are written: the ledger's group
 * commit and what commits with it. Work is a generator that yields statements and receives rows; SQLite runs it in
 * one go without giving up the event loop, PostgreSQL awaits each statement. Everything else uses Kysely.
 */
export type ColumnType = "bigint" | "integer" | "text";
export type Columns = Readonly<Record<string, ColumnType>>;
export type Cell = string | number | null;
export type BulkRow = readonly Cell[];

/**
 * The rows whose `key`, a unique column, is one of `ids`; `lock` keeps them until the end of the transaction.
 * `columns` objects are constants: engines remember prepared statements by them.
 */
export interface FindStatement {
  readonly kind: "find";
  readonly table: string;
  readonly key: string;
  readonly keyType: ColumnType;
  readonly columns: Columns;
  readonly ids: readonly Cell[];
  readonly lock?: boolean;
}

/** All rows, in the order of `key`: only where the database is inside the process. */
export interface FindAllStatement {
  readonly kind: "find all";
  readonly table: string;
  readonly key: string;
  readonly columns: Columns;
}

export type BulkStatement =
  | FindStatement
  | { kind: "insert"; table: string; columns: Columns; rows: readonly BulkRow[] }
  /** Sets columns of the row whose key is the row's first cell; the first column of `columns` is that key. */
  | { kind: "update"; table: string; columns: Columns; rows: readonly BulkRow[] }
  /** Adds to one column (one a table): each row is [key, delta]. */
  | { kind: "add"; table: string; key: string; column: string; rows: readonly (readonly [number, number])[] }
  | { kind: "delete"; table: string; key: string; keyType: ColumnType; ids: readonly Cell[] };

/**
 * `now`: durable when the promise resolves. `soon`: everybody sees it then, and it is durable a moment later; for what
 * a crash may undo anyway. SQLite knows only `now`.
 */
export type CommitTime = "now" | "soon";

export type FoundRow = Record<string, Cell>;
export type BulkWork<Result> = Generator<BulkStatement, Result, FoundRow[]>;
