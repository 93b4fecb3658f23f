import { sql } from "kysely";
import type { RawBuilder, ReferenceExpression } from "kysely";
import type { Database } from "./database.ts";
import type { Schema } from "./schema.ts";

/**
 * Conditions on text that mean the same on both engines: letters of the Latin alphabet in either case match (all that
 * SQLite offers without help), and only what is said to be a wildcard is one.
 */
type Column = Extract<ReferenceExpression<Schema, keyof Schema>, string>;

/** The column holds the text somewhere. */
export function containsText(engine: Database["engine"], column: Column, text: string): RawBuilder<boolean> {
  return like(engine, column, `%${escaped(text, /[\\%_]/g)}%`);
}

/** The column is the text or, where the text has a `%`, fits it as a pattern; `_` is an underscore. */
export function fitsText(engine: Database["engine"], column: Column, text: string): RawBuilder<boolean> {
  return text.includes("%")
    ? like(engine, column, escaped(text, /[\\_]/g))
    : sql<boolean>`${sql.ref(column)} = ${text}`;
}

function like(engine: Database["engine"], column: Column, pattern: string): RawBuilder<boolean> {
  const operator = sql.raw(engine === "postgres" ? "ilike" : "like");
  return sql<boolean>`${sql.ref(column)} ${operator} ${pattern} escape '\\'`;
}

function escaped(text: string, special: RegExp): string {
  return text.replace(special, (character) => `\\${character}`);
}
