import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import type { ChannelRun } from "@tollgate/contract/channel-operations";
import { createTestClock } from "../../../test/support/test-clock.ts";
import type { TestClock } from "../../../test/support/test-clock.ts";
import { ENGINES, openTestDatabase } from "../../../test/support/test-database.ts";
import type { TestDatabase } from "../../../test/support/test-database.ts";
import { createChannelRunStore } from "./channel-run-store.ts";
import type { ChannelRunStore } from "./channel-run-store.ts";

const BEGUN: ChannelRun = {
  running: true,
  total: 3,
  done: 0,
  failed: 0,
  switched_off: 0,
  switched_on: 0,
  cancelled: false,
  started_at: 1,
  finished_at: 0,
  failures: [],
};

describe.each(ENGINES)("stored runs over all channels on %s", (engine) => {
  let opened: TestDatabase;
  let clock: TestClock;
  let here: ChannelRunStore;
  let there: ChannelRunStore;

  beforeAll(async () => {
    opened = await openTestDatabase(engine);
  });
  beforeEach(() => {
    clock = createTestClock();
    const { database } = opened;
    here = createChannelRunStore({ database, clock, nodeId: "a" });
    there = createChannelRunStore({ database, clock, nodeId: "b" });
  });
  afterEach(() => opened.database.kysely.deleteFrom("channel_runs").execute());
  afterAll(() => opened[Symbol.asyncDispose]());

  test("kinds do not wait for each other", async () => {
    expect(await here.begin("tests", BEGUN)).toBeString();
    expect(await there.begin("balances", BEGUN)).toBeString();
    expect(await there.begin("tests", BEGUN)).toBeUndefined();
    expect(await there.newest("models")).toBeUndefined();
  });

  test("a node that is started again ends what it was at, and nothing of another's", async () => {
    await here.begin("tests", BEGUN);
    await there.begin("models", BEGUN);
    await here.endOwn();
    const ended = { running: false, cancelled: true, finished_at: clock.nowMs() / 1000 };
    expect(await there.newest("tests")).toMatchObject({ isOver: true, figures: ended });
    expect(await there.newest("models")).toMatchObject({ isOver: false, figures: BEGUN });
    expect(await here.begin("tests", BEGUN)).toBeString();
  });

  test("what is said of a run that has given way to another changes nothing", async () => {
    const first = (await here.begin("tests", BEGUN)) ?? "";
    await there.cancel("tests", first);
    expect(await here.record("tests", first, { ...BEGUN, done: 2 })).toBe(false);
    const second = (await there.begin("tests", BEGUN)) ?? "";
    await here.cancel("tests", first);
    expect(await here.record("tests", first, { ...BEGUN, done: 2 })).toBe(false);
    expect(await here.newest("tests")).toEqual({ id: second, isOver: false, figures: BEGUN });
  });
});
