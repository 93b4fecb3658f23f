import Anthropic from "@anthropic-ai/sdk";
import { ApiError, GoogleGenAI } from "@google/genai";
import { describe, expect, test } from "bun:test";
import OpenAI from "openai";
import { FLAT_QUOTA, HELLO, useRelayStages } from "./relay-stage.ts";
import type { RelayStage, StageOptions } from "./relay-stage.ts";

const stages = useRelayStages();
const limited = (options: StageOptions["options"], more: Partial<StageOptions> = {}) =>
  stages.create({ engine: "sqlite", ...more, options: { ...options } });
const texts = (limits: object) => JSON.stringify(limits);

/** Calls one after the other; answers their statuses. */
async function statusesOf(stage: RelayStage, count: number, body: object = {}): Promise<number[]> {
  const statuses: number[] = [];
  for (let call = 0; call < count; call++) {
    const answer = await stage.chat(body);
    await answer.arrayBuffer();
    statuses.push(answer.status);
  }
  return statuses;
}

describe("requests per minute", () => {
  test("beyond the limit are refused until the time that is told, and hold nothing", async () => {
    const stage = await limited({ UserCallLimits: texts({ "*": { rpm: 3 } }) });
    expect(await statusesOf(stage, 3)).toEqual([200, 200, 200]);
    stage.app.clock.advance(12_500);
    const refused = await stage.chat();
    expect(refused.status).toBe(429);
    // The minute's other 47.5 seconds, and a third of the next, in which the three fade out.
    expect(refused.headers.get("retry-after")).toBe("68");
    expect(Object.fromEntries(refused.headers)).toMatchObject({
      "x-ratelimit-limit-requests": "3",
      "x-ratelimit-remaining-requests": "0",
      "x-ratelimit-reset-requests": "1m47.5s",
    });
    expect(await refused.json()).toEqual({
      error: {
        message: expect.stringMatching(/^Rate limit reached on requests \(user\): 3 in 1 min, used 3\. /),
        type: "requests",
        param: null,
        code: "rate_limit_exceeded",
      },
    });
    expect(stage.upstream.requestCount).toBe(3);
    expect(await stage.spending()).toMatchObject({ charges: 3, held: 0 });
    stage.app.clock.advance(67_000);
    expect(await statusesOf(stage, 1)).toEqual([429]);
    stage.app.clock.advance(1000);
    expect(await statusesOf(stage, 2)).toEqual([200, 429]);
  });

  test("are told with every answer, and with none where nothing is limited", async () => {
    const stage = await limited({ TokenCallLimits: texts({ "*": { rpm: 5 } }) });
    const answer = await stage.chat({ stream: true });
    await answer.text();
    expect(answer.headers.get("x-ratelimit-remaining-requests")).toBe("4");
    await stage.app.parts.options.set("TokenCallLimits", "{}");
    const free = await stage.chat();
    expect([...free.headers.keys()].filter((name) => name.startsWith("x-ratelimit"))).toEqual([]);
  });

  test.each([
    { UserCallLimits: { "group:default": { rpm: 1 } } },
    { TokenCallLimits: { "group:default": { rpm: 1 } } },
    { GroupCallLimits: { default: { rpm: 1 } } },
    { ModelCallLimits: { "ch*": { rpm: 1 } } },
    { UserCallLimits: { "*": { rpd: 1 } } },
    { ChannelCallLimits: { "*": { rpm: 1 } } },
  ])("of %o let one call through", async (options) => {
    const stage = await limited(
      Object.fromEntries(Object.entries(options).map(([key, limits]) => [key, texts(limits)])),
    );
    expect(await statusesOf(stage, 2)).toEqual([200, 429]);
    // Who is limited is counted apart from the others.
    const { apiKey } = await stage.addToken();
    const isOthers = "UserCallLimits" in options || "TokenCallLimits" in options;
    const other = await stage.chat(
      { model: isOthers ? "flat" : "chat" },
      {
        headers: { authorization: `Bearer ${apiKey}` },
      },
    );
    await other.arrayBuffer();
    expect(other.status).toBe("TokenCallLimits" in options ? 200 : 429);
  });
});

describe("the request limits of this product family", () => {
  test("count successes apart from all calls", async () => {
    const stage = await limited({
      ModelRequestRateLimitEnabled: "true",
      ModelRequestRateLimitCount: "4",
      ModelRequestRateLimitSuccessCount: "2",
      ModelRequestRateLimitGroup: texts({ vip: [1, 1] }),
    });
    stage.upstream.enqueue({ status: 500 }, { status: 500 });
    expect(await statusesOf(stage, 2)).toEqual([500, 500]);
    expect(await statusesOf(stage, 3)).toEqual([200, 200, 429]);
  });
});

describe("tokens per minute", () => {
  test("count the estimate while a call runs, and its true use when it has ended", async () => {
    const stage = await limited({ UserCallLimits: texts({ "*": { tpm: 100 } }) });
    const body = { max_tokens: 60 };
    // Some eight tokens of prompt and sixty of answer are claimed, thirty are used.
    expect(await statusesOf(stage, 3, body)).toEqual([200, 200, 429]);
    const answer = await stage.chat({ max_tokens: 20, stream: true });
    await answer.text();
    expect(answer.status).toBe(200);
    expect(await statusesOf(stage, 1, { max_tokens: 2 })).toEqual([429]);
    const refused = await stage.chat(body);
    expect(await refused.json()).toMatchObject({ error: { type: "tokens", code: "rate_limit_exceeded" } });
    expect(refused.headers.get("x-ratelimit-remaining-tokens")).toBe("10");
  });

  test("of a call that failed are free again", async () => {
    const stage = await limited({ UserCallLimits: texts({ "*": { tpm: 100 } }) });
    stage.upstream.setDefault({ status: 500 });
    expect(await statusesOf(stage, 4, { max_tokens: 80 })).toEqual([500, 500, 500, 500]);
  });

  test("that are more than the limit by estimate go when nothing else does", async () => {
    const stage = await limited({ UserCallLimits: texts({ "*": { tpm: 35 } }) });
    expect(await statusesOf(stage, 2, { max_tokens: 4000 })).toEqual([200, 429]);
  });
});

describe("the day's quota", () => {
  test("is spent by what calls cost", async () => {
    const stage = await limited({ UserCallLimits: texts({ "*": { quota_per_day: 2 * FLAT_QUOTA } }) });
    stage.upstream.enqueue({ status: 500 });
    expect(await statusesOf(stage, 4, { model: "flat" })).toEqual([500, 200, 200, 429]);
    const refused = await stage.chat({ model: "flat" });
    // The clock stands at noon.
    expect(refused.headers.get("retry-after")).toBe(String(12 * 3600));
    stage.app.clock.advance(12 * 3_600_000);
    expect(await statusesOf(stage, 1, { model: "flat" })).toEqual([200]);
  });
});

describe("a refusal", () => {
  const start = async () => {
    const stage = await limited({ ModelCallLimits: texts({ "*": { rpm: 1 } }) });
    expect(await statusesOf(stage, 1)).toEqual([200]);
    return stage;
  };
  const failureOf = (call: Promise<unknown>): Promise<unknown> =>
    call.then(
      () => undefined,
      (error: unknown) => error,
    );

  test("is a RateLimitError of OpenAI's SDK, in both its dialects", async () => {
    const stage = await start();
    const client = new OpenAI({ baseURL: `${stage.url}/v1`, apiKey: stage.apiKey, maxRetries: 0 });
    for (const call of [
      client.chat.completions.create({ model: "chat", messages: HELLO }),
      client.responses.create({ model: "chat", input: "Hello" }),
    ])
      expect(await failureOf(call)).toBeInstanceOf(OpenAI.RateLimitError);
  });

  test("is a RateLimitError of Anthropic's SDK", async () => {
    const stage = await start();
    const client = new Anthropic({ baseURL: stage.url, apiKey: stage.apiKey, maxRetries: 0 });
    const error = await failureOf(client.messages.create({ model: "chat", max_tokens: 9, messages: HELLO }));
    expect(error).toBeInstanceOf(Anthropic.RateLimitError);
    expect(error).toMatchObject({ error: { error: { type: "rate_limit_error" } } });
  });

  test("is an exhausted resource for Google's SDK", async () => {
    const stage = await start();
    const client = new GoogleGenAI({ apiKey: stage.apiKey, httpOptions: { baseUrl: stage.url } });
    const error = await failureOf(client.models.generateContent({ model: "chat", contents: "Hello" }));
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status: 429, message: expect.stringContaining("RESOURCE_EXHAUSTED") });
  });

  test("is told in Chinese to who asks for it", async () => {
    const stage = await start();
    const refused = await stage.chat({}, { headers: { "accept-language": "zh-CN" } });
    expect(await refused.json()).toMatchObject({
      error: { message: expect.stringContaining("请求数已达上限（model）：每 1 分钟 1 次") },
    });
  });
});
