import { describe, expect, test } from "bun:test";
import { once } from "node:events";
import { connect } from "node:net";
import { gzipSync } from "node:zlib";
import { openRawHttpClient } from "../support/fake-upstream/raw-http-client.ts";
import { expectRefusal, NOTHING } from "./expect-refusal.ts";
import type { Refusal } from "./expect-refusal.ts";
import { HELLO, useRelayStages } from "./relay-stage.ts";

const stages = useRelayStages();
const MB = 1024 * 1024;
const CHAT = { model: "chat", messages: HELLO };

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
