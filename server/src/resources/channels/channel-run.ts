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
  work(target: Target): Promise<RunStep>;
}

/** Work over all channels, a few at a time. One run at once; the newest one's figures stay to be read. */
export interface ChannelRunner<Target> {
  /** Begins a run and answers at once. Throws AppError with the runner's code while one goes on. */
  start(plan: RunPlan<Target>): Promise<ChannelRun>;
  status(): ChannelRun;
  /** Begins no more channels; those under way are finished. */
  cancel(): ChannelRun;
  /** Resolves when no run goes on. */
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
  let ended: Promise<void> = Promise.resolve();
  const change = (part: Partial<ChannelRun>) => (run = { ...run, ...part });

  const step = async (target: Target, plan: RunPlan<Target>): Promise<void> => {
    const { failure, switched } = await plan.work(target).catch((error: unknown): RunStep => ({
      failure: error instanceof Error ? error.message : String(error),
    }));
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
  const go = async (targets: readonly Target[], plan: RunPlan<Target>): Promise<void> => {
    const left = targets.values();
    const worker = async () => {
      // Workers share the iterator, so each channel is taken once.
      for (const target of left) {
        if (run.cancelled) return;
        await step(target, plan);
      }
    };
    await Promise.all(Array.from({ length: parallel }, worker));
    change({ running: false, finished_at: nowSeconds(clock) });
  };

  return {
    async start(plan) {
      if (run.running) throw new AppError(runningCode);
      change({ ...NO_RUN, running: true, started_at: nowSeconds(clock) });
      try {
        const targets = await plan.load();
        change({ total: targets.length });
        ended = go(targets, plan);
      } catch (error) {
        run = NO_RUN;
        throw error;
      }
      return run;
    },
    status: () => run,
    cancel: () => (run.running ? change({ cancelled: true }) : run),
    idle: () => ended,
  };
}
