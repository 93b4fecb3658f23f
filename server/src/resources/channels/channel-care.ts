import type { ChannelRun } from "@tollgate/contract/channel-operations";
import type { ChangeFeed } from "../../db/change-feed.ts";
import type { Logger } from "../../lib/logger.ts";
import { createChannelRunner } from "./channel-run.ts";
import type { ChannelRunner } from "./channel-run.ts";
import type { ChannelRunStore } from "./channel-run-store.ts";
import type { RunTarget } from "./channel-list-store.ts";
import { planBalanceRun, planTestRun } from "./channel-runs.ts";
import type { BalanceRunDeps, TestRunDeps } from "./channel-runs.ts";
import { planModelListRun } from "./model-lists.ts";
import type { ModelListDeps } from "./model-lists.ts";
import type { ChannelStore } from "./channel-store.ts";
import type { ChannelTester } from "./channel-test.ts";

/** Work over all channels, begun by a person or by the clock; one of each kind at once, at whichever node. */
export interface ChannelCare {
  /** Throws AppError `channel.test-running` while a run goes on. */
  testAll(tester: ChannelTester): Promise<ChannelRun>;
  /** Throws AppError `channel.balance-running` while a run goes on. */
  updateBalances(): Promise<ChannelRun>;
  /** Asks all vendors for their models. Throws AppError `channel.models-running` while a run goes on. */
  detectModels(): Promise<ChannelRun>;
  readonly tests: Omit<ChannelRunner<RunTarget>, "start">;
  readonly balances: Omit<ChannelRunner<RunTarget>, "start">;
  readonly models: Omit<ChannelRunner<RunTarget>, "start">;
}

export type ChannelCareDeps = Omit<TestRunDeps, "channels"> &
  Omit<BalanceRunDeps, "channels" | "yuanPerUsd" | "loadChannel"> &
  Omit<ModelListDeps, "channels"> & {
    channels: ChannelStore;
    runs: ChannelRunStore;
    feed: Pick<ChangeFeed, "publish" | "subscribe">;
    logger: Pick<Logger, "error">;
  };

/** Channels that are tested, and vendors that are asked something, at the same time. */
const PARALLEL_TESTS = 10;
const PARALLEL_QUESTIONS = 5;

export function createChannelCare(given: ChannelCareDeps): ChannelCare {
  const deps = {
    ...given,
    yuanPerUsd: () => given.options.get("Price"),
    reportFault: (message: string, error: unknown) => given.logger.error(message, { error }),
  };
  const tests = createChannelRunner<RunTarget>({
    ...deps,
    kind: "tests",
    parallel: PARALLEL_TESTS,
    runningCode: "channel.test-running",
  });
  const balances = createChannelRunner<RunTarget>({
    ...deps,
    kind: "balances",
    parallel: PARALLEL_QUESTIONS,
    runningCode: "channel.balance-running",
  });
  const models = createChannelRunner<RunTarget>({
    ...deps,
    kind: "models",
    parallel: PARALLEL_QUESTIONS,
    runningCode: "channel.models-running",
  });
  return {
    testAll: (tester) => tests.start(planTestRun(deps, tester)),
    updateBalances: () => balances.start(planBalanceRun(deps)),
    detectModels: () => models.start(planModelListRun(deps)),
    tests,
    balances,
    models,
  };
}
