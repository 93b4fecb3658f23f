import { expect, test } from "bun:test";
import { createTestClock } from "../../../test/support/test-clock.ts";
import { createChannelRunner } from "./channel-run.ts";
import type { RunStep } from "./channel-run.ts";

const target = (id: number) => ({ id, name: `c${id}` });

/** A run whose channels end when the test says so. */
function startRun(count: number, parallel: number) {
  const runner = createChannelRunner<{ id: number; name: string }>({
    clock: createTestClock(),
    parallel,
    runningCode: "channel.test-running",
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
  const turn = () => new Promise((resolve) => setImmediate(resolve));
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

test("channels are gone through a few at a time, and the figures say how far", async () => {
  const { runner, plan, started, end, fail } = startRun(4, 2);
  expect(await runner.start(plan)).toMatchObject({ running: true, total: 4, done: 0 });
  expect(started).toEqual([1, 2]);
  await end(2, { failure: "HTTP 401", switched: "off" });
  expect(started).toEqual([1, 2, 3]);
  expect(runner.status()).toMatchObject({ done: 1, failed: 1, switched_off: 1 });
  await fail(1, new Error("broken"));
  await end(3, { switched: "on" });
  await end(4);
  await runner.idle();
  expect(runner.status()).toMatchObject({
    running: false,
    total: 4,
    done: 4,
    failed: 2,
    switched_off: 1,
    switched_on: 1,
    failures: [
      { id: 2, name: "c2", message: "HTTP 401" },
      { id: 1, name: "c1", message: "broken" },
    ],
  });
  expect(runner.status().finished_at).toBeGreaterThan(0);
});

test("a second run is refused while one goes on, and forgets the first when it begins", async () => {
  const { runner, plan, end } = startRun(1, 5);
  await runner.start(plan);
  await expect(runner.start(plan)).rejects.toMatchObject({ code: "channel.test-running" });
  await end(1, { failure: "no" });
  await runner.idle();
  expect(await runner.start(plan)).toMatchObject({ running: true, failed: 0, failures: [] });
  await end(1);
});

test("a cancelled run ends at once, begins no more channels and counts none that ends late", async () => {
  const { runner, plan, started, stops, end } = startRun(5, 2);
  await runner.start(plan);
  await end(1);
  expect(runner.cancel()).toMatchObject({ running: false, done: 1, total: 5, cancelled: true });
  expect(stops()).toEqual([true, true, true]);
  await end(2, { failure: "no" });
  await end(3);
  await runner.idle();
  expect(started).toEqual([1, 2, 3]);
  expect(runner.status()).toMatchObject({ running: false, done: 1, failed: 0, cancelled: true });
  expect(runner.cancel()).toMatchObject({ done: 1 });
});

test("a run may begin while channels of a cancelled one are still under way", async () => {
  const { runner, plan, end } = startRun(1, 2);
  await runner.start(plan);
  runner.cancel();
  const late = runner.idle();
  const next = startRun(1, 2);
  expect(await runner.start(next.plan)).toMatchObject({ running: true, cancelled: false, done: 0 });
  await end(1);
  await late;
  expect(runner.status()).toMatchObject({ running: true, done: 0 });
  await next.end(1);
  await runner.idle();
  expect(runner.status()).toMatchObject({ running: false, done: 1, cancelled: false });
});

test("a run that cannot begin leaves room for the next", async () => {
  const { runner, plan } = startRun(0, 2);
  const broken = { ...plan, load: () => Promise.reject(new Error("no database")) };
  await expect(runner.start(broken)).rejects.toThrow("no database");
  await runner.idle();
  expect(await runner.start(plan)).toMatchObject({ total: 0 });
  await runner.idle();
  expect(runner.status()).toMatchObject({ running: false, done: 0 });
});
