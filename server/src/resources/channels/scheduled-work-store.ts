import type { Database } from "../../db/database.ts";
import type { Clock } from "../../lib/clock.ts";

/** Which of several nodes does what only one of them should. */
export interface WorkClaims {
  /**
   * Notes that this node begins the work now. Answers false, and notes nothing, when any node has begun it within so many
   * milliseconds: of several that ask at once one is told true.
   */
  claim(name: string, withinMs: number): Promise<boolean>;
}

export interface WorkClaimDeps {
  readonly database: Pick<Database, "kysely">;
  readonly clock: Clock;
  readonly nodeId: string;
}

export function createWorkClaims({ database, clock, nodeId }: WorkClaimDeps): WorkClaims {
  return {
    async claim(name, withinMs) {
      const nowMs = clock.nowMs();
      const { numInsertedOrUpdatedRows } = await database.kysely
        .insertInto("scheduled_work")
        .values({ name, begun_at_ms: nowMs, node_id: nodeId })
        .onConflict((conflict) =>
          conflict
            .column("name")
            .doUpdateSet({ begun_at_ms: nowMs, node_id: nodeId })
            .where("scheduled_work.begun_at_ms", "<=", nowMs - withinMs),
        )
        .executeTakeFirstOrThrow();
      return numInsertedOrUpdatedRows === 1n;
    },
  };
}
