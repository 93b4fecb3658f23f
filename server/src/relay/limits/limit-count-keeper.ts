import type { LimitCountStore } from "./limit-count-store.ts";
import type { MemoryLimitCounter } from "./memory-limit-counter.ts";

/** Keeps what a node counts in its memory over its restarts. */
export interface LimitCountKeeper {
  /** Stores the windows of an hour and longer that have changed. Never rejects. */
  save(): Promise<void>;
  /** Stores all windows. */
  close(): Promise<void>;
}

export interface LimitCountKeeperDeps {
  readonly counter: Pick<MemoryLimitCounter, "windows" | "restore">;
  readonly store: LimitCountStore;
  nowMs(): number;
  onProblem(problem: unknown): void;
}

/** What a node that is killed may have counted in vain. */
const SAVE_EVERY_MS = 3000;
const FORGET_EVERY_MS = 3_600_000;

/**
 * Takes up what was counted before the restart. From then on the long windows (those of a day above all) are stored
 * every few seconds, and all of them at the end: a stop forgets nothing, a kill the last seconds and the minutes.
 */
export async function keepLimitCounts(deps: LimitCountKeeperDeps): Promise<LimitCountKeeper> {
  const { counter, store, nowMs, onProblem } = deps;
  let forgottenAtMs = nowMs();
  await store.forgetEnded(forgottenAtMs);
  counter.restore(await store.load());

  let saving: Promise<void> | undefined;
  let hasFailed = false;
  const saveNow = async (which: "all" | "long-changed") => {
    const windows = counter.windows(which);
    try {
      await store.save(windows);
      hasFailed = false;
      if (nowMs() - forgottenAtMs < FORGET_EVERY_MS) return;
      forgottenAtMs = nowMs();
      await store.forgetEnded(forgottenAtMs);
    } catch (problem) {
      // Which of them had changed is forgotten by now.
      if (!hasFailed) onProblem(problem);
      hasFailed = true;
    }
  };
  const save = (): Promise<void> => {
    saving ??= saveNow(hasFailed ? "all" : "long-changed").finally(() => (saving = undefined));
    return saving;
  };
  const timer = setInterval(() => void save(), SAVE_EVERY_MS);
  timer.unref();
  return {
    save,
    async close() {
      clearInterval(timer);
      await saving;
      await saveNow("all");
    },
  };
}
