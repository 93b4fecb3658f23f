import { afterEach, expect, test } from "bun:test";
import OpenAI from "openai";
import { exceptionFrame } from "../support/fake-cloud/aws-frames.ts";
import { CONVERSE_CALL, CONVERSE_FRAMES, CONVERSE_TEXT } from "../support/fake-cloud/bedrock-nova.ts";
import { STREAM_HEADERS } from "../support/fake-cloud/bedrock-claude.ts";
import { piecewise } from "../support/fake-cloud/cloud-server.ts";
import type { CloudReply, CloudServer } from "../support/fake-cloud/cloud-server.ts";
import { awsError, BEDROCK_KEY, startFakeBedrock } from "../support/fake-cloud/fake-bedrock.ts";
import type { ChannelFacts } from "../support/factories.ts";
import { createTestClock } from "../support/test-clock.ts";
import { HELLO, useRelayStages } from "./relay-stage.ts";
import { anthropicClient, googleClient } from "./vendor-clients.ts";

const stages = useRelayStages();
const clouds: CloudServer[] = [];
afterEach(async () => {
  for (const cloud of clouds.splice(0)) await cloud[Symbol.asyncDispose]();
});

/** A gateway whose one channel is a fake Bedrock; `chat` is Nova there. */
async function start(reply: CloudReply, channel: ChannelFacts = {}) {
  const clock = createTestClock();
  const cloud = await startFakeBedrock(reply, clock.nowMs);
  clouds.push(cloud);
  const stage = await stages.create({
    engine: "sqlite",
    clock,
    options: { RetryTimes: "1" },
    channel: {
      type: 33,
      key: BEDROCK_KEY,
      base_url: cloud.url,
      model_mapping: '{"chat":"us.amazon.nova-pro-v1:0"}',
      ...channel,
    },
  });
  return { stage, cloud };
}

const whole: CloudReply = () => Response.json(CONVERSE_TEXT);
const streamed =
  (pieces: readonly Uint8Array[], breaksOff = false): CloudReply =>
  () =>
    new Response(piecewise(pieces, breaksOff), { headers: STREAM_HEADERS });
const TOOLS = [
  {
    type: "function" as const,
    function: {
      name: "top_song",
      parameters: { type: "object", properties: { sign: { type: "string" } } },
    },
  },
];

test("a chat is a conversation of Converse's, signed, and charged by its usage", async () => {
  const { stage, cloud } = await start(whole);
  const answer = await stage.chat({
    messages: [{ role: "system", content: "Be kind." }, ...HELLO],
    max_tokens: 50,
    temperature: 0.5,
    seed: 1,
  });
  expect(await answer.json()).toMatchObject({
    choices: [{ finish_reason: "stop", message: { content: "Hello there" } }],
    usage: { prompt_tokens: 10, completion_tokens: 5 },
  });
  expect(answer.headers.get("x-tollgate-losses")).toContain("seed");
  expect(cloud.calls[0]).toMatchObject({ target: "/model/us.amazon.nova-pro-v1%3A0/converse" });
  expect(cloud.calls[0]?.json).toEqual({
    system: [{ text: "Be kind." }],
    messages: [{ role: "user", content: [{ text: "Hello" }] }],
    inferenceConfig: { maxTokens: 50, temperature: 0.5 },
  });
  expect((await stage.spending()).user).toBe(50);
});

test("the official clients get its stream, wherever the frames are cut", async () => {
  const bytes = Buffer.concat(CONVERSE_FRAMES);
  const pieces = Array.from({ length: Math.ceil(bytes.length / 11) }, (_, index) =>
    bytes.subarray(index * 11, index * 11 + 11),
  );
  const { stage, cloud } = await start(streamed(pieces));
  const message = await anthropicClient(stage)
    .messages.stream({ model: "chat", max_tokens: 50, messages: HELLO })
    .finalMessage();
  expect(message).toMatchObject({
    stop_reason: "tool_use",
    content: [
      { type: "text", text: "Hello wörld 世界" },
      { type: "tool_use", id: "tooluse_1", name: "top_song", input: { sign: "WZPZ" } },
    ],
    usage: { input_tokens: 10, output_tokens: 5 },
  });
  expect(cloud.calls[0]?.target).toEndWith("/converse-stream");
  const openai = new OpenAI({ apiKey: stage.apiKey, baseURL: `${stage.url}/v1`, maxRetries: 0 });
  const completion = await openai.chat.completions
    .stream({ model: "chat", messages: HELLO, tools: TOOLS })
    .finalChatCompletion();
  expect(completion.choices[0]?.message.tool_calls?.[0]).toMatchObject({
    function: { name: "top_song", arguments: '{"sign":"WZPZ"}' },
  });
  let text = "";
  for await (const chunk of await googleClient(stage).models.generateContentStream({
    model: "chat",
    contents: "Hello",
  }))
    text += chunk.candidates?.[0]?.content?.parts?.map((part) => part.text ?? "").join("") ?? "";
  expect(text).toBe("Hello wörld 世界");
  expect((await stage.spending()).user).toBe(150);
});

test("a call of a tool and its result go both ways", async () => {
  const { stage, cloud } = await start(() => Response.json(CONVERSE_CALL));
  const first: unknown = await (await stage.chat({ tools: TOOLS })).json();
  const said = Object(first).choices[0].message;
  const result = { role: "tool", tool_call_id: said.tool_calls[0].id, content: "Elemental Hotel" };
  expect((await stage.chat({ tools: TOOLS, messages: [...HELLO, said, result] })).status).toBe(200);
  expect(cloud.calls[1]?.json).toMatchObject({
    messages: [
      { role: "user" },
      { role: "assistant", content: [{ toolUse: { toolUseId: "tooluse_1", input: { sign: "WZPZ" } } }] },
      {
        role: "user",
        content: [{ toolResult: { toolUseId: "tooluse_1", content: [{ text: "Elemental Hotel" }] } }],
      },
    ],
    toolConfig: { tools: [{ toolSpec: { name: "top_song" } }] },
  });
});

test("errors, whole and within a stream, are told in the client's words and fail over", async () => {
  const refused = await start(() => awsError(429, "ThrottlingException", "Too many tokens"));
  const answer = await refused.stage.chat();
  expect(answer.status).toBe(429);
  expect(await answer.text()).toContain("Too many tokens");
  await refused.stage.addChannel({ type: 1 });
  const early = await start(streamed([exceptionFrame("throttlingException", "Too many")]), { priority: 5 });
  await early.stage.addChannel({ type: 1 });
  expect(await (await early.stage.chat({ stream: true })).text()).toContain("[DONE]");
  for (const [pieces, breaksOff, reason] of [
    [
      [...CONVERSE_FRAMES.slice(0, 3), exceptionFrame("modelStreamErrorException", "oh")],
      false,
      "upstream_error",
    ],
    [CONVERSE_FRAMES.slice(0, 3), false, "upstream_truncated"],
    [CONVERSE_FRAMES.slice(0, 3), true, "upstream_truncated"],
  ] as const) {
    const { stage } = await start(streamed(pieces, breaksOff));
    const text = await (await stage.chat({ stream: true })).text();
    expect(text).toContain("wörld");
    expect(text).toContain('"error"');
    expect(text).not.toContain("[DONE]");
    const [row] = await stage.waitForLogs(1);
    expect(row?.other).toMatchObject({ stream_status: { end_reason: reason } });
  }
});

test("a channel's own instructions come first", async () => {
  const setting = JSON.stringify({ system_prompt: "Be brief.", system_prompt_override: true });
  const { stage, cloud } = await start(whole, { setting });
  await stage.chat({ messages: [{ role: "system", content: "Be kind." }, ...HELLO] });
  expect(cloud.calls[0]?.json["system"]).toEqual([{ text: "Be brief." }, { text: "Be kind." }]);
});
