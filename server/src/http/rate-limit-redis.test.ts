import { afterEach, describe, expect, test } from "bun:test";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { testRedisUrl } from "../../test/support/test-redis.ts";
import { silentLogger } from "../lib/logger.ts";
import type { Logger } from "../lib/logger.ts";
import { createRedisRateCounter } from "./rate-limit-redis.ts";
import type { RedisRateCounter } from "./rate-limit-redis.ts";

const opened: RedisRateCounter[] = [];
afterEach(() => {
  for (const counter of opened.splice(0)) counter.close();
});

function open(url: string, logger: Logger = silentLogger): RedisRateCounter {
  const counter = createRedisRateCounter(url, logger);
  opened.push(counter);
  return counter;
}

/** Counts in turn until each counter sees the other's calls: from then on both are connected. */
async function addUntilShared(counter: RedisRateCounter, other: RedisRateCounter, subject: string) {
  const deadlineMs = performance.now() + 4000;
  for (let calls = 1; performance.now() < deadlineMs; calls++) {
    const seen = await counter.add("general", 1, subject, 60);
    const seenByOther = await other.add("general", 1, subject, 60);
    if (seenByOther > seen && seenByOther > calls) return seenByOther;
    await new Promise((resolve) => setImmediate(resolve));
  }
  throw new Error("the counters never met");
}

describe("rate windows in Redis", () => {
  test("two nodes share a window", async () => {
    const subject = crypto.randomUUID();
    const [first, second] = [open(testRedisUrl()), open(testRedisUrl())];
    const seen = await addUntilShared(first, second, subject);
    expect(await first.add("general", 1, subject, 60)).toBe(seen + 1);
  });

  test("without Redis calls are still counted, and the operator is told once", async () => {
    const deadEnd = createServer((socket) => socket.destroy());
    await new Promise<void>((resolve) => deadEnd.listen(0, "127.0.0.1", resolve));
    // A listening server's address is never a pipe's name here.
    const { port } = deadEnd.address() as AddressInfo;
    const warned = Promise.withResolvers<string>();
    let warnings = 0;
    const counter = open(`redis://127.0.0.1:${port}/0`, {
      ...silentLogger,
      warn: (message) => {
        warnings++;
        warned.resolve(message);
      },
    });
    expect(await warned.promise).toContain("each node on its own");
    expect(await counter.add("critical", 1, "a", 60)).toBe(1);
    expect(await counter.add("critical", 1, "a", 60)).toBe(2);
    expect(warnings).toBe(1);
    deadEnd.close();
  });
});
