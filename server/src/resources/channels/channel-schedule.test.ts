import { beforeEach, expect, test } from "bun:test";
import type { ChannelRun } from "@tollgate/contract/channel-operations";
import { createTestClock } from "../../../test/support/test-clock.ts";
import type { TestClock } from "../../../test/support/test-clock.ts";
import { createChannelSchedule } from "./channel-schedule.ts";
import type { ChannelSchedule } from "./channel-schedule.ts";

const MINUTE_MS = 60_000;
const RUN: ChannelRun = {
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

let clock: TestClock;
let options: Record<string, boolean | number>;
let begun: string[];
let faults: string[];
let isFirst: boolean;
let isRunning: boolean;
let begins: () => Promise<ChannelRun>;
let schedule: ChannelSchedule;

beforeEach(() => {
  clock = createTestClock();
  options = {
    "monitor_setting.auto_test_channel_enabled": true,
    "monitor_setting.auto_test_channel_minutes": 10,
    AutomaticUpdateBalanceEnabled: false,
    AutomaticUpdateBalanceMinutes: 60,
    UpstreamModelUpdateMinutes: 0,
  };
  begun = [];
  faults = [];
  isFirst = true;
  isRunning = false;
  begins = () => Promise.resolve(RUN);
  const runner = {
    status: () => Promise.resolve({ ...RUN, running: isRunning }),
    cancel: () => Promise.resolve(RUN),
    stop: () => Promise.resolve(),
    idle: () => Promise.resolve(),
  };
  const begin = (name: string) => {
    begun.push(name);
    return begins();
  };
  schedule = createChannelSchedule({
    clock,
    // The store types each option by its key; the test knows which it asks for.
    options: { get: (key) => options[key] as never },
    care: {
      testAll: ({ username }) => begin(`tests by ${username}`),
      updateBalances: () => begin("balances"),
      tests: runner,
      balances: runner,
      detectModels: () => begin("models"),
      models: runner,
    },
    claim: () => Promise.resolve(isFirst),
    reportFault: (message) => faults.push(message),
  });
});

/** Looks once a minute. */
async function pass(minutes: number) {
  for (let minute = 0; minute < minutes; minute++) {
    await schedule.run();
    clock.advance(MINUTE_MS);
  }
}

test("all channels are tested every so many minutes, the first time after as many", async () => {
  await pass(10);
  expect(begun).toEqual([]);
  await pass(21);
  expect(begun).toEqual(["tests by root", "tests by root", "tests by root"]);
});

test("nothing is begun where the options say no", async () => {
  options["monitor_setting.auto_test_channel_enabled"] = false;
  await pass(200);
  expect(begun).toEqual([]);
});

test("what was switched off and on again waits for its whole time", async () => {
  await pass(9);
  options["monitor_setting.auto_test_channel_enabled"] = false;
  await pass(1);
  options["monitor_setting.auto_test_channel_enabled"] = true;
  await pass(9);
  expect(begun).toEqual([]);
});

test("balances have times of their own", async () => {
  options["monitor_setting.auto_test_channel_enabled"] = false;
  options["AutomaticUpdateBalanceEnabled"] = true;
  await pass(61);
  expect(begun).toEqual(["balances"]);
});

test("vendors are asked for their models every so many minutes, never at an interval of zero", async () => {
  options["monitor_setting.auto_test_channel_enabled"] = false;
  await pass(100);
  options["UpstreamModelUpdateMinutes"] = 30;
  await pass(62);
  expect(begun).toEqual(["models", "models"]);
});

test("a node that comes after another counts along and begins nothing", async () => {
  isFirst = false;
  await pass(15);
  isFirst = true;
  await pass(5);
  expect(begun).toEqual([]);
  await pass(1);
  expect(begun).toHaveLength(1);
});

test("a run that goes on is not begun again", async () => {
  isRunning = true;
  await pass(30);
  expect(begun).toEqual([]);
});

test("what cannot begin is reported and tried at the next time", async () => {
  begins = () => Promise.reject(new Error("the database is away"));
  await pass(21);
  expect(begun).toHaveLength(2);
  expect(faults).toEqual([
    "a test of all channels could not begin",
    "a test of all channels could not begin",
  ]);
});

test("nothing is begun after the end", async () => {
  await pass(10);
  await schedule.stop();
  await pass(1);
  expect(begun).toEqual([]);
});
