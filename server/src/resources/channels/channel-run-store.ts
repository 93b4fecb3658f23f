import type { Selectable } from "kysely";
import type { ChannelRun } from "@tollgate/contract/channel-operations";
import { channelRunSchema } from "@tollgate/contract/channel-operations";
import type { Database } from "../../db/database.ts";
import type { ChannelRunsTable } from "../../db/schema.ts";
import { nowSeconds } from "../../lib/clock.ts";
import type { Clock } from "../../lib/clock.ts";

/** What is done to all channels, each by one node of the installation at a time. */
export type ChannelRunKind = "tests" | "balances" | "models";

export interface StoredRun {
  readonly id: string;
  /** One whose node has been silent too long is told as broken off. */
  readonly figures: ChannelRun;
  /** Its end is stored; a run of a silent node is not over, and goes on if that node comes back before another run. */
  readonly isOver: boolean;
}

/** The newest run of each kind, where all nodes see it. A run is over when its row says so: whoever may, ends it there. */
export interface ChannelRunStore {
  /** Notes that this node begins a run; answers its id, or undefined while one goes on at any node. */
  begin(kind: ChannelRunKind, figures: ChannelRun): Promise<string | undefined>;
  newest(kind: ChannelRunKind): Promise<StoredRun | undefined>;
  /**
   * Stores how far a run of this node is, and that its node lives. Answers false, and stores nothing, when the run is
   * over or another has begun.
   */
  record(kind: ChannelRunKind, id: string, figures: ChannelRun): Promise<boolean>;
  /** Ends that run, if it goes on, at whichever node. */
  cancel(kind: ChannelRunKind, id: string): Promise<void>;
  /** Ends what this node was at when it died; for its start. */
  endOwn(): Promise<void>;
}

export interface ChannelRunStoreDeps {
  readonly database: Pick<Database, "kysely">;
  readonly clock: Clock;
  readonly nodeId: string;
}

/** A node whose run is not heard of for so long is taken for dead. */
const SILENCE_MAX_MS = 15_000;

export function createChannelRunStore({ database, clock, nodeId }: ChannelRunStoreDeps): ChannelRunStore {
  const { kysely } = database;
  const heardSinceMs = () => clock.nowMs() - SILENCE_MAX_MS;
  const cancelled = () => ({ cancelled: 1, finished_at: nowSeconds(clock) });
  const goingOn = (kind: ChannelRunKind, id: string) =>
    kysely
      .updateTable("channel_runs")
      .where("kind", "=", kind)
      .where("run_id", "=", id)
      .where("finished_at", "=", 0);
  return {
    async begin(kind, figures) {
      const run = { run_id: crypto.randomUUID(), node_id: nodeId, ...cellsOf(figures, clock) };
      const { numInsertedOrUpdatedRows } = await kysely
        .insertInto("channel_runs")
        .values({ kind, ...run })
        .onConflict((conflict) =>
          conflict
            .column("kind")
            .doUpdateSet(run)
            .where((where) =>
              where.or([
                where("channel_runs.finished_at", "<>", 0),
                where("channel_runs.seen_at_ms", "<", heardSinceMs()),
              ]),
            ),
        )
        .executeTakeFirstOrThrow();
      return numInsertedOrUpdatedRows === 1n ? run.run_id : undefined;
    },
    async newest(kind) {
      const row = await kysely
        .selectFrom("channel_runs")
        .selectAll()
        .where("kind", "=", kind)
        .executeTakeFirst();
      return row && storedRun(row, heardSinceMs());
    },
    async record(kind, id, figures) {
      const { numUpdatedRows } = await goingOn(kind, id)
        .set(cellsOf(figures, clock))
        .executeTakeFirstOrThrow();
      return numUpdatedRows === 1n;
    },
    async cancel(kind, id) {
      await goingOn(kind, id).set(cancelled()).execute();
    },
    async endOwn() {
      await kysely
        .updateTable("channel_runs")
        .set(cancelled())
        .where("node_id", "=", nodeId)
        .where("finished_at", "=", 0)
        .execute();
    },
  };
}

/** Whether it goes on is told by the time of its end. */
function cellsOf({ running: _running, failures, cancelled, ...numbers }: ChannelRun, clock: Clock) {
  return {
    ...numbers,
    cancelled: cancelled ? 1 : 0,
    failures: JSON.stringify(failures),
    seen_at_ms: clock.nowMs(),
  };
}

function storedRun(row: Selectable<ChannelRunsTable>, heardSinceMs: number): StoredRun {
  const { kind: _kind, run_id: id, node_id: _node, seen_at_ms: seenAtMs, failures, ...figures } = row;
  const isOver = row.finished_at !== 0;
  const isSilent = !isOver && seenAtMs < heardSinceMs;
  return {
    id,
    isOver,
    figures: {
      ...figures,
      running: !isOver && !isSilent,
      cancelled: row.cancelled === 1 || isSilent,
      finished_at: isSilent ? Math.floor(seenAtMs / 1000) : row.finished_at,
      failures: channelRunSchema.shape.failures.parse(JSON.parse(failures)),
    },
  };
}
