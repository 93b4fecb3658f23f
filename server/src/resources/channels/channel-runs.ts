import { isChannelType } from "@tollgate/contract/channel-types";
import { ChannelStatus } from "@tollgate/contract/statuses";
import { nowSeconds } from "../../lib/clock.ts";
import type { OptionStore } from "../options/option-store.ts";
import type { RunTarget } from "./channel-list-store.ts";
import type { RunPlan, RunStep } from "./channel-run-work.ts";
import type { ChannelStore } from "./channel-store.ts";
import { testChannelOnce } from "./channel-test.ts";
import type { ChannelTestDeps, ChannelTester } from "./channel-test.ts";
import { verdictOfTest } from "./channel-verdict.ts";
import type { VerdictRules } from "./channel-verdict.ts";
import { hasBalance, readBalance } from "./vendor-balances.ts";
import type { BalanceDeps } from "./vendor-balances.ts";
import type { VendorChannel } from "./vendor-call.ts";

export interface TestRunDeps extends ChannelTestDeps {
  channels: Pick<ChannelStore, "recordTest" | "runTargets" | "switchOff" | "switchOn">;
  options: Pick<OptionStore, "get">;
}

/** Tests every channel that no person has disabled and this version can call, and acts on what it finds. */
export function planTestRun(deps: TestRunDeps, tester: ChannelTester): RunPlan<RunTarget> {
  const { channels, clock, options } = deps;
  const rules: VerdictRules = {
    switchesOff: options.get("AutomaticDisableChannelEnabled"),
    switchesOn: options.get("AutomaticEnableChannelEnabled"),
    slowSeconds: options.get("ChannelDisableThreshold"),
  };
  return {
    async load() {
      const targets = await channels.runTargets([ChannelStatus.enabled, ChannelStatus.autoDisabled]);
      return targets.filter(({ type }) => isChannelType(type));
    },
    async work(target, stop): Promise<RunStep> {
      const outcome = await testChannelOnce(deps, target.id, undefined, tester, stop);
      // A test that was broken off says nothing about its channel.
      if (stop.aborted) return {};
      const failure = outcome.success ? undefined : outcome.message;
      const verdict = verdictOfTest(target, outcome, rules);
      switch (verdict.kind) {
        case "off": {
          const note = { reason: verdict.reason, atSeconds: nowSeconds(clock) };
          return { failure, switched: (await channels.switchOff(target.id, note)) ? "off" : undefined };
        }
        case "on":
          return { failure, switched: (await channels.switchOn(target.id)) ? "on" : undefined };
        default:
          return { failure };
      }
    },
  };
}

export interface BalanceRunDeps extends BalanceDeps {
  channels: Pick<ChannelStore, "recordBalance" | "runTargets" | "switchOff">;
  options: Pick<OptionStore, "get">;
  loadChannel(id: number): Promise<VendorChannel | undefined>;
}

/** Updates the balance of every enabled channel whose vendor tells it; one that has run dry may be switched off. */
export function planBalanceRun(deps: BalanceRunDeps): RunPlan<RunTarget> {
  const { channels, clock, options } = deps;
  return {
    async load() {
      const targets = await channels.runTargets([ChannelStatus.enabled]);
      return targets.filter(({ type }) => hasBalance(type));
    },
    async work(target): Promise<RunStep> {
      const balanceUsd = await updateBalance(deps, target.id);
      const isDry = balanceUsd !== undefined && balanceUsd <= 0;
      if (!isDry || target.auto_ban === 0 || !options.get("AutomaticDisableChannelEnabled")) return {};
      const note = { reason: "余额不足", atSeconds: nowSeconds(clock) };
      return { switched: (await channels.switchOff(target.id, note)) ? "off" : undefined };
    },
  };
}

/**
 * Asks the vendor of one channel, stores the answer and gives it back; undefined when there is no such channel. Throws
 * VendorError.
 */
export async function updateBalance(
  deps: Pick<BalanceRunDeps, "loadChannel" | keyof BalanceDeps> & {
    channels: Pick<ChannelStore, "recordBalance">;
  },
  id: number,
): Promise<number | undefined> {
  const channel = await deps.loadChannel(id);
  if (!channel) return undefined;
  const balanceUsd = await readBalance(channel, deps);
  await deps.channels.recordBalance(id, { balanceUsd, updatedAtSeconds: nowSeconds(deps.clock) });
  return balanceUsd;
}
