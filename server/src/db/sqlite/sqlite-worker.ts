import os from "node:os";
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

/** The first message. */
export interface WorkerStart {
  path: string;
  /** Its work may wait while the processor is wanted elsewhere. */
  isForReports: boolean;
}

/** A tenth of the weight of the thread that relays, where both want the same core. */
const REPORT_NICENESS = 10;

/** Thread entry: every message after the first is a request. */
let reader: SqliteConnection | undefined;
let writer: SqliteConnection | undefined;

self.addEventListener("message", (event: MessageEvent<WorkerRequest | WorkerStart>) => {
  const message = event.data;
  if ("path" in message) {
    // On Linux a thread has a priority of its own; elsewhere this would slow down the whole process.
    if (message.isForReports && process.platform === "linux") os.setPriority(0, REPORT_NICENESS);
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
