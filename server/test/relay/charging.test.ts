import { describe, expect, test } from "bun:test";
import { LogType } from "@tollgate/contract/statuses";
import { ENGINES } from "../support/test-app.ts";
import { FLAT_QUOTA, HELLO, STAGE_MODELS, useRelayStages } from "./relay-stage.ts";
import type { RelayStage } from "./relay-stage.ts";

const NOTHING = { user: 0, token: 0, charges: 0, held: 0 };

describe.each(ENGINES)("charging on %s", (engine) => {
  const stages = useRelayStages();

  /** What one call costs the user, and that the token pays the same. */
  const costOf = async (stage: RelayStage, call: () => Promise<Response>): Promise<number> => {
    const before = await stage.spending();
    const answer = await call();
    expect(answer.status).toBe(200);
    await answer.text();
    const after = await stage.spending();
    expect(after.token - before.token).toBe(after.user - before.user);
    expect(after).toMatchObject({ charges: before.charges + 1, held: 0 });
    return after.user - before.user;
  };

  test("a charge is the figures of the upstream's usage times the ratios, rounded once", async () => {
    const stage = await stages.create({ engine });
    const chat = (usage: object, body: object = {}) => {
      stage.upstream.enqueue(usage);
      return costOf(stage, () => stage.chat(body));
    };
    const embed = (promptTokens: number) => {
      stage.upstream.enqueue({ promptTokens });
      return costOf(stage, () => stage.post("/v1/embeddings", { model: "embed", input: "x" }));
    };
    // 1,000 × 2 + 300 × 2 × 3
    expect(await chat({ promptTokens: 1000, completionTokens: 300 })).toBe(3800);
    // 600 × 2 + 400 × 2 × 0.25 + 300 × 2 × 3
    expect(await chat({ promptTokens: 1000, cachedTokens: 400, completionTokens: 300 })).toBe(3200);
    // Reasoning is part of the completion: 10 × 2 + 300 × 2 × 3
    expect(await chat({ completionTokens: 300, reasoningTokens: 250 })).toBe(1820);
    // The same when it streams, and when the usage comes with the finishing chunk.
    expect(await chat({ promptTokens: 1000, cachedTokens: 400 }, { stream: true })).toBe(1520);
    expect(await chat({ promptTokens: 7, usagePlacement: "finish-chunk" }, { stream: true })).toBe(134);
    // 3 × 0.5 = 1.5, and 1 × 0.5 = 0.5: half away from zero.
    expect(await embed(3)).toBe(2);
    expect(await embed(1)).toBe(1);
    // Zeros are no report: what was read is counted here, one token.
    expect(await embed(0)).toBe(1);
    // By the call, whatever was used.
    stage.upstream.enqueue({ promptTokens: 99_999 });
    expect(await costOf(stage, () => stage.chat({ model: "flat" }))).toBe(FLAT_QUOTA);
    expect(await costOf(stage, () => stage.chat({ model: "flat", stream: true }))).toBe(FLAT_QUOTA);
  });

  test("a group's ratio multiplies the price: the token's group before the user's", async () => {
    const stage = await stages.create({
      engine,
      options: { GroupGroupRatio: JSON.stringify({ svip: { vip: 0.1 } }) },
      user: { group: "vip" },
      channel: { group: ["default", "vip"] },
    });
    expect(await costOf(stage, () => stage.chat())).toBe(70);
    expect(await costOf(stage, () => stage.chat({ model: "flat" }))).toBe(FLAT_QUOTA / 2);
    expect((await stage.logs()).map((row) => [row.group, row.other.group_ratio])).toEqual([
      ["vip", 0.5],
      ["vip", 0.5],
    ]);
    const { apiKey } = await stage.addToken({ group: "default" });
    const before = (await stage.spending()).user;
    await stage.chat({}, { headers: { authorization: `Bearer ${apiKey}` } });
    expect((await stage.spending()).user - before).toBe(140);
  });

  test("a log row tells the call, the price and the usage that explain its charge", async () => {
    const stage = await stages.create({ engine, token: { name: "my key" }, user: { username: "ada" } });
    stage.upstream.enqueue({
      promptTokens: 1000,
      cachedTokens: 400,
      completionTokens: 300,
      reasoningTokens: 50,
    });
    const answer = await stage.chat({ max_tokens: 700, reasoning_effort: "low" });
    const [row, ...more] = await stage.logs();
    expect(more).toEqual([]);
    expect(row).toMatchObject({
      type: LogType.consume,
      created_at: stage.app.clock.nowMs() / 1000,
      user_id: stage.userId,
      username: "ada",
      channel_id: stage.channelId,
      token_id: stage.tokenId,
      token_name: "my key",
      model_name: "chat",
      group: "default",
      is_stream: 0,
      use_time: 0,
      prompt_tokens: 1000,
      completion_tokens: 300,
      quota: 3200,
      content: "模型倍率 2.00，补全倍率 3.00，分组倍率 1.00",
      ip: "127.0.0.1",
      request_id: answer.headers.get("x-request-id"),
    });
    expect(row?.other).toEqual({
      model_ratio: 2,
      completion_ratio: 3,
      cache_ratio: 0.25,
      model_price: -1,
      group_ratio: 1,
      cache_tokens: 400,
      reasoning_effort: "low",
      request_path: "/v1/chat/completions",
      stream_status: { end_reason: "done" },
      rate_version: expect.stringMatching(/^[0-9a-f]{32}$/),
      upstream_usage: expect.objectContaining({ prompt_tokens: 1000, completion_tokens: 300 }),
      usage: expect.objectContaining({
        source: "upstream",
        input: { uncached: 600, cacheRead: 400 },
        output: { text: 250, reasoning: 50 },
      }),
      // 500 tokens at the least × 2 + 700 × 2 × 3.
      pre_consumed_quota: 5200,
      actual_quota: 3200,
      admin_info: {
        use_channel: [stage.channelId],
        attempts: [{ channel_id: stage.channelId, duration_ms: expect.any(Number) }],
      },
    });
    const { used_quota } = await stage.app.parts.database.kysely
      .selectFrom("channels")
      .select("used_quota")
      .where("id", "=", stage.channelId)
      .executeTakeFirstOrThrow();
    expect(used_quota).toBe(3200);
  });

  test("a stream's row tells when its first token came; a row by the call tells the price in dollars", async () => {
    const stage = await stages.create({ engine });
    await (await stage.chat({ model: "flat", stream: true })).text();
    const [row] = await stage.logs();
    expect(row).toMatchObject({ is_stream: 1, content: "模型价格 0.002，分组倍率 1.00" });
    expect(row?.other).toMatchObject({
      model_price: 0.002,
      frt: expect.any(Number),
      actual_quota: FLAT_QUOTA,
    });
    expect(row?.other).not.toHaveProperty("model_ratio");
  });

  test("an unlimited token spends what it does not have, and its use is counted", async () => {
    const stage = await stages.create({ engine, token: { remainQuota: 0, unlimited_quota: true } });
    await stage.chat();
    expect(await stage.spending()).toEqual({ user: 140, token: 140, charges: 1, held: 0 });
  });

  test("without a usage from the upstream, prompt and answer are counted here and marked", async () => {
    const stage = await stages.create({ engine });
    stage.upstream.setDefault({ usage: "never", content: ["12345 ", "67890"] });
    // "Hello" with its framing counts 9 tokens, the answer 8: 9 × 2 + 8 × 2 × 3.
    expect(await costOf(stage, () => stage.chat())).toBe(66);
    expect(await costOf(stage, () => stage.chat({ stream: true }))).toBe(66);
    const calls = [{ name: "f", argumentsJson: "1234567" }];
    stage.upstream.setDefault({ usage: "never", toolCalls: calls, reasoningContent: "123", refusal: "45" });
    // Everything the model wrote is counted, however it is sent: 9 tokens.
    expect(await costOf(stage, () => stage.chat())).toBe(72);
    expect(await costOf(stage, () => stage.chat({ stream: true }))).toBe(72);
    for (const { other } of await stage.logs())
      expect(other).toMatchObject({ usage: { source: "counted" }, admin_info: { local_count_tokens: true } });
  });

  test("a usage that no call can have is not believed", async () => {
    const stage = await stages.create({ engine });
    stage.upstream.setDefault({ promptTokens: 1e18, completionTokens: 1e300, content: "12345 67890" });
    expect(await costOf(stage, () => stage.chat())).toBe(66);
    expect(await costOf(stage, () => stage.chat({ stream: true }))).toBe(66);
  });

  test("with LogConsumeEnabled off a call is charged and leaves no row", async () => {
    const stage = await stages.create({ engine, options: { LogConsumeEnabled: "false" } });
    expect(await costOf(stage, () => stage.chat())).toBe(140);
    expect(await stage.logs()).toEqual([]);
  });

  test("a true cost above the estimate is posted in full, and the next call is refused", async () => {
    const stage = await stages.create({ engine, user: { quota: 1500 } });
    stage.upstream.setDefault({ promptTokens: 10, completionTokens: 400 });
    // Held were 500 × 2; used are 10 × 2 + 400 × 2 × 3.
    expect(await costOf(stage, () => stage.chat())).toBe(2420);
    const refused = await stage.chat();
    expect(refused.status).toBe(403);
    expect(await refused.json()).toMatchObject({
      error: {
        code: "insufficient_user_quota",
        message: expect.stringContaining("-$0.0018 is available, this call needs $0.002"),
      },
    });
    expect(stage.upstream.requestCount).toBe(1);
  });

  test("a model without channel or price is refused by name, and nothing is held or sent", async () => {
    const stage = await stages.create({ engine, channel: { models: [...STAGE_MODELS, "unpriced"] } });
    const nowhere = await stage.chat({ model: "nowhere" });
    expect(nowhere.status).toBe(503);
    expect(await nowhere.json()).toMatchObject({
      error: { code: "model_not_found", message: expect.stringContaining("nowhere") },
    });
    const unpriced = await stage.chat({ model: "unpriced" });
    expect(unpriced.status).toBe(400);
    expect(await unpriced.json()).toMatchObject({
      error: { code: "model_no_price", message: expect.stringContaining("unpriced") },
    });
    expect(await stage.spending()).toEqual(NOTHING);
    expect(await stage.logs()).toEqual([]);
    expect(stage.upstream.requestCount).toBe(0);
  });

  test("a mapped model keeps the name and price that were asked, and the row names the upstream's", async () => {
    const mapping = JSON.stringify({ chat: "step", step: "vendor-chat" });
    const stage = await stages.create({ engine, channel: { model_mapping: mapping } });
    for (const stream of [false, true]) expect(await costOf(stage, () => stage.chat({ stream }))).toBe(140);
    expect(stage.upstream.requests.map(({ model }) => model)).toEqual(["vendor-chat", "vendor-chat"]);
    for (const row of await stage.logs()) {
      expect(row.model_name).toBe("chat");
      expect(row.other).toMatchObject({ is_model_mapped: true, upstream_model_name: "vendor-chat" });
    }
  });

  test("one request body reaches the upstream as it was written, but for the mapped model", async () => {
    const stage = await stages.create({ engine, channel: { model_mapping: '{"chat":"other"}' } });
    const written =
      '{ "messages":[{"role":"user","content":"\\u00e9 1.0"}],\n "model" : "chat", "seed": 1.50e3 }';
    await stage.post("/v1/chat/completions", written);
    expect(stage.upstream.requests[0]?.body.toString()).toBe(written.replace('"chat"', '"other"'));
    expect(stage.upstream.requests[0]?.json).toMatchObject({ model: "other", seed: 1500 });
    expect(HELLO).toHaveLength(1);
  });
});
