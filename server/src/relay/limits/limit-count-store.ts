import type { Database } from "../../db/database.ts";
import type { KeptWindow } from "./memory-limit-counter.ts";

/** What one node has counted against limits, for after its restart. */
export interface LimitCountStore {
  load(): Promise<KeptWindow[]>;
  /** Replaces what was stored of the same windows. */
  save(windows: readonly KeptWindow[]): Promise<void>;
  /** Forgets windows of which nothing counts any more. */
  forgetEnded(nowMs: number): Promise<void>;
}

/** So few that neither engine's limit of values is near, and that a commit stays short. */
const ROWS_MAX = 200;

export function createLimitCountStore({ kysely }: Pick<Database, "kysely">, nodeId: string): LimitCountStore {
  return {
    async load() {
      const rows = await kysely
        .selectFrom("limit_counts")
        .select(["key", "window_ms as windowMs", "window_number as window", "current", "previous"])
        .where("node_id", "=", nodeId)
        .execute();
      return rows;
    },
    async save(windows) {
      for (let start = 0; start < windows.length; start += ROWS_MAX) {
        const part = windows.slice(start, start + ROWS_MAX);
        await kysely
          .insertInto("limit_counts")
          .values(
            part.map(({ key, windowMs, window, current, previous }) => ({
              node_id: nodeId,
              key,
              window_ms: windowMs,
              window_number: window,
              current,
              previous,
            })),
          )
          .onConflict((conflict) =>
            conflict.columns(["node_id", "key"]).doUpdateSet(({ ref }) => ({
              window_ms: ref("excluded.window_ms"),
              window_number: ref("excluded.window_number"),
              current: ref("excluded.current"),
              previous: ref("excluded.previous"),
            })),
          )
          .execute();
      }
    },
    async forgetEnded(nowMs) {
      await kysely
        .deleteFrom("limit_counts")
        .where("node_id", "=", nodeId)
        .where(({ eb, parens }) => eb(eb("window_ms", "*", parens(eb("window_number", "+", 2))), "<=", nowMs))
        .execute();
    },
  };
}
