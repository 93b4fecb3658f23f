import { expect, test } from "bun:test";
import { verdictOfTest } from "./channel-verdict.ts";
import type { TestOutcome, Verdict, VerdictRules } from "./channel-verdict.ts";

const rules: VerdictRules = {
  switchesOff: true,
  switchesOn: true,
  slowSeconds: 5,
};
const passed: TestOutcome = { success: true, message: "", timeSeconds: 1 };
const slow: TestOutcome = { success: true, message: "", timeSeconds: 6.25 };
const failed = (disablingReason?: string): TestOutcome => ({
  success: false,
  message: "HTTP 401: bad key",
  timeSeconds: 9,
  disablingReason,
});
const enabled = { status: 1, auto_ban: 1 };
const switchedOff = { status: 3, auto_ban: 1 };

test.each<[string, Parameters<typeof verdictOfTest>[0], TestOutcome, Partial<VerdictRules>, Verdict["kind"]]>(
  [
    ["an enabled channel that passes stays", enabled, passed, {}, "stay"],
    ["one that is too slow goes", enabled, slow, {}, "off"],
    ["without a threshold none is too slow", enabled, slow, { slowSeconds: 0 }, "stay"],
    ["a failure that the rule names ends it", enabled, failed("HTTP 401: bad key"), {}, "off"],
    ["another failure does not", enabled, failed(), {}, "stay"],
    ["nothing goes when the operator does not want it", enabled, slow, { switchesOff: false }, "stay"],
    ["nor when the channel does not", { status: 1, auto_ban: 0 }, failed("bad key"), {}, "stay"],
    ["what the system switched off comes back when it passes", switchedOff, passed, {}, "on"],
    ["not when it is slow", switchedOff, slow, {}, "stay"],
    ["not when it fails", switchedOff, failed(), {}, "stay"],
    ["not when the operator does not want it", switchedOff, passed, { switchesOn: false }, "stay"],
    ["what a person disabled stays", { status: 2, auto_ban: 1 }, passed, {}, "stay"],
  ],
)("%s", (_, channel, outcome, change, kind) => {
  expect(verdictOfTest(channel, outcome, { ...rules, ...change }).kind).toBe(kind);
});

test("the reason names both times, or is the rule's", () => {
  expect(verdictOfTest(enabled, slow, rules)).toEqual({
    kind: "off",
    reason: "响应时间 6.25s 超过阈值 5.00s",
  });
  expect(verdictOfTest(enabled, failed("HTTP 401: bad key"), rules)).toEqual({
    kind: "off",
    reason: "HTTP 401: bad key",
  });
});
