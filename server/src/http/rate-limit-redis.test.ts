import { afterEach, describe, expect, test } from "bun:test";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { testRedisUrl } from "../../test/support/test-redis.ts";
import { silentLogger } from "../lib/logger.ts";
import type { Logger } from "../lib/logger.ts";
import { openSharedRedis } from "../lib/shared-redis.ts";
import type { SharedRedis } from "../lib/shared-redis.ts";
import type { RateCounter } from "./rate-limit.ts";
import { createRedisRateCounter } from "./rate-limit-redis.ts";

const opened: SharedRedis[] = [];
afterEach(() => {
  for (const redis of opened.splice(0)) redis.close();
});

async function open(url: string, logger: Logger = silentLogger): Promise<RateCounter> {
  const redis = await openSharedRedis(url, logger);
  opened.push(redis);
  return createRedisRateCounter(redis);
}

describe("rate windows in Redis", () => {
  test("two nodes share a window", async () => {
    const subject = crypto.randomUUID();
    const nodes = [await open(testRedisUrl()), await open(testRedisUrl())];
    const counts: number[] = [];
    for (const node of [...nodes, ...nodes]) counts.push(await node.add("general", 1, subject, 60));
    expect(counts).toEqual([1, 2, 3, 4]);
  });

  test("without Redis calls are still counted, and the operator is told once", async () => {
    const deadEnd = createServer((socket) => socket.destroy());
    await new Promise<void>((resolve) => deadEnd.listen(0, "127.0.0.1", resolve));
    // A listening server's address is never a pipe's name here.
    const { port } = deadEnd.address() as AddressInfo;
    const warnings: string[] = [];
    const counter = await open(`redis://127.0.0.1:${port}/0`, {
      ...silentLogger,
      warn: (message) => void warnings.push(message),
    });
    expect(await counter.add("critical", 1, "a", 60)).toBe(1);
    expect(await counter.add("critical", 1, "a", 60)).toBe(2);
    expect(warnings).toEqual([expect.stringContaining("each node on its own")]);
    deadEnd.close();
  });
});
