import { describe, expect, test } from "bun:test";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { startSecondNode } from "../support/second-node.ts";
import { testRedisPrefixUrl } from "../support/test-redis.ts";
import { HELLO, useRelayStages } from "./relay-stage.ts";
import type { RelayStage } from "./relay-stage.ts";

const stages = useRelayStages();
const CALLS = 60;

/** All at once, taking turns between the gateways. */
function callAll(stage: RelayStage, urls: readonly string[]): Promise<number[]> {
  return Promise.all(
    Array.from({ length: CALLS }, async (_, index) => {
      const answer = await fetch(`${urls[index % urls.length]}/v1/chat/completions`, {
        method: "POST",
        headers: { authorization: `Bearer ${stage.apiKey}`, "content-type": "application/json" },
        body: JSON.stringify({ model: "flat", messages: HELLO }),
      });
      await answer.arrayBuffer();
      return answer.status;
    }),
  );
}

const countOf = (statuses: readonly number[], wanted: number) =>
  statuses.filter((status) => status === wanted).length;

describe("two nodes that share Redis", () => {
  test.each([
    ["rpm", "UserCallLimits"],
    ["concurrency", "TokenCallLimits"],
    ["rpm", "ChannelCallLimits"],
  ])(
    "let exactly 20 of 60 calls through where %s of %s is 20",
    async (field, option) => {
      const stage = await stages.create({
        engine: "postgres",
        config: { redisUrl: testRedisPrefixUrl() },
        options: { [option]: JSON.stringify({ "*": { [field]: 20 } }) },
      });
      await using second = await startSecondNode(stage.app);
      stage.upstream.setDefault({ latencyMs: 1500 });
      const statuses = await callAll(stage, [stage.url, second.listen().url]);
      expect([countOf(statuses, 200), countOf(statuses, 429)]).toEqual([20, 40]);
      expect(stage.upstream.requestCount).toBe(20);
      await second.parts.ledger.idle();
      expect(await stage.spending()).toMatchObject({ charges: 20, held: 0 });
    },
    30_000,
  );
});

describe("a node whose Redis is away", () => {
  const start = async (policy: "count" | "refuse") => {
    const deadEnd = createServer((socket) => socket.destroy());
    await new Promise<void>((resolve) => deadEnd.listen(0, "127.0.0.1", resolve));
    // A listening server's address is never a pipe's name here.
    const { port } = deadEnd.address() as AddressInfo;
    const stage = await stages.create({
      engine: "postgres",
      config: { redisUrl: `redis://127.0.0.1:${port}/0` },
      options: { UserCallLimits: JSON.stringify({ "*": { rpm: 20 } }), CallLimitsWithoutRedis: policy },
    });
    return { stage, close: () => deadEnd.close() };
  };

  test("counts for itself", async () => {
    const { stage, close } = await start("count");
    expect(countOf(await callAll(stage, [stage.url]), 200)).toBe(20);
    close();
  });

  test("refuses calls that have a limit where the operator wants that", async () => {
    const { stage, close } = await start("refuse");
    const refused = await stage.chat();
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "5"]);
    expect(await refused.json()).toMatchObject({ error: { code: "limit_uncounted" } });
    expect(stage.upstream.requestCount).toBe(0);
    await stage.app.parts.options.set("UserCallLimits", "{}");
    expect((await stage.chat()).status).toBe(200);
    close();
  });
});
