import { expect, test } from "bun:test";
import type { ChannelFacts } from "../support/factories.ts";
import { TENCENT_ID, TENCENT_SECRET } from "../support/fake-upstream/hunyuan-dialect.ts";
import { HELLO, useRelayStages } from "./relay-stage.ts";

const stages = useRelayStages();

interface BotCase {
  readonly name: string;
  readonly channel: ChannelFacts;
  /** Whether it tells how many tokens it has used. */
  readonly reports: boolean;
  /** The error that it answers with for a wrong request, as a client gets it. */
  readonly refusal: { readonly code: string; readonly status: number };
}

const BOTS: readonly BotCase[] = [
  { name: "Dify", channel: { type: 37 }, reports: true, refusal: { code: "invalid_param", status: 400 } },
  {
    name: "Coze",
    channel: { type: 49, other: "7379462189365198898" },
    reports: true,
    refusal: { code: "4000", status: 400 },
  },
  {
    name: "Baidu v1",
    channel: { type: 15, key: "the-ak|the-sk" },
    reports: true,
    refusal: { code: "336003", status: 400 },
  },
  {
    name: "Hunyuan, signed",
    channel: { type: 23, key: `1250000000|${TENCENT_ID}|${TENCENT_SECRET}` },
    reports: true,
    refusal: { code: "InternalError", status: 500 },
  },
  {
    name: "AI Proxy's library",
    channel: { type: 21, other: "lib-1" },
    reports: false,
    refusal: { code: "500", status: 502 },
  },
];

const start = (channel: ChannelFacts) => stages.create({ engine: "sqlite", channel });

test.each(BOTS)(
  "$name answers in full, in a stream and in another dialect, and is charged",
  async ({ channel, reports }) => {
    const stage = await start(channel);
    stage.upstream.setDefault({ content: ["Hello ", "there ", "👋"] });
    const whole = await stage.chat();
    expect(await whole.json()).toMatchObject({
      object: "chat.completion",
      choices: [{ message: { role: "assistant", content: "Hello there 👋" }, finish_reason: "stop" }],
    });
    if (reports) expect((await stage.spending()).user).toBe(140);
    const streamed = await (await stage.chat({ stream: true })).text();
    expect(textOfChunks(streamed)).toBe("Hello there 👋");
    expect(streamed).toEndWith("data: [DONE]\n\n");
    const message = await stage.post("/v1/messages", { model: "chat", max_tokens: 50, messages: HELLO });
    expect(await message.json()).toMatchObject({ content: [{ type: "text", text: "Hello there 👋" }] });
    const { charges, held } = await stage.spending();
    expect({ charges, held }).toEqual({ charges: 3, held: 0 });
    if (reports) expect((await stage.spending()).user).toBe(420);
  },
);

test.each(BOTS)(
  "$name's refusal is an error in the client's words, and costs nothing",
  async ({ channel, refusal }) => {
    const stage = await start(channel);
    await stage.chat();
    const before = await stage.spending();
    stage.upstream.when({}, { status: refusal.status });
    for (const stream of [false, true]) {
      const answer = await stage.chat({ stream });
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(await answer.json()).toMatchObject({ error: { message: expect.any(String) } });
    }
    expect(await stage.spending()).toEqual(before);
  },
);

test.each(BOTS)("$name that breaks off or fails in a stream ends in an error event", async ({ channel }) => {
  const stage = await start(channel);
  await stage.chat();
  for (const fault of ["ends-early", "error-event", "reset-mid-event"] as const) {
    stage.upstream.setDefault({ content: ["one ", "two ", "three ", "four "], chunkPaceMs: 1, fault });
    const text = await (await stage.chat({ stream: true })).text();
    expect(text).toContain('"error"');
    expect(text).not.toContain("[DONE]");
  }
  expect((await stage.spending()).held).toBe(0);
});

test.each(BOTS)("$name that breaks off has given no whole answer", async ({ channel }) => {
  const stage = await start(channel);
  await stage.chat();
  const { charges } = await stage.spending();
  stage.upstream.setDefault({ content: ["one ", "two ", "three "], fault: "reset-mid-body" });
  expect((await stage.chat()).status).toBeGreaterThanOrEqual(500);
  expect((await stage.spending()).charges).toBe(charges);
});

function textOfChunks(text: string): string {
  return text
    .split("\n\n")
    .filter((event) => event.startsWith("data: {"))
    .map((event): unknown => JSON.parse(event.slice("data: ".length)))
    .map((chunk) => Object(chunk).choices[0]?.delta?.content ?? "")
    .join("");
}

test("what a bot has no word for is named in the log and in a header", async () => {
  const stage = await start({ type: 37 });
  const tool = { type: "function", function: { name: "f" } };
  const answer = await stage.chat({ tools: [tool], temperature: 0.5 });
  const losses = answer.headers.get("x-tollgate-losses");
  for (const path of ["left-out tools", "left-out sampling", "added endUser"]) expect(losses).toContain(path);
  expect((await stage.logs())[0]?.other.losses).toContain("left-out tools: dify has no word for it");
});

test("a channel's own instructions reach each of them", async () => {
  for (const { channel } of BOTS) {
    const stage = await start({ ...channel, setting: '{"system_prompt":"Be a pirate."}' });
    expect((await stage.chat()).status).toBe(200);
    expect(stage.upstream.requests.at(-1)?.body.toString()).toContain("Be a pirate.");
  }
});

test("Dify's app is chosen by `other`, or by the beginning of the model's name", async () => {
  for (const [facts, path] of [
    [{ other: "workflow" }, "/v1/workflows/run"],
    [{ other: "completion" }, "/v1/completion-messages"],
    [{ model_mapping: '{"chat":"workflow-1"}' }, "/v1/workflows/run"],
    [{ other: "agent", model_mapping: '{"chat":"workflow-1"}' }, "/v1/chat-messages"],
  ] as const) {
    const stage = await start({ type: 37, ...facts });
    stage.upstream.setDefault({ content: "done" });
    expect(await (await stage.chat()).json()).toMatchObject({ choices: [{ message: { content: "done" } }] });
    expect(stage.upstream.requests[0]?.path).toBe(path);
  }
});

test("a wrong signature is a refused key; one token of Baidu's serves many calls", async () => {
  const signed = await start({ type: 23, key: `1250000000|${TENCENT_ID}|wrong` });
  expect((await signed.chat()).status).toBe(401);
  const baidu = await start({ type: 15, key: "the-ak|the-sk" });
  await Promise.all([baidu.chat(), baidu.chat(), baidu.chat()]);
  const tokens = baidu.upstream.requests.filter(({ path }) => path.startsWith("/oauth/"));
  expect(tokens).toHaveLength(1);
  const malformed = await start({ type: 15, key: "one-part" });
  expect((await malformed.chat()).status).toBeGreaterThanOrEqual(400);
});

test("a tool of the client's is called by Baidu's function", async () => {
  const stage = await start({ type: 15, key: "the-ak|the-sk" });
  stage.upstream.when(
    { path: "/rpc/2.0/ai_custom/v1/wenxinworkshop/chat/chat" },
    { toolCalls: [{ name: "f", argumentsJson: '{"a":1}' }] },
  );
  const tools = [{ type: "function", function: { name: "f", parameters: { type: "object" } } }];
  for (const stream of [false, true]) {
    const text = await (await stage.chat({ tools, stream })).text();
    expect(text).toContain('"tool_calls"');
    expect(text).toContain('{\\"a\\":1}');
  }
});
