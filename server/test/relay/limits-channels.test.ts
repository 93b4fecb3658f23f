import { describe, expect, test } from "bun:test";
import { useRelayStages } from "./relay-stage.ts";
import type { RelayStage } from "./relay-stage.ts";

const stages = useRelayStages();
const keysTried = (stage: RelayStage) => stage.upstream.requests.map(({ key }) => key);

async function statusesOf(stage: RelayStage, count: number, body: object = {}): Promise<number[]> {
  const statuses: number[] = [];
  for (let call = 0; call < count; call++) {
    const answer = await stage.chat(body);
    await answer.arrayBuffer();
    statuses.push(answer.status);
  }
  return statuses;
}

describe("a channel at its limit", () => {
  test("is passed over for one of a lower tier, though nothing may be retried", async () => {
    const setting = JSON.stringify({ rpm: 2 });
    const stage = await stages.create({
      engine: "sqlite",
      channel: { key: "sk-limited", priority: 10, setting },
    });
    await stage.addChannel({ key: "sk-other" });
    expect(await statusesOf(stage, 4)).toEqual([200, 200, 200, 200]);
    expect(keysTried(stage)).toEqual(["sk-limited", "sk-limited", "sk-other", "sk-other"]);
    expect((await stage.logs()).at(-1)?.other.admin_info).toMatchObject({ attempts: [{}] });
    // No failure has been learnt of it.
    stage.app.clock.advance(120_000);
    await statusesOf(stage, 1);
    expect(keysTried(stage).at(-1)).toBe("sk-limited");
  });

  test("of which there is no other is a refusal that tells when to come again", async () => {
    const stage = await stages.create({
      engine: "sqlite",
      options: { ChannelCallLimits: JSON.stringify({ "*": { rpm: 1 } }) },
      channel: { key: "sk-a\nsk-b\nsk-c", setting: JSON.stringify({ multi_key_mode: "polling" }) },
    });
    expect(await statusesOf(stage, 1)).toEqual([200]);
    const refused = await stage.chat();
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "120"]);
    expect(await refused.json()).toMatchObject({
      error: {
        code: "rate_limit_exceeded",
        message: expect.stringContaining("Every channel of the model chat is at its limit"),
      },
    });
    expect(stage.upstream.requestCount).toBe(1);
    expect(await stage.spending()).toMatchObject({ charges: 1, held: 0 });
  });

  test("gets back the tokens and the place of an attempt that failed, and the next channel is charged", async () => {
    const setting = JSON.stringify({ tpm: 100, concurrency: 1 });
    const stage = await stages.create({
      engine: "sqlite",
      options: { RetryTimes: "1" },
      channel: { key: "sk-limited", priority: 10, setting },
    });
    await stage.addChannel({ key: "sk-other" });
    stage.upstream.enqueue({ status: 400, error: { message: "rate", code: "x" } });
    // A failure that is the request's own fault ends it.
    expect(await statusesOf(stage, 1, { max_tokens: 80 })).toEqual([400]);
    expect(await statusesOf(stage, 2, { max_tokens: 60, stream: true })).toEqual([200, 200]);
    expect(keysTried(stage)).toEqual(["sk-limited", "sk-limited", "sk-limited"]);
    // Thirty and thirty are used, ninety more do not fit.
    expect(await statusesOf(stage, 1, { max_tokens: 82 })).toEqual([200]);
    expect(keysTried(stage).at(-1)).toBe("sk-other");
  });

  test("is free again as soon as an attempt at it has failed, though the call goes on elsewhere", async () => {
    const stage = await stages.create({
      engine: "sqlite",
      options: { RetryTimes: "1", ChannelCallLimits: JSON.stringify({ "*": { concurrency: 1 } }) },
      channel: { key: "sk-first", priority: 10 },
    });
    await stage.addChannel({ key: "sk-second" });
    expect(await statusesOf(stage, 1)).toEqual([200]);
    stage.upstream.enqueue({ status: 500 }, { fault: "hang-mid-stream" });
    const leaving = new AbortController();
    await stage.chat({ stream: true }, { signal: leaving.signal });
    expect(await statusesOf(stage, 1)).toEqual([200]);
    expect(keysTried(stage)).toEqual(["sk-first", "sk-first", "sk-second", "sk-first"]);
    leaving.abort();
    await stage.waitForLogs(3);
  });
});
