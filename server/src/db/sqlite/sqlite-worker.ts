import { Database as SqliteConnection } from "bun:sqlite";
import type { CompiledQuery } from "kysely";
import { runOn } from "./sqlite-driver.ts";

/** What the main thread asks of the reader thread. */
export type WorkerRequest =
  | { id: number; kind: "query"; sql: string; parameters: readonly unknown[] }
  /** Copies the write-ahead log into the database file; `restart` lets the next commit begin it anew. */
  | { id: number; kind: "checkpoint"; mode: CheckpointMode };
export type CheckpointMode = "passive" | "restart";
export type WorkerAnswer = { id: number; rows: unknown[] } | { id: number; error: string };

declare const self: Worker;

/** Thread entry: `path` arrives in the first message; every later message is a request. */
let reader: SqliteConnection | undefined;
let writer: SqliteConnection | undefined;

self.addEventListener("message", (event: MessageEvent<WorkerRequest | { path: string }>) => {
  const message = event.data;
  if ("path" in message) {
    reader = new SqliteConnection(message.path, { readwrite: true, create: false });
    reader.run("pragma query_only = 1");
    writer = new SqliteConnection(message.path, { readwrite: true, create: false });
    writer.run("pragma busy_timeout = 0");
    return;
  }
  try {
    postMessage({ id: message.id, rows: answer(message) } satisfies WorkerAnswer);
  } catch (error) {
    postMessage({
      id: message.id,
      error: error instanceof Error ? error.message : String(error),
    } satisfies WorkerAnswer);
  }
});

function answer(request: WorkerRequest): unknown[] {
  if (!reader || !writer) throw new Error("the reader thread was asked before it was told its file");
  if (request.kind === "checkpoint") return writer.query(`pragma wal_checkpoint(${request.mode})`).all();
  // Only `sql` and `parameters` of a compiled query are read.
  return runOn(reader, { sql: request.sql, parameters: request.parameters } as CompiledQuery).rows;
}
