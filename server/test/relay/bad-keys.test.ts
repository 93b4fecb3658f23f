import { describe, expect, test } from "bun:test";
import { TokenStatus } from "@tollgate/contract/statuses";
import { expectRefusal } from "./expect-refusal.ts";
import type { Refusal } from "./expect-refusal.ts";
import { HELLO, useRelayStages } from "./relay-stage.ts";
import type { RelayStage } from "./relay-stage.ts";

const stages = useRelayStages();
const CHAT = { model: "chat", messages: HELLO };

describe("a key", () => {
  test("that is missing, malformed or unknown is refused as such", async () => {
    const stage = await stages.create({ engine: "sqlite" });
    const missing = { status: 401, code: "invalid_api_key", message: "didn't provide an API key" };
    const unknown = { status: 401, code: "invalid_api_key", message: "Incorrect API key" };
    const keys: [string, Refusal][] = [
      ["", missing],
      ["Bearer", missing],
      ["Bearer sk-", missing],
      ["Bearer sk-nobody", unknown],
      ["Basic dXNlcjpwYXNz", unknown],
      ["Bearer undefined", unknown],
      [`Bearer sk-${"x".repeat(5000)}`, unknown],
      [`Bearer ${stage.apiKey.toUpperCase()}`, unknown],
      [`Bearer ${stage.apiKey.slice(0, -1)}`, unknown],
    ];
    for (const [authorization, refusal] of keys)
      await expectRefusal(
        stage,
        await stage.chat({}, { headers: { authorization } }),
        refusal,
        authorization,
      );
  });

  test("is read from wherever a client of any dialect puts it", async () => {
    const stage = await stages.create({ engine: "sqlite" });
    const key = stage.apiKey;
    for (const headers of [{ "x-api-key": key }, { "api-key": key }, { "x-goog-api-key": key }]) {
      const answer = await stage.chat({}, { headers: { authorization: "", ...headers } });
      expect(answer.status).toBe(200);
    }
    const inQuery = await stage.post(`/v1/chat/completions?key=${key}`, CHAT, {
      headers: { authorization: "" },
    });
    expect(inQuery.status).toBe(200);
  });

  test("whose token or user may not call is refused with the rule", async () => {
    const stage = await stages.create({ engine: "sqlite" });
    const { tokens, users, clock } = stage.app.parts;
    const nowSeconds = clock.nowMs() / 1000;
    const rules: [Parameters<typeof stage.addToken>[0], Refusal][] = [
      [{ status: TokenStatus.disabled }, { status: 401, code: "key_disabled" }],
      [{ status: TokenStatus.expired }, { status: 401, code: "key_expired" }],
      [{ expired_time: nowSeconds - 1 }, { status: 401, code: "key_expired" }],
      [{ expired_time: nowSeconds }, { status: 401, code: "key_expired" }],
      [{ status: TokenStatus.exhausted }, { status: 401, code: "key_exhausted" }],
      [
        { remainQuota: 0 },
        { status: 403, code: "pre_consume_token_quota_failed", message: ": $0.00 is left" },
      ],
      [
        { remainQuota: 999 },
        { status: 403, code: "pre_consume_token_quota_failed", message: "needs $0.002" },
      ],
      [{ allow_ips: ["10.0.0.0/8"] }, { status: 403, code: "key_ip_refused", message: "127.0.0.1" }],
      [
        { model_limits_enabled: true, model_limits: ["embed"] },
        { status: 403, code: "key_model_refused", message: "model chat" },
      ],
      [{ group: "svip" }, { status: 403, code: "group_refused", message: "svip" }],
    ];
    for (const [facts, refusal] of rules) {
      const { apiKey } = await stage.addToken(facts);
      const answer = await stage.chat({}, { headers: { authorization: `Bearer ${apiKey}` } });
      await expectRefusal(stage, answer, refusal, JSON.stringify(facts));
    }
    await tokens.remove(stage.userId, [(await stage.addToken()).id], nowSeconds);
    const removed = await stage.addToken();
    await tokens.remove(stage.userId, [removed.id], nowSeconds);
    const answer = await stage.chat({}, { headers: { authorization: `Bearer ${removed.apiKey}` } });
    await expectRefusal(stage, answer, { status: 401, code: "invalid_api_key" });
    await users.update(stage.userId, { status: 2 });
    await expectRefusal(stage, await stage.chat(), { status: 403, code: "user_banned" });
  });

  test("that is disabled is refused from the next call on", async () => {
    const stage = await stages.create({ engine: "sqlite" });
    expect((await stage.chat()).status).toBe(200);
    await stage.app.parts.tokens.update(stage.userId, stage.tokenId, { status: TokenStatus.disabled });
    expect((await stage.chat()).status).toBe(401);
  });

  test("bound to addresses follows what trusted proxies say, and nobody else", async () => {
    const token = { allow_ips: ["10.0.0.0/8"] };
    const headers = { "x-forwarded-for": "10.1.2.3" };
    const behindProxy = await stages.create({
      engine: "sqlite",
      token,
      config: { trustedProxies: ["127.0.0.1/32"] },
    });
    expect((await behindProxy.chat({}, { headers })).status).toBe(200);
    expect((await behindProxy.logs())[0]?.ip).toBe("10.1.2.3");
    const open = await stages.create({ engine: "sqlite", token });
    await expectRefusal(open, await open.chat({}, { headers }), { status: 403, code: "key_ip_refused" });
  });
});

describe("sk-KEY-CHANNELID", () => {
  const pinned = (stage: RelayStage, channelId: number | string) =>
    stage.chat({}, { headers: { authorization: `Bearer ${stage.apiKey}-${channelId}` } });

  test("takes an administrator to that channel and to no other", async () => {
    const stage = await stages.create({
      engine: "sqlite",
      user: { role: 10 },
      options: { RetryTimes: "5" },
      channel: { key: "sk-first", priority: 10 },
    });
    const secondId = await stage.addChannel({ key: "sk-second", group: ["vip"], models: ["other"] });
    expect((await pinned(stage, secondId)).status).toBe(200);
    stage.upstream.setDefault({ status: 500 });
    expect((await pinned(stage, secondId)).status).toBe(500);
    expect(stage.upstream.requests.map(({ key }) => key)).toEqual(["sk-second", "sk-second"]);
    expect(await stage.spending()).toMatchObject({ user: 140, charges: 1 });
  });

  test("is refused to a user, and for a channel that is disabled or not there", async () => {
    const user = await stages.create({ engine: "sqlite" });
    const refused = await pinned(user, user.channelId);
    await expectRefusal(user, refused, { status: 403, code: "key_channel_refused" });
    const admin = await stages.create({ engine: "sqlite", user: { role: 10 } });
    const disabled = await admin.addChannel({ status: 2 });
    await expectRefusal(admin, await pinned(admin, disabled), { status: 403, code: "channel_disabled" });
    await expectRefusal(admin, await pinned(admin, 999_999), { status: 400, code: "channel_unknown" });
  });
});

describe("an address", () => {
  test("under /v1 that is not served, and a wrong method, answer 404 in the envelope", async () => {
    const stage = await stages.create({ engine: "sqlite" });
    for (const [method, path] of [
      ["POST", "/v1/nothing"],
      ["GET", "/v1/chat/completions"],
      ["DELETE", "/v1/models"],
      ["PUT", "/v1/embeddings"],
    ] as const) {
      const answer = await fetch(`${stage.url}${path}`, { method });
      const message = `Invalid URL (${method} ${path})`;
      await expectRefusal(stage, answer, { status: 404, code: "address_unknown", message });
    }
  });
});

describe("a channel", () => {
  test("that is disabled serves nobody from the next call on", async () => {
    const stage = await stages.create({ engine: "sqlite" });
    await stage.app.parts.channels.update(stage.channelId, { status: 2 });
    await stage.routed();
    await expectRefusal(stage, await stage.chat(), { status: 503, code: "model_not_found" });
  });
});
