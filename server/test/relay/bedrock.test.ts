import { afterEach, expect, test } from "bun:test";
import { piecewise } from "../support/fake-cloud/cloud-server.ts";
import type { CloudReply, CloudServer } from "../support/fake-cloud/cloud-server.ts";
import { exceptionFrame } from "../support/fake-cloud/aws-frames.ts";
import {
  CLAUDE_EVENTS,
  CLAUDE_FRAMES,
  CLAUDE_MESSAGE,
  CLAUDE_TOOL_CALL,
  STREAM_HEADERS,
} from "../support/fake-cloud/bedrock-claude.ts";
import {
  awsError,
  BEDROCK_API_KEY,
  BEDROCK_CREDENTIAL,
  BEDROCK_KEY,
  startFakeBedrock,
} from "../support/fake-cloud/fake-bedrock.ts";
import type { ChannelFacts } from "../support/factories.ts";
import { createTestClock } from "../support/test-clock.ts";
import { HELLO, useRelayStages } from "./relay-stage.ts";
import { anthropicClient, failureOf, googleClient } from "./vendor-clients.ts";

const stages = useRelayStages();
const clouds: CloudServer[] = [];
afterEach(async () => {
  for (const cloud of clouds.splice(0)) await cloud[Symbol.asyncDispose]();
});

/** A gateway whose one channel is a fake Bedrock; `chat` is Claude there. */
async function start(reply: CloudReply, channel: ChannelFacts = {}, skewMs = 0) {
  const clock = createTestClock();
  const cloud = await startFakeBedrock(reply, () => clock.nowMs() + skewMs);
  clouds.push(cloud);
  const stage = await stages.create({
    engine: "sqlite",
    clock,
    options: { RetryTimes: "1" },
    channel: {
      type: 33,
      key: BEDROCK_KEY,
      base_url: cloud.url,
      model_mapping: '{"chat":"claude-sonnet-4-5-20250929"}',
      ...channel,
    },
  });
  return { stage, cloud };
}

const MESSAGE = { model: "chat", max_tokens: 50, messages: HELLO };
const whole: CloudReply = () => Response.json(CLAUDE_MESSAGE);
const streamed =
  (pieces: readonly Uint8Array[], breaksOff = false): CloudReply =>
  () =>
    new Response(piecewise(pieces, breaksOff), { headers: STREAM_HEADERS });

test("an Anthropic client's body reaches Claude nearly as it is, signed", async () => {
  const { stage, cloud } = await start(whole);
  const body = '{ "max_tokens":50, "model" : "chat","messages":[{"role":"user","content":"\\u4e16 x"}] }';
  const answer = await stage.post("/v1/messages", body, {
    headers: {
      "anthropic-version": "2023-06-01",
      "anthropic-beta": "claude-code-20250219, context-1m-2025-08-07,effort-2025-11-24",
    },
  });
  expect(await answer.json()).toEqual(CLAUDE_MESSAGE);
  expect(cloud.calls[0]?.target).toBe("/model/us.anthropic.claude-sonnet-4-5-20250929-v1%3A0/invoke");
  expect(cloud.calls[0]?.body.toString()).toBe(
    '{ "max_tokens":50,"messages":[{"role":"user","content":"\\u4e16 x"}] ,"anthropic_version":"bedrock-2023-05-31","anthropic_beta":["context-1m-2025-08-07","effort-2025-11-24"]}',
  );
  expect(answer.headers.get("x-tollgate-losses")).toContain("claude-code-20250219");
  for (const name of ["anthropic-version", "anthropic-beta", "x-api-key"])
    expect(cloud.calls[0]?.headers).not.toHaveProperty(name);
  // 10 tokens in and 5 out, at ratio 2 and three times that.
  expect((await stage.spending()).user).toBe(50);
});

test("a stream's frames are Anthropic's events for Anthropic's client, wherever they are cut", async () => {
  const bytes = Buffer.concat(CLAUDE_FRAMES);
  const pieces = Array.from({ length: Math.ceil(bytes.length / 7) }, (_, index) =>
    bytes.subarray(index * 7, index * 7 + 7),
  );
  const { stage, cloud } = await start(streamed(pieces));
  const answer = await stage.post("/v1/messages", { ...MESSAGE, stream: true });
  expect(answer.headers.get("content-type")).toContain("text/event-stream");
  const events = (await answer.text()).trim().split("\n\n");
  expect(events.map((event) => event.split("\n")[0])).toEqual(
    CLAUDE_EVENTS.map((event) => `event: ${"type" in event ? event.type : ""}`),
  );
  expect(events.at(-1)).toBe('event: message_stop\ndata: {"type":"message_stop"}');
  expect(cloud.calls[0]?.target).toEndWith("/invoke-with-response-stream");
  expect(cloud.calls[0]?.json).not.toHaveProperty("stream");
  expect(cloud.calls[0]?.headers["accept"]).toBe("application/vnd.amazon.eventstream");
  expect((await stage.spending()).user).toBe(50);
});

test("the official clients stream through it", async () => {
  const { stage } = await start(streamed(CLAUDE_FRAMES), { models: ["chat"] });
  const message = await anthropicClient(stage)
    .messages.stream({ model: "chat", max_tokens: 50, messages: HELLO })
    .finalMessage();
  expect(message.content[0]).toMatchObject({ type: "text", text: "Hello wörld 世界" });
  const { default: OpenAI } = await import("openai");
  const openai = new OpenAI({ apiKey: stage.apiKey, baseURL: `${stage.url}/v1`, maxRetries: 0 });
  let text = "";
  for await (const chunk of await openai.chat.completions.create({
    model: "chat",
    messages: HELLO,
    stream: true,
  }))
    text += chunk.choices[0]?.delta.content ?? "";
  expect(text).toBe("Hello wörld 世界");
  let googleText = "";
  for await (const chunk of await googleClient(stage).models.generateContentStream({
    model: "chat",
    contents: "Hello",
  }))
    googleText += chunk.text ?? "";
  expect(googleText).toBe("Hello wörld 世界");
  expect((await stage.spending()).charges).toBe(3);
});

test("a tool call comes back as one of OpenAI's, and its result goes on", async () => {
  const { stage, cloud } = await start(() => Response.json(CLAUDE_TOOL_CALL));
  const tools = [
    {
      type: "function",
      function: {
        name: "top_song",
        parameters: { type: "object", properties: { sign: { type: "string" } } },
      },
    },
  ];
  const first: unknown = await (await stage.chat({ tools })).json();
  const call = Object(first).choices[0].message;
  expect(call.tool_calls[0].function).toEqual({ name: "top_song", arguments: '{"sign":"WZPZ"}' });
  const result = { role: "tool", tool_call_id: call.tool_calls[0].id, content: "Elemental Hotel" };
  expect((await stage.chat({ tools, messages: [...HELLO, call, result] })).status).toBe(200);
  expect(Object(cloud.calls[1]?.json["messages"]).at(-1)).toMatchObject({
    role: "user",
    content: [{ type: "tool_result", tool_use_id: "toolu_bdrk_01" }],
  });
  expect(cloud.calls[1]?.json).toMatchObject({ anthropic_version: "bedrock-2023-05-31" });
});

test("an API key needs no signature; temporary credentials sign their token too", async () => {
  const bearer = await start(whole, { key: `${BEDROCK_API_KEY}|eu-west-1` });
  expect((await bearer.stage.post("/v1/messages", MESSAGE)).status).toBe(200);
  expect(bearer.cloud.calls[0]?.target).toContain("/eu.anthropic.");
  const temporary = await start(whole, { key: `${BEDROCK_KEY}|a-session-token` });
  expect((await temporary.stage.post("/v1/messages", MESSAGE)).status).toBe(200);
  expect(temporary.cloud.calls[0]?.headers["x-amz-security-token"]).toBe("a-session-token");
});

test("a wrong secret is refused as such, without a part of the key in the answer", async () => {
  const key = `${BEDROCK_CREDENTIAL.accessKeyId}|wrong|us-east-1`;
  const { stage } = await start(
    () => awsError(403, "UnrecognizedClientException", `bad ${BEDROCK_CREDENTIAL.accessKeyId}`),
    {
      key,
    },
  );
  const answer = await stage.post("/v1/messages", MESSAGE);
  const body = await answer.text();
  expect(JSON.parse(body)).toMatchObject({ type: "error", error: { type: "authentication_error" } });
  expect(body).not.toContain(BEDROCK_CREDENTIAL.accessKeyId);
  expect(await stage.spending()).toEqual({ user: 0, token: 0, charges: 0, held: 0 });
});

test("a clock that is wrong is learnt from AWS's, once", async () => {
  const { stage, cloud } = await start(whole, {}, 30 * 60_000);
  expect((await stage.post("/v1/messages", MESSAGE)).status).toBe(200);
  expect(cloud.calls).toHaveLength(2);
  expect((await stage.post("/v1/messages", MESSAGE)).status).toBe(200);
  expect(cloud.calls).toHaveLength(3);
});

test("headers and parameters that a channel adds are part of what is signed", async () => {
  const setting = JSON.stringify({
    header_override: { "X-Amzn-Bedrock-GuardrailIdentifier": "gr 1" },
    param_override: { temperature: 0.5 },
  });
  const { stage, cloud } = await start(whole, { setting });
  expect((await stage.post("/v1/messages", MESSAGE)).status).toBe(200);
  expect(cloud.calls[0]?.headers["x-amzn-bedrock-guardrailidentifier"]).toBe("gr 1");
  expect(cloud.calls[0]?.json["temperature"]).toBe(0.5);
});

test.each([
  [429, "ThrottlingException", 429, "rate_limit_error"],
  [400, "ValidationException", 400, "invalid_request_error"],
  [403, "AccessDeniedException", 403, "permission_error"],
  [503, "ServiceUnavailableException", 503, "overloaded_error"],
  [408, "ModelTimeoutException", 408, "timeout_error"],
])("%d %s is told in the client's words", async (status, name, told, type) => {
  const { stage } = await start(() => awsError(status, name, "Too bad"));
  const answer = await stage.post("/v1/messages", MESSAGE);
  expect(await answer.json()).toMatchObject({ type: "error", error: { type, message: "Too bad" } });
  expect(answer.status).toBe(told);
  expect((await stage.spending()).user).toBe(0);
});

test("a throttled channel gives way to another", async () => {
  const { stage, cloud } = await start(() => awsError(429, "ThrottlingException", "Too many tokens"), {
    priority: 5,
  });
  await stage.addChannel({ type: 14 });
  expect((await stage.post("/v1/messages", MESSAGE)).status).toBe(200);
  expect(cloud.calls).toHaveLength(1);
  expect(stage.upstream.requestCount).toBe(1);
});

test("an exception in the first frame fails over, a later one ends the stream as an error", async () => {
  const throttled = exceptionFrame("throttlingException", "Too many tokens");
  const early = await start(streamed([throttled]), { priority: 5 });
  await early.stage.addChannel({ type: 14 });
  const answer = await early.stage.post("/v1/messages", { ...MESSAGE, stream: true });
  expect(await answer.text()).toContain("message_stop");
  const late = await start(streamed([...CLAUDE_FRAMES.slice(0, 4), throttled]));
  const text = await (await late.stage.post("/v1/messages", { ...MESSAGE, stream: true })).text();
  expect(text).toContain("wörld");
  expect(text).toEndWith(
    'event: error\ndata: {"type":"error","error":{"type":"rate_limit_error","message":"Too many tokens"}}\n\n',
  );
  const [row] = await late.stage.waitForLogs(1);
  expect(row?.other).toMatchObject({ stream_status: { end_reason: "upstream_error" } });
});

test("a damaged frame, a cut one and a reset end the stream honestly", async () => {
  const good = CLAUDE_FRAMES.slice(0, 4);
  const [next = Buffer.alloc(0)] = CLAUDE_FRAMES.slice(4);
  const damaged = Buffer.from(next);
  damaged.writeUInt8(damaged.readUInt8(40) ^ 1, 40);
  for (const [pieces, breaksOff] of [
    [[...good, damaged, ...CLAUDE_FRAMES.slice(5)], false],
    [[...good, next.subarray(0, 20)], false],
    [good, false],
    [good, true],
  ] as const) {
    const { stage } = await start(streamed(pieces, breaksOff));
    const text = await (await stage.post("/v1/messages", { ...MESSAGE, stream: true })).text();
    expect(text).toContain("wörld");
    expect(text).toContain("event: error");
    expect(text).not.toContain("message_stop");
    const [row] = await stage.waitForLogs(1);
    expect(row?.other).toMatchObject({ stream_status: { end_reason: "upstream_truncated" } });
  }
});

test("a web page instead of an answer is no answer", async () => {
  const page = new Blob(["<html>gateway</html>"], { type: "text/html" });
  for (const status of [200, 502]) {
    const { stage } = await start(() => new Response(page, { status }));
    for (const stream of [false, true]) {
      const failure = await failureOf(
        anthropicClient(stage).messages.create({ model: "chat", max_tokens: 50, messages: HELLO, stream }),
      );
      expect(Object(failure).status).toBe(502);
    }
    expect((await stage.spending()).user).toBe(0);
  }
});

test("other models are called in OpenAI's words, signed as well", async () => {
  const completion = {
    id: "chatcmpl-1",
    object: "chat.completion",
    created: 1,
    model: "openai.gpt-oss-120b-1:0",
    choices: [{ index: 0, finish_reason: "stop", message: { role: "assistant", content: "Hi" } }],
    usage: { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 },
  };
  const { stage, cloud } = await start(() => Response.json(completion), {
    model_mapping: '{"chat":"openai.gpt-oss-120b-1:0"}',
  });
  expect(await (await stage.chat()).json()).toEqual(completion);
  expect(cloud.calls[0]).toMatchObject({
    target: "/openai/v1/chat/completions",
    json: { model: "openai.gpt-oss-120b-1:0" },
  });
  const message: unknown = await (await stage.post("/v1/messages", MESSAGE)).json();
  expect(message).toMatchObject({ type: "message", content: [{ type: "text", text: "Hi" }] });
  const failing = await start(() => awsError(429, "ThrottlingException", "Too many tokens"), {
    model_mapping: '{"chat":"openai.gpt-oss-120b-1:0"}',
  });
  expect(await (await failing.stage.chat()).json()).toMatchObject({
    error: { code: "ThrottlingException", message: "Too many tokens" },
  });
});

test("the channel's test asks it", async () => {
  const { stage, cloud } = await start(whole);
  const admin = await stage.app.as("admin");
  const tested = await admin.call(`GET /api/channel/test/${stage.channelId}?model=chat`);
  expect(tested).toMatchObject({ success: true });
  expect(cloud.calls).toHaveLength(1);
});

test("embeddings are invoked in the words of their model, signed; its refusals are told in the client's", async () => {
  const titan: CloudReply = () => Response.json({ embedding: [0.5], inputTextTokenCount: 10 });
  const mapping = { model_mapping: '{"embed":"amazon.titan-embed-text-v2:0"}' };
  const { stage, cloud } = await start(titan, mapping);
  const answer = await stage.post("/v1/embeddings", { model: "embed", input: "Hello" });
  expect(await answer.json()).toMatchObject({
    data: [{ embedding: [0.5] }],
    usage: { prompt_tokens: 10 },
  });
  expect(cloud.calls[0]).toMatchObject({
    target: "/model/amazon.titan-embed-text-v2%3A0/invoke",
    json: { inputText: "Hello" },
  });
  expect((await stage.spending()).user).toBe(5);
  const many = await stage.post("/v1/embeddings", { model: "embed", input: ["a", "b"] });
  expect([many.status, await many.json()]).toMatchObject([400, { error: { param: "input" } }]);
  const refused = await start(() => awsError(429, "ThrottlingException", "Too many."), mapping);
  const limited = await refused.stage.post("/v1/embeddings", { model: "embed", input: "Hello" });
  expect([limited.status, await limited.text()]).toEqual([429, expect.stringContaining("Too many.")]);
  expect((await refused.stage.spending()).user).toBe(0);
});
