import { describe, expect, test } from "bun:test";
import { once } from "node:events";
import { connect } from "node:net";
import { gzipSync } from "node:zlib";
import { TokenStatus } from "@tollgate/contract/statuses";
import { openRawHttpClient } from "../support/fake-upstream/raw-http-client.ts";
import { HELLO, useRelayStages } from "./relay-stage.ts";
import type { RelayStage } from "./relay-stage.ts";

const stages = useRelayStages();
const MB = 1024 * 1024;
const NOTHING = { user: 0, token: 0, charges: 0, held: 0 };
const CHAT = { model: "chat", messages: HELLO };

interface Refusal {
  status: number;
  code: string;
  message?: string | RegExp;
  param?: string;
}

/** The refusal in OpenAI's envelope, with the request's id in its message and headers; nothing was sent or spent. */
async function expectRefusal(
  stage: RelayStage,
  answer: Response,
  refusal: Refusal,
  name?: string,
): Promise<void> {
  const { error } = (await answer.json()) as { error: Record<string, unknown> };
  expect({ status: answer.status, code: error.code, param: error.param ?? undefined }, name).toEqual({
    status: refusal.status,
    code: refusal.code,
    param: refusal.param,
  });
  expect(Object.keys(error).sort()).toEqual(["code", "message", "param", "type"]);
  const requestId = answer.headers.get("x-request-id");
  expect(error.message).toEndWith(`(request id: ${requestId})`);
  expect(answer.headers.get("x-oneapi-request-id")).toBe(requestId);
  if (refusal.message !== undefined) expect(error.message, name).toMatch(refusal.message);
  expect(stage.upstream.requestCount, name).toBe(0);
  expect(await stage.spending()).toEqual(NOTHING);
  expect(await stage.logs()).toEqual([]);
}

describe("a body", () => {
  const chat = (parts: object) => ({ ...CHAT, ...parts });
  const nested = (depth: number) => `${"[".repeat(depth)}1${"]".repeat(depth)}`;
  const bodies: [string, string, unknown, Refusal][] = [
    ["that is cut", "chat/completions", '{"model":"chat"', { status: 400, code: "body_not_json" }],
    ["that is empty", "chat/completions", "", { status: 400, code: "body_not_json" }],
    ["that is a list", "chat/completions", [CHAT], { status: 400, code: "body_not_object" }],
    ["that is null", "embeddings", null, { status: 400, code: "body_not_object" }],
    ["that is a number", "completions", "7", { status: 400, code: "body_not_object" }],
    ["without a model", "chat/completions", { messages: HELLO }, { status: 400, code: "model_missing" }],
    ["with an empty model", "chat/completions", chat({ model: "" }), { status: 400, code: "model_missing" }],
    [
      "with a model that is no text",
      "chat/completions",
      chat({ model: 7 }),
      { status: 400, code: "body_parameter", param: "model" },
    ],
    [
      "with a stream that is no boolean",
      "chat/completions",
      chat({ stream: "yes" }),
      { status: 400, code: "body_parameter", param: "stream" },
    ],
    [
      "with messages that are no list",
      "chat/completions",
      chat({ messages: "hi" }),
      { status: 400, code: "body_parameter", param: "messages" },
    ],
    [
      "with a negative max_tokens",
      "chat/completions",
      chat({ max_tokens: -1 }),
      { status: 400, code: "body_parameter", param: "max_tokens" },
    ],
    [
      "with a max_completion_tokens that is no number",
      "chat/completions",
      chat({ max_completion_tokens: "9" }),
      { status: 400, code: "body_parameter", param: "max_completion_tokens" },
    ],
    [
      "without an input",
      "embeddings",
      { model: "embed" },
      { status: 400, code: "body_parameter", param: "input" },
    ],
    [
      "that is nested without end",
      "chat/completions",
      `{"model":"chat","messages":[{"role":"user","content":${nested(100_000)}}]}`,
      { status: 400, code: "body_not_json", message: /nested too deeply/ },
    ],
    ...["tools", "metadata", "response_format"].map((member): [string, string, unknown, Refusal] => [
      `whose ${member} are nested without end`,
      "chat/completions",
      JSON.stringify({ model: "chat", messages: HELLO }).replace("{", `{"${member}":${nested(100_000)},`),
      { status: 400, code: "body_not_json", message: /nested too deeply/ },
    ]),
    [
      "with a limit that nobody can pay",
      "chat/completions",
      chat({ max_tokens: Number.MAX_SAFE_INTEGER, n: Number.MAX_SAFE_INTEGER }),
      { status: 403, code: "insufficient_user_quota" },
    ],
    ...["__proto__", "constructor", "toString", "chat\0", "' or 1=1 --"].map(
      (model): [string, string, unknown, Refusal] => [
        `with the model ${JSON.stringify(model)}`,
        "chat/completions",
        JSON.stringify({ messages: HELLO }).replace("{", `{"model":${JSON.stringify(model)},`),
        { status: 503, code: "model_not_found" },
      ],
    ),
  ];
  test("that is no request is refused with the reason", async () => {
    const stage = await stages.create({ engine: "sqlite" });
    for (const [name, path, body, refusal] of bodies)
      await expectRefusal(stage, await stage.post(`/v1/${path}`, body), refusal, name);
  });

  test("that is not UTF-8, or not packed as it says, is refused with the reason", async () => {
    const stage = await stages.create({ engine: "sqlite" });
    const send = (body: Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) =>
      fetch(`${stage.url}/v1/chat/completions`, {
        method: "POST",
        headers: { authorization: `Bearer ${stage.apiKey}`, ...headers },
        body,
      });
    const invalid = Uint8Array.of(...Buffer.from('{"model":"'), 0xff, 0xfe, ...Buffer.from('"}'));
    await expectRefusal(stage, await send(invalid), { status: 400, code: "body_not_json" });
    await expectRefusal(
      stage,
      await send(Uint8Array.from(gzipSync(JSON.stringify(CHAT))), { "content-encoding": "rot13" }),
      { status: 415, code: "body_encoding", message: "rot13" },
    );
    await expectRefusal(
      stage,
      await send(Uint8Array.from(gzipSync(JSON.stringify(CHAT))), { "content-encoding": "br" }),
      { status: 400, code: "body_corrupt" },
    );
  });

  test("is refused in the language that the client reads", async () => {
    const stage = await stages.create({ engine: "sqlite" });
    const answer = await stage.post("/v1/chat/completions", [], {
      headers: { "accept-language": "zh-CN,zh" },
    });
    await expectRefusal(stage, answer, {
      status: 400,
      code: "body_not_object",
      message: "请求体必须是 JSON 对象",
    });
  });

  test("whose sender leaves half-way is no fault of the gateway's", async () => {
    const faults: string[] = [];
    const quiet = () => {};
    const logger = {
      debug: quiet,
      info: quiet,
      warn: quiet,
      error: (message: string) => faults.push(message),
    };
    const stage = await stages.create({ engine: "sqlite", overrides: { logger } });
    for (const framing of ["content-length: 100\r\n\r\n{", "transfer-encoding: chunked\r\n\r\n1\r\n{\r\n"]) {
      using client = await openRawHttpClient(Number(new URL(stage.url).port));
      client.write(
        `POST /v1/chat/completions HTTP/1.1\r\nhost: g\r\nauthorization: Bearer ${stage.apiKey}\r\n${framing}`,
      );
      // A second call behind it shows that the first has arrived.
      await stage.chat();
    }
    await stage.app.stop();
    expect(faults).toEqual([]);
  });
});

describe("a body that is too large", () => {
  const refusal = { status: 413, code: "body_too_large", message: "larger than 1 MB" };

  test("is refused by its announced length, before it is sent", async () => {
    const stage = await stages.create({ engine: "sqlite", config: { maxRequestBodyBytes: MB } });
    using client = await openRawHttpClient(Number(new URL(stage.url).port));
    client.write(
      `POST /v1/chat/completions HTTP/1.1\r\nhost: g\r\nauthorization: Bearer ${stage.apiKey}\r\ncontent-length: ${2 * MB}\r\n\r\n`,
    );
    const head = await client.waitForText("body_too_large");
    expect(head).toStartWith("HTTP/1.1 413 ");
  });

  test("is refused when it has exceeded the limit, if it announced no length", async () => {
    const stage = await stages.create({ engine: "sqlite", config: { maxRequestBodyBytes: MB } });
    const body = new Blob([JSON.stringify({ ...CHAT, user: "x".repeat(1.5 * MB) })]).stream();
    const answer = await fetch(`${stage.url}/v1/chat/completions`, {
      method: "POST",
      headers: { authorization: `Bearer ${stage.apiKey}` },
      body,
    });
    await expectRefusal(stage, answer, refusal);
  });

  test("up to the limit is served", async () => {
    const stage = await stages.create({ engine: "sqlite", config: { maxRequestBodyBytes: MB } });
    const padding = MB - Buffer.byteLength(JSON.stringify({ ...CHAT, user: "" }));
    const body = JSON.stringify({ ...CHAT, user: "x".repeat(padding) });
    expect(Buffer.byteLength(body)).toBe(MB);
    expect((await stage.post("/v1/chat/completions", body)).status).toBe(200);
  });

  test("by far is refused as soon as it has exceeded the limit, while the sender is still at it", async () => {
    const stage = await stages.create({ engine: "sqlite", config: { maxRequestBodyBytes: MB } });
    using client = await openRawHttpClient(Number(new URL(stage.url).port));
    client.write(
      `POST /v1/chat/completions HTTP/1.1\r\nhost: g\r\nauthorization: Bearer ${stage.apiKey}\r\ntransfer-encoding: chunked\r\n\r\n`,
    );
    const chunk = Buffer.concat([Buffer.from("100000\r\n"), Buffer.alloc(MB, " "), Buffer.from("\r\n")]);
    let sentMb = 0;
    for (; client.received.length === 0 && sentMb < 200; sentMb++) {
      client.write(chunk);
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(await client.waitForText("body_too_large")).toStartWith("HTTP/1.1 413 ");
    expect(sentMb).toBeLessThan(100);
    expect((await stage.chat()).status).toBe(200);
  });

  test("of 200 MB, sent whole, is never held in memory", async () => {
    // The limit that operators have: 128 MB.
    const stage = await stages.create({ engine: "sqlite" });
    const sizeMb = 200;
    Bun.gc(true);
    const before = process.memoryUsage().rss;
    let mostBytes = 0;
    const socket = connect(Number(new URL(stage.url).port), "127.0.0.1");
    const head = Promise.withResolvers<string>();
    socket.once("data", (bytes) => head.resolve(bytes.toString()));
    socket.write(
      `POST /v1/chat/completions HTTP/1.1\r\nhost: g\r\nauthorization: Bearer ${stage.apiKey}\r\ncontent-length: ${sizeMb * MB}\r\n\r\n`,
    );
    const piece = Buffer.alloc(MB, " ");
    for (let sentMb = 0; sentMb < sizeMb; sentMb++) {
      if (!socket.write(piece)) await once(socket, "drain");
      mostBytes = Math.max(mostBytes, process.memoryUsage().rss - before);
    }
    expect(await head.promise).toStartWith("HTTP/1.1 413 ");
    socket.destroy();
    expect(mostBytes).toBeLessThan((sizeMb / 2) * MB);
    expect(await stage.spending()).toEqual(NOTHING);
  });
});

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
        { status: 403, code: "pre_consume_token_quota_failed", message: ": 0 units are left" },
      ],
      [{ remainQuota: 999 }, { status: 403, code: "pre_consume_token_quota_failed", message: "needs 1000" }],
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
