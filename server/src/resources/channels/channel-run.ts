import type { ChannelRun } from "@tollgate/contract/channel-operations";
import type { ErrorCode } from "@tollgate/contract/errors";
import { AppError } from "../../lib/app-error.ts";
import { nowSeconds } from "../../lib/clock.ts";
import type { Clock } from "../../lib/clock.ts";

/** What came of one channel. */
export interface RunStep {
  /** Why it failed; absent when it did not. */
  readonly failure?: string | undefined;
  readonly switched?: "off" | "on" | undefined;
}

export interface RunPlan<Target> {
  load(): Promise<readonly Target[]>;
  /** `stop` says that the run is cancelled: nothing that comes after it counts. */
  work(target: Target, stop: AbortSignal): Promise<RunStep>;
}

/** Work over all channels, a few at a time. One run at once; the newest one's figures stay to be read. */
export interface ChannelRunner<Target> {
  /** Begins a run and answers at once. Throws AppError with the runner's code while one goes on. */
  start(plan: RunPlan<Target>): Promise<ChannelRun>;
  status(): ChannelRun;
  /** Ends the run at once: begins no more channels, tells those under way to stop and counts them no longer. */
  cancel(): ChannelRun;
  /** Resolves when no run goes on and nothing of a cancelled one is under way. */
  idle(): Promise<void>;
}

/** Failures that are kept to be shown. */
const FAILURES_MAX = 50;

const NO_RUN: ChannelRun = {
  running: false,
  total: 0,
  done: 0,
  failed: 0,
  switched_off: 0,
  switched_on: 0,
  cancelled: false,
  started_at: 0,
  finished_at: 0,
  failures: [],
};

export function createChannelRunner<Target extends { id: number; name: string }>({
  clock,
  parallel,
  runningCode,
}: {
  clock: Clock;
  /** Channels at the same time. */
  parallel: number;
  runningCode: ErrorCode;
}): ChannelRunner<Target> {
  let run = NO_RUN;
  let current = new AbortController();
  let ended: Promise<unknown> = Promise.resolve();
  const change = (part: Partial<ChannelRun>) => (run = { ...run, ...part });

  const step = async (target: Target, plan: RunPlan<Target>, stop: AbortSignal): Promise<void> => {
    const { failure, switched } = await plan.work(target, stop).catch((error: unknown): RunStep => ({
      failure: error instanceof Error ? error.message : String(error),
    }));
    if (stop.aborted) return;
    change({
      done: run.done + 1,
      failed: run.failed + (failure === undefined ? 0 : 1),
      switched_off: run.switched_off + (switched === "off" ? 1 : 0),
      switched_on: run.switched_on + (switched === "on" ? 1 : 0),
      ...(failure !== undefined &&
        run.failures.length < FAILURES_MAX && {
          failures: [...run.failures, { id: target.id, name: target.name, message: failure }],
        }),
    });
  };
  const go = async (targets: readonly Target[], plan: RunPlan<Target>, stop: AbortSignal): Promise<void> => {
    const left = targets.values();
    const worker = async () => {
      // Workers share the iterator, so each channel is taken once.
      for (const target of left) {
        if (stop.aborted) return;
        await step(target, plan, stop);
      }
    };
    await Promise.all(Array.from({ length: parallel }, worker));
    if (!stop.aborted) change({ running: false, finished_at: nowSeconds(clock) });
  };

  return {
    async start(plan) {
      if (run.running) throw new AppError(runningCode);
      current = new AbortController();
      const { signal: stop } = current;
      change({ ...NO_RUN, running: true, started_at: nowSeconds(clock) });
      try {
        const targets = await plan.load();
        if (stop.aborted) return run;
        change({ total: targets.length });
        ended = Promise.all([ended, go(targets, plan, stop)]);
      } catch (error) {
        if (!stop.aborted) run = NO_RUN;
        throw error;
      }
      return run;
    },
    status: () => run,
    cancel() {
      if (!run.running) return run;
      current.abort();
      return change({ running: false, cancelled: true, finished_at: nowSeconds(clock) });
    },
    async idle() {
      await ended;
    },
  };
}
