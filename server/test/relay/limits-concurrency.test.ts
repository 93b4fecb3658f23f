import { describe, expect, test } from "bun:test";
import { HELLO, useRelayStages } from "./relay-stage.ts";
import type { RelayStage } from "./relay-stage.ts";

const stages = useRelayStages();
const two = { UserCallLimits: JSON.stringify({ "*": { concurrency: 2 } }) };
const STREAM = { stream: true };

async function statusOf(call: Promise<Response>): Promise<number> {
  const answer = await call;
  await answer.arrayBuffer();
  return answer.status;
}

/** Calls at once that are never answered, and are left as soon as all have reached the upstream. */
async function abortAll(stage: RelayStage, count: number, body: object): Promise<void> {
  const before = stage.upstream.requestCount;
  const leaving = new AbortController();
  const calls = Array.from({ length: count }, () =>
    stage.chat(body, { signal: leaving.signal }).then(
      (answer) => answer.arrayBuffer().catch(() => undefined),
      () => undefined,
    ),
  );
  await stage.upstream.waitForRequest(before + count - 1);
  leaving.abort();
  await Promise.all(calls);
  await Promise.all(
    Array.from({ length: count }, (_, index) => stage.upstream.waitForClientClose(before + index)),
  );
}

/** Every call has left, with what it had taken. */
async function allHaveLeft(stage: RelayStage): Promise<void> {
  for (let turn = 0; turn < 500 && (await stage.spending()).held > 0; turn++)
    await new Promise((resolve) => setImmediate(resolve));
}

describe("calls at a time", () => {
  test("beyond the limit are refused, and let through when one has ended", async () => {
    const stage = await stages.create({ engine: "sqlite", options: two });
    stage.upstream.setDefault({ fault: "hang-mid-stream" });
    const leaving = [new AbortController(), new AbortController()];
    const running = leaving.map(({ signal }) => stage.chat(STREAM, { signal }));
    await Promise.all(running);
    const refused = await stage.chat(STREAM);
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "1"]);
    expect(await refused.json()).toMatchObject({
      error: { code: "rate_limit_exceeded", message: expect.stringContaining("the limit is 2") },
    });
    expect(stage.upstream.requestCount).toBe(2);

    leaving[0]?.abort();
    await stage.waitForLogs(1);
    stage.upstream.setDefault({});
    expect(await statusOf(stage.chat(STREAM))).toBe(200);
    expect(await statusOf(stage.chat())).toBe(200);
    leaving[1]?.abort();
    await stage.waitForLogs(4);
  });

  test("end with an error, with a refused hold, with a whole answer and with a stream", async () => {
    const stage = await stages.create({ engine: "sqlite", options: two });
    const poor = await stage.addToken({ remainQuota: 0 });
    const headers = { authorization: `Bearer ${poor.apiKey}` };
    for (let round = 0; round < 3; round++) {
      stage.upstream.enqueue({ status: 500 }, { fault: "reset-mid-body" });
      expect(await statusOf(stage.chat())).toBe(500);
      expect(await statusOf(stage.chat(STREAM))).toBe(200);
      expect(await statusOf(stage.chat({}, { headers }))).toBeOneOf([401, 403]);
      expect(await statusOf(stage.chat())).toBe(200);
      expect(await statusOf(stage.chat(STREAM))).toBe(200);
    }
    const atOnce = await Promise.all([stage.chat(), stage.chat()].map(statusOf));
    expect(atOnce).toEqual([200, 200]);
  });

  test("leave nothing behind when a thousand are aborted", async () => {
    const PLACES = 100;
    const stage = await stages.create({
      engine: "sqlite",
      options: {
        UserCallLimits: JSON.stringify({ "*": { concurrency: PLACES, tpm: 100_000 } }),
        ChannelCallLimits: JSON.stringify({ "*": { concurrency: PLACES } }),
      },
    });
    for (let round = 0; round < 1000 / PLACES; round++) {
      stage.upstream.setDefault({ fault: round % 2 === 0 ? "hang" : "hang-mid-stream" });
      await abortAll(stage, PLACES, { stream: round % 4 < 2, messages: HELLO, max_tokens: 600 });
      await allHaveLeft(stage);
    }
    stage.upstream.setDefault({ latencyMs: 1500 });
    const answers = await Promise.all(
      Array.from({ length: PLACES + 1 }, () => statusOf(stage.chat({ max_tokens: 1 }))),
    );
    expect(answers.filter((status) => status === 200)).toHaveLength(PLACES);
    expect(answers.filter((status) => status === 429)).toHaveLength(1);
    expect((await stage.spending()).held).toBe(0);
  }, 60_000);
});
