import { afterEach, expect, test } from "bun:test";
import OpenAI from "openai";
import { piecewise } from "../support/fake-cloud/cloud-server.ts";
import type { CloudReply } from "../support/fake-cloud/cloud-server.ts";
import { googleError, PROJECT, startFakeVertex } from "../support/fake-cloud/fake-vertex.ts";
import type { FakeVertex, FakeVertexOptions } from "../support/fake-cloud/fake-vertex.ts";
import {
  GEMINI_ANSWER,
  GEMINI_CALL,
  GEMINI_STREAM,
  PREDICTIONS,
  VERTEX_CLAUDE,
  VERTEX_CLAUDE_STREAM,
} from "../support/fake-cloud/vertex-answers.ts";
import type { ChannelFacts } from "../support/factories.ts";
import { createTestClock } from "../support/test-clock.ts";
import { HELLO, useRelayStages } from "./relay-stage.ts";
import { anthropicClient, googleClient } from "./vendor-clients.ts";

const stages = useRelayStages();
const clouds: FakeVertex[] = [];
afterEach(async () => {
  for (const cloud of clouds.splice(0)) await cloud[Symbol.asyncDispose]();
});

const GEMINI = '{"chat":"gemini-2.5-flash","embed":"text-embedding-005"}';
const CLAUDE = '{"chat":"claude-sonnet-4-5-20250929"}';

/** A gateway whose one channel is a fake Vertex AI. */
async function start(
  reply: CloudReply,
  { cloud: cloudOptions, ...channel }: ChannelFacts & { cloud?: Partial<FakeVertexOptions> } = {},
) {
  const clock = createTestClock();
  const cloud = await startFakeVertex(reply, { nowMs: clock.nowMs, ...cloudOptions });
  clouds.push(cloud);
  const stage = await stages.create({
    engine: "sqlite",
    clock,
    options: { RetryTimes: "1" },
    channel: {
      type: 41,
      key: cloud.key,
      base_url: cloud.url,
      other: '{"default":"us-central1","claude-sonnet-4-5-20250929":"us-east5"}',
      model_mapping: GEMINI,
      ...channel,
    },
  });
  return { stage, cloud, clock };
}

const gemini: CloudReply = ({ target }) =>
  target.includes(":stream")
    ? new Response(piecewise(GEMINI_STREAM), { headers: { "content-type": "text/event-stream" } })
    : Response.json(GEMINI_ANSWER);
const claude: CloudReply = ({ target }) =>
  target.includes(":stream")
    ? new Response(piecewise(VERTEX_CLAUDE_STREAM), { headers: { "content-type": "text/event-stream" } })
    : Response.json(VERTEX_CLAUDE);
const MESSAGE = { model: "chat", max_tokens: 50, messages: HELLO };
const PUBLISHERS = `/projects/${PROJECT}/locations`;

test("a Google client's body reaches Gemini as it is, in the channel's project and location", async () => {
  const { stage, cloud } = await start(gemini);
  const body = '{ "contents" : [ {"parts":[{"text":"\\u4e16 x"}],"role":"user"} ]}';
  const answer = await stage.post("/v1beta/models/chat:generateContent", body);
  expect(await answer.json()).toEqual(GEMINI_ANSWER);
  expect(cloud.calls[0]?.body.toString()).toBe(body);
  expect(cloud.calls[0]?.target).toBe(
    `/v1beta1${PUBLISHERS}/us-central1/publishers/google/models/gemini-2.5-flash:generateContent`,
  );
  expect((await stage.spending()).user).toBe(50);
});

test("contents without a role become the user's, which Vertex demands", async () => {
  const { stage, cloud } = await start(gemini);
  await stage.post("/v1beta/models/chat:generateContent", '{"contents":[{"parts":[{"text":"x"}]}]}');
  expect(cloud.calls[0]?.json).toEqual({ contents: [{ role: "user", parts: [{ text: "x" }] }] });
});

test("the official clients stream Gemini through it", async () => {
  const { stage } = await start(gemini);
  let text = "";
  for await (const chunk of await googleClient(stage).models.generateContentStream({
    model: "chat",
    contents: "Hello",
  }))
    text += chunk.text ?? "";
  expect(text).toBe("Hello wörld 世界");
  const message = await anthropicClient(stage)
    .messages.stream({ model: "chat", max_tokens: 50, messages: HELLO })
    .finalMessage();
  expect(message.content[0]).toMatchObject({ type: "text", text: "Hello wörld 世界" });
  const openai = new OpenAI({ apiKey: stage.apiKey, baseURL: `${stage.url}/v1`, maxRetries: 0 });
  const completion = await openai.chat.completions.create({ model: "chat", messages: HELLO });
  expect(completion.choices[0]?.message.content).toBe("Hello there");
  expect((await stage.spending()).charges).toBe(3);
});

test("a function call of Gemini's is a tool call for OpenAI's client", async () => {
  const { stage } = await start(() => Response.json(GEMINI_CALL));
  expect(await (await stage.chat()).json()).toMatchObject({
    choices: [
      { message: { tool_calls: [{ function: { name: "top_song", arguments: '{"sign":"WZPZ"}' } }] } },
    ],
  });
});

test("Claude is called in Anthropic's words, in its own location", async () => {
  const { stage, cloud } = await start(claude, { model_mapping: CLAUDE });
  const headers = {
    "anthropic-version": "2026-10-21",
    "anthropic-beta": "oauth-2025-04-20,context-1m-2025-08-07",
  };
  const answer = await stage.post("/v1/messages", MESSAGE, { headers });
  expect(await answer.json()).toEqual(VERTEX_CLAUDE);
  expect(cloud.calls[0]?.target).toBe(
    `/v1${PUBLISHERS}/us-east5/publishers/anthropic/models/claude-sonnet-4-5@20250929:rawPredict`,
  );
  expect(cloud.calls[0]?.json).toEqual({
    max_tokens: 50,
    messages: HELLO,
    anthropic_version: "vertex-2023-10-16",
  });
  expect(cloud.calls[0]?.headers["anthropic-beta"]).toBe("context-1m-2025-08-07");
  expect(cloud.calls[0]?.headers).not.toHaveProperty("anthropic-version");
  const message = await anthropicClient(stage)
    .messages.stream({ model: "chat", max_tokens: 50, messages: HELLO })
    .finalMessage();
  expect(message.content[0]).toMatchObject({ type: "text", text: "Hello wörld 世界" });
  expect(cloud.calls[1]?.target).toEndWith(":streamRawPredict");
  expect(cloud.calls[1]?.json["stream"]).toBe(true);
  expect((await stage.spending()).user).toBe(100);
});

test("models of other publishers are called in OpenAI's words", async () => {
  const { stage, cloud } = await start(
    () =>
      Response.json({
        choices: [{ index: 0, finish_reason: "stop", message: { role: "assistant", content: "Hi" } }],
        usage: { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 },
      }),
    { model_mapping: '{"chat":"meta/llama-4-scout-17b-16e-instruct-maas"}', other: "global" },
  );
  expect((await stage.chat()).status).toBe(200);
  expect(cloud.calls[0]).toMatchObject({
    target: `/v1${PUBLISHERS}/global/endpoints/openapi/chat/completions`,
    json: { model: "meta/llama-4-scout-17b-16e-instruct-maas" },
  });
  expect((await stage.spending()).user).toBe(50);
});

test("embeddings are predictions there", async () => {
  const { stage, cloud } = await start(() => Response.json(PREDICTIONS));
  const openai = new OpenAI({ apiKey: stage.apiKey, baseURL: `${stage.url}/v1`, maxRetries: 0 });
  const { data, usage } = await openai.embeddings.create({
    model: "embed",
    input: ["a", "b"],
    dimensions: 2,
  });
  expect(data.map(({ embedding }) => embedding)).toEqual([
    [0.5, -0.25],
    [1, 0],
  ]);
  expect(usage).toEqual({ prompt_tokens: 10, total_tokens: 10 });
  expect(cloud.calls[0]).toMatchObject({
    target: `/v1${PUBLISHERS}/us-central1/publishers/google/models/text-embedding-005:predict`,
    json: { instances: [{ content: "a" }, { content: "b" }], parameters: { outputDimensionality: 2 } },
  });
  const { embeddings } = await googleClient(stage).models.embedContent({
    model: "embed",
    contents: ["a", "b"],
  });
  expect(embeddings?.[0]?.values).toEqual([0.5, -0.25]);
  const tokens = await stage.post("/v1/embeddings", { model: "embed", input: [[1, 2]] });
  expect(await tokens.json()).toMatchObject({ error: { param: "input" } });
  expect((await stage.spending()).user).toBe(10);
});

test("pictures are predictions of Imagen there, and Google's refusals are told", async () => {
  const mapping = { model_mapping: '{"dall-e-3":"imagen-4.0-generate-001"}', models: ["dall-e-3"] };
  const { stage, cloud } = await start(
    () => Response.json({ predictions: [{ mimeType: "image/png", bytesBase64Encoded: "aGk=" }] }),
    mapping,
  );
  const openai = new OpenAI({ apiKey: stage.apiKey, baseURL: `${stage.url}/v1`, maxRetries: 0 });
  const { data } = await openai.images.generate({ model: "dall-e-3", prompt: "a cat" });
  expect(data).toEqual([{ b64_json: "aGk=" }]);
  expect(cloud.calls[0]).toMatchObject({
    target: `/v1${PUBLISHERS}/us-central1/publishers/google/models/imagen-4.0-generate-001:predict`,
    json: { instances: [{ prompt: "a cat" }] },
  });
  expect((await stage.spending()).user).toBe(20_000);
  const limited = await start(() => googleError(429, "RESOURCE_EXHAUSTED", "Quota exceeded."), mapping);
  const refused = await limited.stage.post("/v1/images/generations", { model: "dall-e-3", prompt: "a cat" });
  expect([refused.status, await refused.json()]).toMatchObject([
    429,
    { error: { code: "RESOURCE_EXHAUSTED", message: expect.stringContaining("Quota exceeded.") } },
  ]);
  expect((await limited.stage.spending()).user).toBe(0);
});

test("calls that come together share one token, and later ones use it again until it is about to end", async () => {
  const gate = Promise.withResolvers<void>();
  const { stage, cloud, clock } = await start(gemini, {
    cloud: { tokenGate: gate.promise, lifeSeconds: 600 },
  });
  const together = Promise.all(Array.from({ length: 8 }, () => stage.chat()));
  while (cloud.tokenCalls.length === 0) await new Promise((resolve) => setImmediate(resolve));
  gate.resolve();
  expect((await together).map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200));
  clock.advance(400_000);
  await stage.chat();
  expect(cloud.tokenCalls).toHaveLength(1);
  clock.advance(100_000);
  await stage.chat();
  expect(cloud.tokenCalls).toHaveLength(2);
  expect(cloud.calls.at(-1)?.headers["authorization"]).toBe("Bearer ya29.token-2");
});

test("a kept token that is refused is renewed once; a fresh one that is refused is the answer", async () => {
  const { stage, cloud } = await start(gemini);
  await stage.chat();
  cloud.endTokens();
  const answers = await Promise.all([stage.chat(), stage.chat(), stage.chat()]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(cloud.tokenCalls).toHaveLength(2);
  const refused = await start(() => googleError(401, "UNAUTHENTICATED", "No."));
  expect((await refused.stage.chat()).status).toBe(401);
  expect(refused.cloud.calls).toHaveLength(1);
  expect((await refused.stage.spending()).user).toBe(0);
});

test("an account that gets no token fails over, and its reason is told", async () => {
  const refusal = () =>
    Response.json({ error: "invalid_grant", error_description: "account not found" }, { status: 400 });
  const { stage, cloud } = await start(gemini, { cloud: { refusal }, priority: 5 });
  const answer = await stage.chat();
  expect(await answer.text()).toContain("account not found");
  await stage.addChannel({ type: 1, models: ["chat"] });
  expect((await stage.chat()).status).toBe(200);
  expect(cloud.calls).toHaveLength(0);
  expect(stage.upstream.requestCount).toBe(1);
});

test("an account whose clock or key is wrong hears what Google says", async () => {
  const late = createTestClock();
  late.advance(2 * 3_600_000);
  const { stage } = await start(gemini, { cloud: { nowMs: late.nowMs } });
  expect(await (await stage.chat()).text()).toContain("reasonable timeframe");
  const broken = await start(gemini, {
    key: JSON.stringify({
      project_id: "p",
      client_email: "a@b",
      private_key: "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----",
    }),
  });
  const answer = await (await broken.stage.chat()).text();
  expect(answer).toContain("private key cannot be read");
  expect(answer).not.toContain("AAAA");
});

test("a client that leaves while a token is awaited is not waited for", async () => {
  const gate = Promise.withResolvers<void>();
  const { stage, cloud } = await start(gemini, { cloud: { tokenGate: gate.promise } });
  const leaving = new AbortController();
  const left = stage.chat({}, { signal: leaving.signal }).catch(() => "left");
  while (cloud.tokenCalls.length === 0) await new Promise((resolve) => setImmediate(resolve));
  leaving.abort();
  expect(await left).toBe("left");
  // What it had set aside comes back while the token is still awaited.
  while ((await stage.spending()).held > 0) await new Promise((resolve) => setImmediate(resolve));
  const stays = stage.chat();
  gate.resolve();
  expect((await stays).status).toBe(200);
  expect(cloud.calls).toHaveLength(1);
});

test("Google's errors are told in the client's words, in an array or not", async () => {
  const error = { code: 429, message: "Quota exceeded.", status: "RESOURCE_EXHAUSTED" };
  for (const body of [{ error }, [{ error }]]) {
    const reply = () => Response.json(body, { status: 429 });
    const { stage } = await start(reply, { model_mapping: CLAUDE });
    const answer = await stage.post("/v1/messages", { ...MESSAGE, stream: true });
    expect(answer.status).toBe(429);
    expect(await answer.json()).toEqual({
      type: "error",
      error: { type: "rate_limit_error", message: "Quota exceeded." },
    });
    const google = await start(reply);
    const told = await google.stage.post("/v1beta/models/chat:generateContent", {
      contents: [{ role: "user", parts: [{ text: "x" }] }],
    });
    expect(await told.json()).toEqual({ error });
    const open = await start(reply, { model_mapping: '{"chat":"meta/llama-x"}' });
    expect(await (await open.stage.chat()).json()).toMatchObject({
      error: { message: "Quota exceeded.", code: "RESOURCE_EXHAUSTED" },
    });
  }
});

test("a stream that breaks off or an HTML page is told as what it is", async () => {
  const cut = () =>
    new Response(piecewise(VERTEX_CLAUDE_STREAM.slice(0, 3), true), {
      headers: { "content-type": "text/event-stream" },
    });
  const { stage } = await start(cut, { model_mapping: CLAUDE });
  const text = await (await stage.post("/v1/messages", { ...MESSAGE, stream: true })).text();
  expect(text).toContain("event: error");
  expect(text).not.toContain("message_stop");
  const page = await start(
    () => new Response("<html>", { status: 502, headers: { "content-type": "text/html" } }),
  );
  expect((await page.stage.chat()).status).toBe(502);
});

test("an API key calls Google's own models without project, and no others", async () => {
  const key = "AIzaSyTest-key_0123456789";
  const { stage, cloud } = await start(gemini, { key });
  // The fake knows tokens only: that it was asked is enough.
  await stage.chat();
  expect(cloud.tokenCalls).toHaveLength(0);
  expect(cloud.calls[0]?.target).toBe("/v1beta1/publishers/google/models/gemini-2.5-flash:generateContent");
  expect(cloud.calls[0]?.headers["x-goog-api-key"]).toBe(key);
  const other = await start(claude, { key, model_mapping: CLAUDE });
  expect((await other.stage.chat()).status).toBe(501);
});

test("the channel's test asks it", async () => {
  const { stage, cloud } = await start(gemini);
  const admin = await stage.app.as("admin");
  expect(await admin.call(`GET /api/channel/test/${stage.channelId}?model=chat`)).toMatchObject({
    success: true,
  });
  expect(cloud.calls).toHaveLength(1);
});
