import { expect, test } from "bun:test";
import { sampleCall } from "../../test/relay/sample-relay-call.ts";
import { usageOf } from "../pricing/usage.ts";
import type { Outcome } from "../ledger/verbs.ts";
import type { CallResult } from "./call-log.ts";
import { settleCall, settleSentCall } from "./settlement.ts";
import type { SettlementDeps } from "./settlement.ts";

const RESULT: CallResult = {
  usage: usageOf({ requests: 1, input: { uncached: 10 }, output: { text: 20 } }),
  rawUsage: undefined,
  channelId: 7,
  upstreamModel: "chat",
  endReason: "done",
  firstTokenMs: undefined,
  losses: [],
};

/** A ledger that has freed every hold already, as another node does for one that seemed dead. */
function depsWithoutHolds() {
  const released: string[] = [];
  const refusal: Outcome = { ok: false, reason: "hold-missing", account: 1, available: 0 };
  const ledger: Partial<SettlementDeps["ledger"]> = {
    settle: async () => refusal,
    release: async ({ holdId }) => {
      released.push(holdId);
      return { ok: true };
    },
  };
  const rates: Partial<SettlementDeps["rates"]> = { isStored: () => true };
  const deps = { ledger, rates, clock: { nowMs: () => 0 }, logsConsumption: () => true };
  // No more of the ledger is asked for.
  return { deps: deps as unknown as SettlementDeps, released };
}

test("a charge that the ledger refuses is a fault, not an answer for nothing", async () => {
  const { deps } = depsWithoutHolds();
  await expect(settleCall(sampleCall(), RESULT, deps)).rejects.toThrow("hold-missing");
});

test("what had been sent of such an answer does not keep anything set aside", async () => {
  const { deps, released } = depsWithoutHolds();
  const call = sampleCall();
  await expect(settleSentCall(call, RESULT, deps)).rejects.toThrow("hold-missing");
  expect(released).toEqual([call.requestId]);
});
