import type { ChannelRun } from "@tollgate/contract/channel-operations";
import type { ErrorCode } from "@tollgate/contract/errors";
import type { ChangeFeed } from "../../db/change-feed.ts";
import { AppError } from "../../lib/app-error.ts";
import { nowSeconds } from "../../lib/clock.ts";
import type { Clock } from "../../lib/clock.ts";
import type { ChannelRunKind, ChannelRunStore } from "./channel-run-store.ts";
import { countStep, workThrough } from "./channel-run-work.ts";
import type { RunPlan } from "./channel-run-work.ts";

/**
 * Work over all channels, a few at a time. One run at once in the whole installation: whichever node is asked tells how
 * far it is and ends it. The newest one's figures stay to be read.
 */
export interface ChannelRunner<Target> {
  /** Begins a run here and answers at once. Throws AppError with the runner's code while one goes on at any node. */
  start(plan: RunPlan<Target>): Promise<ChannelRun>;
  /** Of a run at another node: how far it was half a second ago. */
  status(): Promise<ChannelRun>;
  /**
   * Ends the run at once: its node, which may hear of it a moment later, begins no more channels, tells those under way
   * to stop and counts them no longer.
   */
  cancel(): Promise<ChannelRun>;
  /** Ends what goes on here, and leaves other nodes' runs alone. Never rejects. */
  stop(): Promise<void>;
  /** Resolves when no run goes on here and nothing of a cancelled one is under way. */
  idle(): Promise<void>;
}

export interface ChannelRunnerDeps {
  kind: ChannelRunKind;
  runs: ChannelRunStore;
  feed: Pick<ChangeFeed, "publish" | "subscribe">;
  clock: Clock;
  /** Channels at the same time. */
  parallel: number;
  runningCode: ErrorCode;
  reportFault(message: string, error: unknown): void;
  /** How often other nodes are shown how far it is. */
  progressMs?: number;
}

/** A run that goes on at this node. */
interface OwnRun {
  readonly id: string;
  readonly ending: AbortController;
  figures: ChannelRun;
}

const PROGRESS_MS = 500;
/** Of a run that makes no progress something is stored after so many times, so that its node is not taken for dead. */
const QUIET_TIMES_MAX = 4;

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

export function createChannelRunner<Target extends { id: number; name: string }>(
  deps: ChannelRunnerDeps,
): ChannelRunner<Target> {
  const { kind, runs, feed, clock } = deps;
  let own: OwnRun | undefined;
  let ended: Promise<unknown> = Promise.resolve();

  const leave = (run: OwnRun) => {
    run.ending.abort();
    if (own === run) own = undefined;
  };
  const end = async (run: OwnRun, part: Partial<ChannelRun>) => {
    leave(run);
    const figures = { ...run.figures, ...part, running: false, finished_at: nowSeconds(clock) };
    await runs.record(kind, run.id, figures);
  };
  const endOrReport = (run: OwnRun, part: Partial<ChannelRun>) =>
    end(run, part).catch((error: unknown) =>
      deps.reportFault("the end of work over all channels was not stored", error),
    );
  const status = async (): Promise<ChannelRun> => {
    const asked = own;
    const newest = await runs.newest(kind);
    if (asked && newest?.id === asked.id && !newest.isOver) return asked.figures;
    // The row decides: another node has ended this one's run, or begun its own.
    if (asked) leave(asked);
    return newest?.figures ?? NO_RUN;
  };
  const go = async (run: OwnRun, targets: readonly Target[], plan: RunPlan<Target>): Promise<void> => {
    const { signal: stop } = run.ending;
    const unsubscribe = feed.subscribe("runs", status);
    const storing = storeProgress(run, deps, () => leave(run));
    await workThrough(targets, plan, {
      parallel: deps.parallel,
      stop,
      tell: (target, step) => (run.figures = countStep(run.figures, target, step)),
    });
    clearInterval(storing);
    unsubscribe();
    if (stop.aborted) return;
    await endOrReport(run, {});
  };

  return {
    async start(plan) {
      if ((await status()).running) throw new AppError(deps.runningCode);
      const targets = await plan.load();
      const figures = { ...NO_RUN, running: true, total: targets.length, started_at: nowSeconds(clock) };
      const id = await runs.begin(kind, figures);
      if (id === undefined) throw new AppError(deps.runningCode);
      const run = { id, figures, ending: new AbortController() };
      own = run;
      ended = Promise.all([ended, go(run, targets, plan)]);
      return run.figures;
    },
    status,
    async cancel() {
      if (own) await end(own, { cancelled: true });
      const newest = await runs.newest(kind);
      if (newest?.figures.running) {
        await runs.cancel(kind, newest.id);
        await feed.publish("runs");
      }
      return status();
    },
    async stop() {
      if (own) await endOrReport(own, { cancelled: true });
    },
    async idle() {
      await ended;
    },
  };
}

/** Shows other nodes how far a run is, and that its node lives; hears there too that another node has ended it. */
function storeProgress(
  run: OwnRun,
  { kind, runs, progressMs = PROGRESS_MS }: ChannelRunnerDeps,
  onOver: () => void,
): ReturnType<typeof setInterval> {
  let stored = run.figures;
  let quietTimes = 0;
  let isStoring = false;
  const store = async () => {
    const { figures } = run;
    if (!(await runs.record(kind, run.id, figures))) return onOver();
    stored = figures;
    quietTimes = 0;
  };
  const timer = setInterval(() => {
    if (run.ending.signal.aborted) return clearInterval(timer);
    quietTimes += 1;
    if (isStoring) return;
    if (run.figures === stored && quietTimes < QUIET_TIMES_MAX) return;
    isStoring = true;
    // What could not be stored is tried again at the next time.
    store()
      .catch(() => {})
      .finally(() => (isStoring = false));
  }, progressMs);
  return timer;
}
