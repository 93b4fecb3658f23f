import type { ChannelRun } from "@tollgate/contract/channel-operations";

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

/** Failures that are kept to be shown. */
const FAILURES_MAX = 50;

/**
 * Goes through the targets, so many at a time, and tells what came of each until it is stopped. Resolves when nothing is
 * under way any more; never rejects.
 */
export async function workThrough<Target>(
  targets: readonly Target[],
  plan: Pick<RunPlan<Target>, "work">,
  {
    parallel,
    stop,
    tell,
  }: { parallel: number; stop: AbortSignal; tell(target: Target, step: RunStep): void },
): Promise<void> {
  const left = targets.values();
  const worker = async () => {
    // Workers share the iterator, so each target is taken once.
    for (const target of left) {
      if (stop.aborted) return;
      const step = await plan.work(target, stop).catch((error: unknown): RunStep => ({
        failure: error instanceof Error ? error.message : String(error),
      }));
      if (!stop.aborted) tell(target, step);
    }
  };
  await Promise.all(Array.from({ length: parallel }, worker));
}

/** The figures of a run that is done with one channel more. */
export function countStep(
  run: ChannelRun,
  { id, name }: { id: number; name: string },
  { failure, switched }: RunStep,
): ChannelRun {
  return {
    ...run,
    done: run.done + 1,
    failed: run.failed + (failure === undefined ? 0 : 1),
    switched_off: run.switched_off + (switched === "off" ? 1 : 0),
    switched_on: run.switched_on + (switched === "on" ? 1 : 0),
    failures:
      failure !== undefined && run.failures.length < FAILURES_MAX
        ? [...run.failures, { id, name, message: failure }]
        : run.failures,
  };
}
