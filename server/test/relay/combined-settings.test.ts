import { afterEach, beforeEach, expect, test } from "bun:test";
import { startFakeProxy } from "../../src/lib/egress/proxy/fake-proxy.fixture.ts";
import { startFileServer } from "./file-server.ts";
import type { FileServer } from "./file-server.ts";
import { HELLO, useRelayStages } from "./relay-stage.ts";

const stages = useRelayStages();
let files: FileServer;
beforeEach(() => {
  files = startFileServer();
});
afterEach(() => files[Symbol.dispose]());

const ANTHROPIC = 14;
const ERNIE = 15;
const GEMINI = 24;
const OPEN_MODELS = 47;
const DIFY = 37;
/** (6 fresh × 2 + 4 cached × 2 × 0.25 + 20 written × 2 × 3) × 0.5. */
const QUOTA = 67;
const TOKENS = { promptTokens: 10, completionTokens: 20, cachedTokens: 4 };

test("everything at once: a picture, instructions, parameters, a suffix, proxies, limits, and another dialect after a failure", async () => {
  await using first = await startFakeProxy({ credentials: "me:secret" });
  await using second = await startFakeProxy();
  const stage = await stages.create({
    engine: "sqlite",
    options: { RetryTimes: "1", UserUsableGroups: '{"default":"a","vip":"b"}' },
    user: { group: "vip" },
    token: { group: "vip" },
    overrides: { openMedia: files.openMedia },
    channel: {
      type: GEMINI,
      priority: 10,
      group: ["vip"],
      model_mapping: '{"chat":"gemini-2.5-flash-thinking-1024"}',
      setting: JSON.stringify({
        proxy: `http://me:secret@127.0.0.1:${first.port}`,
        force_format: true,
        system_prompt: "Be kind.",
        system_prompt_override: true,
        param_override: { operations: [{ mode: "set", path: "generationConfig.topK", value: 7 }] },
        header_override: { "X-Trace": "{client_header:x-trace}" },
      }),
    },
  });
  await stage.addChannel({
    type: ANTHROPIC,
    group: ["vip"],
    model_mapping: '{"chat":"claude-sonnet-4-5-thinking"}',
    setting: JSON.stringify({
      proxy: `socks5://127.0.0.1:${second.port}`,
      force_format: true,
      system_prompt: "Be brief.",
      system_prompt_override: true,
      param_override: { operations: [{ mode: "set", path: "metadata.user_id", value: "u1" }] },
    }),
  });
  stage.upstream.enqueue({ status: 500 });
  stage.upstream.setDefault({ ...TOKENS, content: ["Yes.", " It is."] });
  const answer = await stage.chat(
    {
      stream: true,
      stream_options: { include_usage: true },
      max_tokens: 4000,
      seed: 3,
      messages: [
        { role: "system", content: "Answer." },
        {
          role: "user",
          content: [
            { type: "text", text: "What is it?" },
            { type: "image_url", image_url: { url: `${files.origin}/picture.png` } },
          ],
        },
      ],
    },
    { headers: { "x-trace": "t1" } },
  );
  expect(answer.headers.get("x-tollgate-losses")).toBe("left-out sampling.seed");
  expect(textOf(await answer.text())).toBe("Yes. It is.");
  const [failed, served] = stage.upstream.requests;
  expect(failed).toMatchObject({
    path: "/v1beta/models/gemini-2.5-flash:streamGenerateContent",
    headers: { "x-trace": "t1" },
    json: {
      systemInstruction: { parts: [{ text: "Be kind." }, { text: "Answer." }] },
      contents: [
        { role: "user", parts: [{ text: "What is it?" }, { inlineData: { mimeType: "image/png" } }] },
      ],
      generationConfig: { maxOutputTokens: 4000, thinkingConfig: { thinkingBudget: 1024 }, topK: 7 },
    },
  });
  expect(served).toMatchObject({
    path: "/v1/messages",
    json: {
      model: "claude-sonnet-4-5",
      system: "Be brief.\nAnswer.",
      messages: [{ content: [{}, { source: { type: "url", url: `${files.origin}/picture.png` } }] }],
      thinking: { type: "enabled", budget_tokens: 3200 },
      metadata: { user_id: "u1" },
    },
  });
  expect(served?.headers["x-trace"]).toBeUndefined();
  const upstream = new URL(stage.upstream.url).host;
  expect([first.asked, second.asked, files.asked]).toEqual([[upstream], [upstream], ["/picture.png"]]);
  const rows = await stage.logs();
  expect(rows).toMatchObject([{ quota: QUOTA, group: "vip", prompt_tokens: 10, completion_tokens: 20 }]);
  expect(rows[0]?.other.losses).toHaveLength(1);
  expect(JSON.stringify(rows)).not.toMatch(/secret|Be kind/);
  expect(await stage.spending()).toEqual({ user: QUOTA, token: QUOTA, charges: 1, held: 0 });
});

test("a client of the second channel's own dialect gets one stream, when the first breaks off after its headers", async () => {
  const stage = await stages.create({
    engine: "sqlite",
    options: { RetryTimes: "1" },
    channel: { type: OPEN_MODELS, priority: 10 },
  });
  await stage.addChannel({ type: ANTHROPIC });
  stage.upstream.enqueue({ fault: "reset-after-headers" });
  const ask = { model: "chat", max_tokens: 50, stream: true, messages: HELLO };
  const answer = await stage.post("/v1/messages", ask);
  const types = eventsOf(await answer.text()).map(({ type }) => type);
  for (const once of ["message_start", "content_block_start", "message_delta", "message_stop"])
    expect(types.filter((type) => type === once)).toHaveLength(1);
  expect(types).not.toContain("error");
  expect(stage.upstream.requests.map(({ path }) => path)).toEqual(["/v1/chat/completions", "/v1/messages"]);
  expect(await stage.spending()).toEqual({ user: 140, token: 140, charges: 1, held: 0 });
});

test("losses are those of the channel that answers: a bot in the second place has no tools", async () => {
  const stage = await stages.create({
    engine: "sqlite",
    options: { RetryTimes: "1" },
    channel: { priority: 10 },
  });
  await stage.addChannel({ type: DIFY, other: "chat" });
  stage.upstream.enqueue({ status: 503 });
  const tools = [{ name: "weather", input_schema: { type: "object" } }];
  const answer = await stage.post("/v1/messages", { model: "chat", max_tokens: 50, messages: HELLO, tools });
  expect(answer.status).toBe(200);
  expect(answer.headers.get("x-tollgate-losses")).toContain("left-out tools");
  const [row] = await stage.logs();
  expect(row?.other.losses).toEqual(expect.arrayContaining([expect.stringContaining("tools")]));
  expect((await stage.spending()).charges).toBe(1);
});

test("a token is fetched through the channel's proxy as its calls are, and no part of the key is told", async () => {
  await using proxy = await startFakeProxy();
  const setting = JSON.stringify({ proxy: `http://127.0.0.1:${proxy.port}`, system_prompt: "Be kind." });
  const stage = await stages.create({
    engine: "sqlite",
    config: { errorLogEnabled: true },
    channel: { type: ERNIE, key: "an-access-key-0123456789|a-secret-key-0123456789", setting },
  });
  expect((await stage.post("/v1/messages", { model: "chat", max_tokens: 50, messages: HELLO })).status).toBe(
    200,
  );
  const [token, chat] = stage.upstream.requests;
  expect(token?.path).toBe("/oauth/2.0/token");
  expect(chat?.json).toMatchObject({ system: "Be kind." });
  const connections = new Set(stage.upstream.requests.map(({ connectionIndex }) => connectionIndex));
  expect(proxy.asked).toHaveLength(connections.size);
  stage.upstream.enqueue({ status: 500, error: { message: "an-access-key-0123456789 and more" } });
  const refused = await stage.chat();
  expect(await refused.text()).toContain("*** and more");
  expect(JSON.stringify(await stage.logs())).not.toMatch(/an-access-key|a-secret-key/);
});

const eventsOf = (text: string) =>
  [...text.matchAll(/^data: (\{.*)$/gm)].map(([, data = ""]) => JSON.parse(data));

const textOf = (stream: string) =>
  eventsOf(stream)
    .map(({ choices: [choice] }) => choice?.delta.content ?? "")
    .join("");
