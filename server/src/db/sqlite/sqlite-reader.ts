import type { DatabaseConnection, Driver } from "kysely";
import type { CheckpointMode, WorkerAnswer, WorkerRequest, WorkerStart } from "./sqlite-worker.ts";

/** A thread with its own connections to the same file: reports read there, and checkpoints run there. */
export interface SqliteReader {
  readonly driver: Driver;
  /** Copies the log into the file without blocking the writer; answers [frames in the log, frames copied]. */
  checkpoint(mode: CheckpointMode): Promise<{ logFrames: number; copiedFrames: number }>;
  close(): void;
}

interface Waiter {
  resolve: (rows: unknown[]) => void;
  reject: (error: Error) => void;
}

type RequestBody = WorkerRequest extends infer R ? (R extends { id: number } ? Omit<R, "id"> : never) : never;

export function createSqliteReader({ path, isForReports }: WorkerStart): SqliteReader {
  const waiters = new Map<number, Waiter>();
  let nextId = 1;
  let worker: Worker | undefined;
  let isClosed = false;

  const start = (): Worker => {
    const started = new Worker(new URL("./sqlite-worker.ts", import.meta.url).href, { ref: false });
    started.addEventListener("message", (event: MessageEvent<WorkerAnswer>) => {
      const waiter = waiters.get(event.data.id);
      waiters.delete(event.data.id);
      if ("error" in event.data) waiter?.reject(new Error(event.data.error));
      else waiter?.resolve(event.data.rows);
    });
    started.addEventListener("error", (event) => {
      worker = undefined;
      for (const waiter of waiters.values())
        waiter.reject(new Error(`the reader thread failed: ${event.message}`));
      waiters.clear();
    });
    started.postMessage({ path, isForReports } satisfies WorkerStart);
    return started;
  };

  const ask = (request: RequestBody): Promise<unknown[]> => {
    if (isClosed) return Promise.reject(new Error("the database is closed"));
    worker ??= start();
    const id = nextId++;
    return new Promise((resolve, reject) => {
      waiters.set(id, { resolve, reject });
      worker?.postMessage({ id, ...request });
    });
  };

  const connection: DatabaseConnection = {
    // The rows have the shape that the compiled query selects.
    executeQuery: async <Row>(query: { sql: string; parameters: readonly unknown[] }) => ({
      rows: (await ask({ kind: "query", sql: query.sql, parameters: query.parameters })) as Row[],
    }),
    // oxlint-disable-next-line require-yield -- a report is answered whole.
    async *streamQuery() {
      throw new Error("streaming a query is not supported on SQLite");
    },
  };
  const refuse = () => Promise.reject(new Error("the reader has no transactions"));

  return {
    driver: {
      init: () => Promise.resolve(),
      acquireConnection: () => Promise.resolve(connection),
      releaseConnection: () => Promise.resolve(),
      beginTransaction: refuse,
      commitTransaction: refuse,
      rollbackTransaction: refuse,
      destroy: () => Promise.resolve(),
    },
    async checkpoint(mode) {
      const [row] = await ask({ kind: "checkpoint", mode });
      const { log = 0, checkpointed = 0 } = Object(row);
      return { logFrames: Number(log), copiedFrames: Number(checkpointed) };
    },
    close() {
      isClosed = true;
      worker?.terminate();
      for (const waiter of waiters.values()) waiter.reject(new Error("the database was closed"));
      waiters.clear();
    },
  };
}
