import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { createTestClock } from "../../../test/support/test-clock.ts";
import type { TestClock } from "../../../test/support/test-clock.ts";
import { ENGINES, openTestDatabase } from "../../../test/support/test-database.ts";
import type { TestDatabase } from "../../../test/support/test-database.ts";
import { createChangeFeed } from "../../db/change-feed.ts";
import type { ChangeFeed } from "../../db/change-feed.ts";
import { createChannelRunStore } from "./channel-run-store.ts";
import type { ChannelRunStore } from "./channel-run-store.ts";
import { createChannelRunner } from "./channel-run.ts";
import type { RunStep } from "./channel-run-work.ts";

const target = (id: number) => ({ id, name: `c${id}` });
const REFUSED = { code: "channel.test-running" };
/** Nothing is stored while a run goes on. */
const NEVER_MS = 3_600_000;
const turn = () => new Promise((resolve) => setImmediate(resolve));
async function until(isSo: () => boolean | Promise<boolean>) {
  while (!(await isSo())) await turn();
}

interface NodeChanges {
  clock?: TestClock;
  feed?: ChangeFeed;
  progressMs?: number;
  record?: ChannelRunStore["record"];
}

describe.each(ENGINES)("runs over all channels on %s", (engine) => {
  let opened: TestDatabase;
  let clock: TestClock;
  let feed: ChangeFeed;
  let faults: string[];
  let nodes: ReturnType<typeof createNode>[];

  beforeAll(async () => {
    opened = await openTestDatabase(engine);
  });
  beforeEach(() => {
    clock = createTestClock();
    feed = createChangeFeed({ engine: "sqlite" });
    faults = [];
    nodes = [];
  });
  afterEach(async () => {
    await Promise.all(nodes.map((node) => node.runner.stop()));
    await opened.database.kysely.deleteFrom("channel_runs").execute();
  });
  afterAll(() => opened[Symbol.asyncDispose]());

  /** One of several nodes, whose channels end when the test says so. */
  function createNode(nodeId: string, count: number, parallel: number, changes: NodeChanges = {}) {
    const nodeClock = changes.clock ?? clock;
    const runs = createChannelRunStore({ database: opened.database, clock: nodeClock, nodeId });
    const runner = createChannelRunner<{ id: number; name: string }>({
      kind: "tests",
      runs: { ...runs, record: changes.record ?? runs.record },
      feed: changes.feed ?? feed,
      clock: nodeClock,
      parallel,
      runningCode: "channel.test-running",
      reportFault: (message) => faults.push(message),
      progressMs: changes.progressMs ?? 1,
    });
    const waiting = new Map<number, PromiseWithResolvers<RunStep>>();
    const started: number[] = [];
    const signals: AbortSignal[] = [];
    const plan = {
      load: async () => Array.from({ length: count }, (_, index) => target(index + 1)),
      work({ id }: { id: number }, stop: AbortSignal) {
        started.push(id);
        signals.push(stop);
        const step = Promise.withResolvers<RunStep>();
        waiting.set(id, step);
        return step.promise;
      },
    };
    return {
      runner,
      plan,
      started,
      stops: () => signals.map(({ aborted }) => aborted),
      async end(id: number, step: RunStep = {}) {
        waiting.get(id)?.resolve(step);
        await turn();
      },
      async fail(id: number, error: Error) {
        waiting.get(id)?.reject(error);
        await turn();
      },
    };
  }
  function startNode(...given: Parameters<typeof createNode>) {
    const node = createNode(...given);
    nodes.push(node);
    return node;
  }

  test("channels are gone through a few at a time, and the figures say how far", async () => {
    const { runner, plan, started, end, fail } = startNode("a", 4, 2);
    expect(await runner.start(plan)).toMatchObject({ running: true, total: 4, done: 0 });
    expect(started).toEqual([1, 2]);
    await end(2, { failure: "HTTP 401", switched: "off" });
    expect(started).toEqual([1, 2, 3]);
    expect(await runner.status()).toMatchObject({ done: 1, failed: 1, switched_off: 1 });
    await fail(1, new Error("broken"));
    await end(3, { switched: "on" });
    await end(4);
    await runner.idle();
    expect(await runner.status()).toEqual({
      running: false,
      total: 4,
      done: 4,
      failed: 2,
      switched_off: 1,
      switched_on: 1,
      cancelled: false,
      started_at: clock.nowMs() / 1000,
      finished_at: clock.nowMs() / 1000,
      failures: [
        { id: 2, name: "c2", message: "HTTP 401" },
        { id: 1, name: "c1", message: "broken" },
      ],
    });
  });

  test("a second run is refused at every node while one goes on, and forgets the first when it begins", async () => {
    const first = startNode("a", 1, 5);
    const second = startNode("b", 1, 5);
    await first.runner.start(first.plan);
    for (const { runner, plan } of [first, second])
      await expect(runner.start(plan)).rejects.toMatchObject(REFUSED);
    await first.end(1, { failure: "no" });
    await first.runner.idle();
    expect(await second.runner.start(second.plan)).toMatchObject({ running: true, failed: 0, failures: [] });
    expect(await first.runner.status()).toMatchObject({ running: true, failed: 0, failures: [] });
    await expect(first.runner.start(first.plan)).rejects.toMatchObject(REFUSED);
    await second.end(1);
  });

  test("of nodes that begin at the same moment one does", async () => {
    const all = ["a", "b", "c"].map((nodeId) => startNode(nodeId, 1, 1));
    const begun = await Promise.allSettled(all.map(({ runner, plan }) => runner.start(plan)));
    expect(begun.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(all.flatMap(({ started }) => started)).toEqual([1]);
  });

  test("a cancelled run ends at once, begins no more channels and counts none that ends late", async () => {
    const { runner, plan, started, stops, end } = startNode("a", 5, 2, { progressMs: NEVER_MS });
    await runner.start(plan);
    await end(1);
    expect(await runner.cancel()).toMatchObject({ running: false, done: 1, total: 5, cancelled: true });
    expect(stops()).toEqual([true, true, true]);
    await end(2, { failure: "no" });
    await end(3);
    await runner.idle();
    expect(started).toEqual([1, 2, 3]);
    expect(await runner.status()).toMatchObject({ running: false, done: 1, failed: 0, cancelled: true });
    expect(await runner.cancel()).toMatchObject({ done: 1 });
  });

  test("a run may begin while channels of a cancelled one are still under way", async () => {
    const { runner, plan, end } = startNode("a", 1, 2);
    await runner.start(plan);
    await runner.cancel();
    const late = runner.idle();
    const next = startNode("b", 1, 2);
    expect(await runner.start(next.plan)).toMatchObject({ running: true, cancelled: false, done: 0 });
    await end(1);
    await late;
    expect(await runner.status()).toMatchObject({ running: true, done: 0 });
    await next.end(1);
    await runner.idle();
    expect(await runner.status()).toMatchObject({ running: false, done: 1, cancelled: false });
  });

  test("a run that cannot begin leaves room for the next", async () => {
    const { runner, plan } = startNode("a", 0, 2);
    const broken = { ...plan, load: () => Promise.reject(new Error("no database")) };
    await expect(runner.start(broken)).rejects.toThrow("no database");
    await runner.idle();
    expect(await runner.start(plan)).toMatchObject({ total: 0 });
    await runner.idle();
    expect(await runner.status()).toMatchObject({ running: false, done: 0 });
  });

  test("another node shows how far a run is, and what came of it", async () => {
    const here = startNode("a", 3, 3);
    const there = startNode("b", 3, 3).runner;
    await here.runner.start(here.plan);
    expect(await there.status()).toEqual(await here.runner.status());
    await here.end(2, { failure: "HTTP 401", switched: "off" });
    await until(async () => (await there.status()).done === 1);
    expect(await there.status()).toEqual(await here.runner.status());
    await here.end(1);
    await here.end(3);
    await here.runner.idle();
    expect(await there.status()).toMatchObject({ running: false, done: 3, failed: 1, switched_off: 1 });
    expect(await there.status()).toEqual(await here.runner.status());
  });

  test("another node's cancel is heard at once and ends the run where it goes on", async () => {
    const here = startNode("a", 5, 2, { progressMs: NEVER_MS });
    const there = startNode("b", 5, 2).runner;
    await here.runner.start(here.plan);
    expect(await there.cancel()).toMatchObject({ running: false, total: 5, cancelled: true });
    expect(here.stops()).toEqual([true, true]);
    await here.end(1, { failure: "no" });
    await here.end(2);
    await here.runner.idle();
    expect(here.started).toEqual([1, 2]);
    for (const runner of [here.runner, there])
      expect(await runner.status()).toMatchObject({ running: false, done: 0, failed: 0, cancelled: true });
  });

  test("a node that hears nothing of a cancel finds it when it next tells how far it is", async () => {
    const here = startNode("a", 5, 2, { feed: createChangeFeed({ engine: "sqlite" }) });
    const there = startNode("b", 5, 2).runner;
    await here.runner.start(here.plan);
    await there.cancel();
    await until(() => here.stops().every(Boolean));
    expect(here.started).toEqual([1, 2]);
  });

  test("a node's end breaks off what it runs, and nothing of another's", async () => {
    const here = startNode("a", 5, 2);
    const there = startNode("b", 5, 2).runner;
    await here.runner.start(here.plan);
    await there.stop();
    expect(await there.status()).toMatchObject({ running: true });
    await here.runner.stop();
    expect(here.stops()).toEqual([true, true]);
    expect(await there.status()).toMatchObject({ running: false, cancelled: true });
  });

  test("a run without progress goes on as long as its node lives", async () => {
    const here = startNode("a", 1, 1);
    const there = startNode("b", 1, 1);
    await here.runner.start(here.plan);
    for (let times = 0; times < 3; times++) {
      clock.advance(14_000);
      const { database } = opened;
      await until(async () => {
        const row = await database.kysely.selectFrom("channel_runs").select("seen_at_ms").executeTakeFirst();
        return row?.seen_at_ms === clock.nowMs();
      });
    }
    await expect(there.runner.start(there.plan)).rejects.toMatchObject(REFUSED);
  });

  test("a run whose node is silent is told as broken off, and holds up no other", async () => {
    const here = startNode("a", 2, 1, { clock: createTestClock(clock.nowMs()) });
    const there = startNode("b", 1, 1);
    await here.runner.start(here.plan);
    await here.end(1);
    await until(async () => (await there.runner.status()).done === 1);
    const lastHeardSeconds = clock.nowMs() / 1000;
    clock.advance(15_001);
    expect(await there.runner.status()).toMatchObject({
      running: false,
      done: 1,
      cancelled: true,
      finished_at: lastHeardSeconds,
    });
    expect(await there.runner.start(there.plan)).toMatchObject({ running: true, done: 0, total: 1 });
    // It was not dead: it finds that its time is over, and counts no more.
    await until(() => here.stops().every(Boolean));
    await here.end(2, { failure: "late" });
    await here.runner.idle();
    for (const { runner } of [here, there])
      expect(await runner.status()).toMatchObject({ running: true, done: 0, failed: 0, total: 1 });
  });

  test("an end that cannot be stored is reported, and the run is over when it has been silent", async () => {
    const { runner, plan, end } = startNode("a", 1, 1, {
      record: () => Promise.reject(new Error("the database is away")),
    });
    await runner.start(plan);
    await end(1);
    await runner.idle();
    expect(faults).toEqual(["the end of work over all channels was not stored"]);
    await expect(runner.start(plan)).rejects.toMatchObject(REFUSED);
    clock.advance(15_001);
    expect(await runner.start(plan)).toMatchObject({ running: true });
  });
});
