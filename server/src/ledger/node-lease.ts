import { nowSeconds } from "../lib/clock.ts";
import type { Clock } from "../lib/clock.ts";
import type { Database } from "../db/database.ts";

/** A node shows that it lives; one that has not for this long is dead, and its holds are freed by the others. */
const LEASE_SECONDS = 120;
const HEARTBEAT_MS = 10_000;

export interface NodeLease {
  /** Renews the lease and frees the holds of dead nodes; answers how many were freed. */
  beat(): Promise<number>;
  /**
   * Whether this node does what only one of them should: the first by id of those that live. While nodes come and go
   * two may think so for a moment.
   */
  leads(): Promise<boolean>;
  stop(): void;
}

export interface NodeLeaseOptions {
  database: Database;
  clock: Clock;
  nodeId: string;
  freeHoldsOf(nodeId: string): Promise<number>;
  /** Called when the lease ran out unrenewed: others may have freed this node's holds, so it must not go on. */
  onLost(): void;
}

/**
 * Keeps this node's row in `nodes` fresh. A node that could not renew in time is fenced: it is told to stop before the
 * others may take it for dead, so that no hold is freed under a request that still runs.
 */
export async function holdNodeLease(options: NodeLeaseOptions): Promise<NodeLease> {
  const { database, clock, nodeId } = options;
  let renewedAtSeconds = nowSeconds(clock);

  const renew = async () => {
    const now = nowSeconds(clock);
    await database.kysely
      .insertInto("nodes")
      .values({ id: nodeId, started_at: now, seen_at: now })
      .onConflict((conflict) => conflict.column("id").doUpdateSet({ seen_at: now }))
      .execute();
    renewedAtSeconds = now;
  };
  const freeDeadNodes = async () => {
    const dead = await database.kysely
      .selectFrom("nodes")
      .select("id")
      .where("seen_at", "<", nowSeconds(clock) - LEASE_SECONDS)
      .where("id", "!=", nodeId)
      .execute();
    let freed = 0;
    for (const { id } of dead) {
      freed += await options.freeHoldsOf(id);
      await database.kysely
        .deleteFrom("nodes")
        .where("id", "=", id)
        .where("seen_at", "<", nowSeconds(clock) - LEASE_SECONDS)
        .execute();
    }
    return freed;
  };
  const leads = async () => {
    const before = await database.kysely
      .selectFrom("nodes")
      .select("id")
      .where("id", "<", nodeId)
      .where("seen_at", ">=", nowSeconds(clock) - LEASE_SECONDS)
      .limit(1)
      .executeTakeFirst();
    return before === undefined;
  };
  const beat = async () => {
    await renew();
    return freeDeadNodes();
  };

  await beat();
  const timer = setInterval(() => {
    beat().catch(() => {
      // A margin of two beats: this node stops before another may act on its silence.
      if (nowSeconds(clock) - renewedAtSeconds > LEASE_SECONDS - (2 * HEARTBEAT_MS) / 1000) options.onLost();
    });
  }, HEARTBEAT_MS);
  timer.unref();
  return { beat, leads, stop: () => clearInterval(timer) };
}
