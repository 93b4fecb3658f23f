import { describe, expect, test } from "bun:test";
import { sampleClaim } from "../../../test/relay/sample-claim.ts";
import { ENGINES, openTestDatabase } from "../../../test/support/test-database.ts";
import type { Database } from "../../db/database.ts";
import { keepLimitCounts } from "./limit-count-keeper.ts";
import { createLimitCountStore } from "./limit-count-store.ts";
import type { LimitCountStore } from "./limit-count-store.ts";
import type { Claim } from "./limit-window.ts";
import { createMemoryLimitCounter } from "./memory-limit-counter.ts";

const DAY_MS = 86_400_000;
const START_MS = 20_000 * DAY_MS;
const daily = (key: string, limit = 3): Claim =>
  sampleClaim({ key, metric: "day-requests", limit, windowMs: DAY_MS, isSliding: false });
const minutely = sampleClaim({ key: "user:1:rpm", limit: 3 });

/** A node's counter and its keeper, on a clock that the test moves. */
async function nodeOn(database: Database, nodeId = "one", change: Partial<LimitCountStore> = {}) {
  const clock = { nowMs: START_MS };
  const problems: unknown[] = [];
  const counter = createMemoryLimitCounter();
  const keeper = await keepLimitCounts({
    counter,
    store: { ...createLimitCountStore(database, nodeId), ...change },
    nowMs: () => clock.nowMs,
    onProblem: (problem) => problems.push(problem),
  });
  const take = (claim: Claim) => counter.take([claim], "call", clock.nowMs).isTaken;
  return { counter, keeper, clock, problems, take };
}

describe.each(ENGINES)("limit counts on %s", (engine) => {
  test("of a day outlive a kill, as far as they were saved", async () => {
    await using opened = await openTestDatabase(engine);
    const killed = await nodeOn(opened.database);
    for (const claim of [daily("user:1:rpd"), daily("user:1:rpd"), minutely]) killed.take(claim);
    await killed.keeper.save();
    killed.take(daily("user:1:rpd"));
    const next = await nodeOn(opened.database);
    expect([1, 2].map(() => next.take(daily("user:1:rpd")))).toEqual([true, false]);
    expect([1, 2, 3].map(() => next.take(minutely))).toEqual([true, true, true]);
    await next.keeper.close();
    await killed.keeper.close();
  });

  test("of every window outlive a stop, with what was given back", async () => {
    await using opened = await openTestDatabase(engine);
    const stopped = await nodeOn(opened.database);
    for (let call = 0; call < 3; call++) stopped.take(minutely);
    const quota = { ...daily("user:1:quota", 1000), cost: 900 };
    stopped.take(quota);
    stopped.counter.correct([{ claim: quota, takenAtMs: START_MS, delta: -850 }], START_MS);
    await stopped.keeper.close();
    const next = await nodeOn(opened.database);
    expect(next.take(minutely)).toBe(false);
    expect(next.counter.take([quota], "call", START_MS)).toEqual({
      isTaken: true,
      states: [{ current: 50, previous: 0 }],
    });
    await next.keeper.close();
  });

  test("of another node, or of a day that is over, do not count", async () => {
    await using opened = await openTestDatabase(engine);
    const one = await nodeOn(opened.database);
    one.take(daily("user:1:rpd", 1));
    await one.keeper.close();
    const other = await nodeOn(opened.database, "two");
    expect(other.take(daily("user:1:rpd", 1))).toBe(true);
    await other.keeper.close();
    const next = await nodeOn(opened.database);
    next.clock.nowMs += DAY_MS;
    expect(next.take(daily("user:1:rpd", 1))).toBe(true);
    await next.keeper.close();
  });

  test("that nothing asks for any more are removed", async () => {
    await using opened = await openTestDatabase(engine);
    const node = await nodeOn(opened.database);
    for (let user = 0; user < 450; user++) node.take(daily(`user:${user}:rpd`));
    await node.keeper.close();
    const store = createLimitCountStore(opened.database, "one");
    expect(await store.load()).toHaveLength(450);
    await store.forgetEnded(START_MS + 2 * DAY_MS - 1);
    expect(await store.load()).toHaveLength(450);
    await store.forgetEnded(START_MS + 2 * DAY_MS);
    expect(await store.load()).toEqual([]);
  });
});

test("what could not be stored is stored the next time, and told once", async () => {
  await using opened = await openTestDatabase("sqlite");
  let isAway = true;
  const store = createLimitCountStore(opened.database, "one");
  const node = await nodeOn(opened.database, "one", {
    save: (windows) => (isAway ? Promise.reject(new Error("away")) : store.save(windows)),
  });
  node.take(daily("user:1:rpd"));
  await node.keeper.save();
  await node.keeper.save();
  expect(node.problems).toHaveLength(1);
  isAway = false;
  await node.keeper.save();
  expect(await store.load()).toMatchObject([{ key: "user:1:rpd", current: 1, previous: 0 }]);
  await node.keeper.close();
});
