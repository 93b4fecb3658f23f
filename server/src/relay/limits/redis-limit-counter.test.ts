import { afterEach, describe, expect, test } from "bun:test";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { sampleClaim } from "../../../test/relay/sample-claim.ts";
import { testRedisPrefixUrl } from "../../../test/support/test-redis.ts";
import { silentLogger } from "../../lib/logger.ts";
import { openSharedRedis } from "../../lib/shared-redis.ts";
import { createMemoryLimitCounter } from "./memory-limit-counter.ts";
import { createRedisLimitCounter } from "./redis-limit-counter.ts";
import type { RedisLimitCounter } from "./redis-limit-counter.ts";

const START_MS = 600_000;
const requests = sampleClaim();
const tokens = sampleClaim({ key: "user:1:tpm", metric: "tokens", limit: 100, cost: 60 });
const place = sampleClaim({
  key: "user:1:places",
  metric: "concurrency",
  limit: 2,
  windowMs: 0,
  isSliding: false,
});

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

async function node(
  url: string,
  { countsAlone = true, warn = silentLogger.warn } = {},
): Promise<RedisLimitCounter> {
  const redis = await openSharedRedis(url, { ...silentLogger, warn });
  const counter = createRedisLimitCounter({ redis, countsAlone: () => countsAlone, nowMs: () => START_MS });
  closing.push(() => {
    counter.close();
    redis.close();
  });
  return counter;
}

/** A port at which connections are closed at once. */
async function deadEnd(): Promise<string> {
  const server = createServer((socket) => socket.destroy());
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closing.push(() => server.close());
  // A listening server's address is never a pipe's name here.
  const { port } = server.address() as AddressInfo;
  return `redis://127.0.0.1:${port}/0`;
}

describe("limits in Redis", () => {
  test("are shared by two nodes, to the last one", async () => {
    const url = testRedisPrefixUrl();
    const nodes = [await node(url), await node(url)];
    const claim = sampleClaim({ limit: 25 });
    const takings = await Promise.all(
      Array.from({ length: 100 }, (_, index) => nodes[index % 2]?.take([claim], `call-${index}`, START_MS)),
    );
    expect(takings.filter((taking) => taking?.isTaken)).toHaveLength(25);
  });

  test("say the same as those in memory, through fading windows, corrections and places", async () => {
    const redis = await node(testRedisPrefixUrl());
    const memory = createMemoryLimitCounter();
    for (let step = 0; step < 60; step++) {
      const atMs = START_MS + step * 7001;
      const claims = [[requests, tokens], [place, tokens], [requests], [place]][step % 4] ?? [];
      const holder = `call-${step}`;
      const shared = await redis.take(claims, holder, atMs);
      expect(shared).toEqual(memory.take(claims, holder, atMs));
      if (!shared?.isTaken) continue;
      const delta = (step % 5) * 20 - 40;
      const corrections =
        claims.includes(tokens) && delta !== 0 ? [{ claim: tokens, takenAtMs: atMs, delta }] : [];
      for (const counter of [redis, memory]) {
        counter.correct(corrections, atMs + 6000);
        counter.release(claims, holder);
      }
    }
  });

  test("a place that a dead node has left is free after a minute", async () => {
    const url = testRedisPrefixUrl();
    const [dead, alive] = [await node(url), await node(url)];
    await dead.take([place], "a", START_MS);
    await dead.take([place], "b", START_MS);
    expect((await alive.take([place], "c", START_MS + 59_000))?.isTaken).toBe(false);
    expect((await alive.take([place], "c", START_MS + 60_000))?.isTaken).toBe(true);
  });
});

describe("with Redis away", () => {
  test("limits are counted by the node alone, and the operator is told once", async () => {
    const warnings: string[] = [];
    const counter = await node(await deadEnd(), { warn: (message) => void warnings.push(message) });
    const takings = [];
    for (let call = 0; call < 4; call++)
      takings.push(await counter.take([requests], `call-${call}`, START_MS));
    expect(takings.map((taking) => taking?.isTaken)).toEqual([true, true, true, false]);
    expect(warnings).toEqual([expect.stringContaining("each node on its own")]);
  });

  test("that does not answer is not asked again at once", async () => {
    let asked = 0;
    const failures: unknown[] = [];
    const client = {
      eval: () => {
        asked++;
        return Promise.reject(new Error("Command timed out"));
      },
      disconnect() {},
    };
    const counter = createRedisLimitCounter({
      // All of the client that taking a claim needs.
      redis: {
        isReady: true,
        client: client as never,
        noticeFailure: (reason) => void failures.push(reason),
        close() {},
      },
      countsAlone: () => true,
      nowMs: () => START_MS,
    });
    closing.push(() => counter.close());
    expect((await counter.take([requests], "a", START_MS))?.isTaken).toBe(true);
    expect((await counter.take([requests], "b", START_MS))?.states).toEqual([{ current: 1, previous: 0 }]);
    expect([asked, failures.length]).toEqual([1, 1]);
  });

  test("what was counted meanwhile is not given back to the others' windows when it is there again", async () => {
    const redis = await openSharedRedis(testRedisPrefixUrl(), silentLogger);
    let isAway = true;
    const counter = createRedisLimitCounter({
      redis: {
        ...redis,
        get isReady() {
          return !isAway && redis.isReady;
        },
      },
      countsAlone: () => true,
      nowMs: () => START_MS,
    });
    closing.push(() => {
      counter.close();
      redis.close();
    });
    const claimed = { ...tokens };
    expect((await counter.take([claimed], "a", START_MS))?.isTaken).toBe(true);
    isAway = false;
    counter.correct([{ claim: claimed, takenAtMs: START_MS, delta: -50 }], START_MS);
    expect((await counter.take([tokens], "b", START_MS))?.states).toEqual([{ current: 0, previous: 0 }]);
    counter.correct([{ claim: claimed, takenAtMs: START_MS, delta: 7 }], START_MS);
    counter.correct([{ claim: tokens, takenAtMs: START_MS, delta: -60 }], START_MS);
    expect((await counter.take([tokens], "c", START_MS))?.states).toEqual([{ current: 7, previous: 0 }]);
  });

  test("nothing is counted where the operator wants calls refused", async () => {
    const counter = await node(await deadEnd(), { countsAlone: false });
    expect(await counter.take([requests], "a", START_MS)).toBeUndefined();
  });
});
