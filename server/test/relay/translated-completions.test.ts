import { describe, expect, test } from "bun:test";
import OpenAI from "openai";
import { DEFAULT_TEXT } from "../support/fake-upstream/answer-text.ts";
import { useRelayStages } from "./relay-stage.ts";

const stages = useRelayStages();

/** Mistral tells its usage in every stream. */
const TOKENS = { promptTokens: 10, completionTokens: 20, usage: "always" } as const;
/** 10 read + 20 written × 2. */
const QUOTA = 50;
const ASK = { model: "instruct", prompt: "Say hello", max_tokens: 64, temperature: 0.5, stop: ["END"] };

/** One for each dialect of chats; the last is of OpenAI's, at a vendor without completions. */
const UPSTREAMS = [
  ["Anthropic", 14, "claude-sonnet-4-5", "/v1/messages"],
  ["Gemini", 24, "gemini-2.5-flash", "/v1beta/models/gemini-2.5-flash:"],
  ["OpenAI's responses", 1, "gpt-5-pro", "/v1/responses"],
  ["Mistral", 42, "mistral-large-latest", "/v1/chat/completions"],
] as const;

const channelOf = (type: number, model: string) => ({
  type,
  model_mapping: JSON.stringify({ instruct: model }),
});

describe.each(UPSTREAMS)("a legacy completion at %s", (_, type, model, path) => {
  test("is answered whole and as a stream, and charged to the unit", async () => {
    const stage = await stages.create({ engine: "sqlite", channel: channelOf(type, model) });
    stage.upstream.setDefault(TOKENS);
    const client = new OpenAI({ baseURL: `${stage.url}/v1`, apiKey: stage.apiKey, maxRetries: 0 });
    const whole = await client.completions.create(ASK);
    expect(whole).toMatchObject({
      id: expect.stringMatching(/^cmpl-/),
      object: "text_completion",
      choices: [{ text: DEFAULT_TEXT, index: 0, logprobs: null, finish_reason: "stop" }],
      usage: { prompt_tokens: 10, completion_tokens: 20, total_tokens: 30 },
    });
    const chunks: OpenAI.Completion[] = [];
    for await (const chunk of await client.completions.create({ ...ASK, stream: true })) chunks.push(chunk);
    expect(chunks.map(({ choices }) => choices[0]?.text).join("")).toBe(DEFAULT_TEXT);
    expect(chunks.at(-1)?.choices).toEqual([{ text: "", index: 0, logprobs: null, finish_reason: "stop" }]);
    for (const chunk of chunks) expect(chunk).toEqual({ ...chunk, object: "text_completion" });
    expect(chunks.some((chunk) => "usage" in chunk)).toBe(false);

    const [request] = stage.upstream.requests;
    expect(request?.path).toStartWith(path);
    for (const word of ["Say hello", "64", "0.5"]) expect(request?.body.toString()).toContain(word);
    expect(await stage.logs()).toMatchObject([
      { quota: QUOTA, is_stream: 0, model_name: "instruct" },
      { quota: QUOTA, is_stream: 1, model_name: "instruct" },
    ]);
    expect(await stage.spending()).toEqual({ user: 2 * QUOTA, token: 2 * QUOTA, charges: 2, held: 0 });
  });
});

const ANTHROPIC = channelOf(14, "claude-sonnet-4-5");

test("a stream tells its usage where that is asked for", async () => {
  const stage = await stages.create({ engine: "sqlite", channel: ANTHROPIC });
  stage.upstream.setDefault(TOKENS);
  const asked = { ...ASK, stream: true, stream_options: { include_usage: true } };
  const lines = (await (await stage.post("/v1/completions", asked)).text()).trim().split("\n\n");
  expect(lines.at(-1)).toBe("data: [DONE]");
  expect(JSON.parse(lines.at(-2)?.slice(6) ?? "")).toMatchObject({
    object: "text_completion",
    choices: [],
    usage: { prompt_tokens: 10, completion_tokens: 20, total_tokens: 30 },
  });
});

test("what a chat cannot say of a completion is told in the header and in the log", async () => {
  const stage = await stages.create({ engine: "sqlite", channel: ANTHROPIC });
  const answer = await stage.post("/v1/completions", { ...ASK, suffix: "}", echo: true, best_of: 2 });
  expect(answer.status).toBe(200);
  for (const name of ["suffix", "echo", "best_of"])
    expect(answer.headers.get("x-tollgate-losses")).toContain(`extensions.fields.${name}`);
  const [row] = await stage.logs();
  expect(JSON.stringify(row?.other.losses)).toContain("extensions.fields.suffix");
});

test("several prompts are refused by name where no channel has completions, and nothing is sent", async () => {
  const stage = await stages.create({ engine: "sqlite", channel: ANTHROPIC });
  for (const prompt of [
    ["one", "two"],
    [1, 2, 3],
  ]) {
    const answer = await stage.post("/v1/completions", { ...ASK, prompt });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ error: { param: "prompt", type: "invalid_request_error" } });
  }
  expect(stage.upstream.requestCount).toBe(0);
  expect(await stage.spending()).toEqual({ user: 0, token: 0, charges: 0, held: 0 });
});

test("several prompts go to a channel that has completions, as they came", async () => {
  const stage = await stages.create({ engine: "sqlite", channel: { ...ANTHROPIC, priority: 10 } });
  const secondId = await stage.addChannel();
  const body = JSON.stringify({ ...ASK, prompt: ["one", "two"] });
  expect((await stage.post("/v1/completions", body)).status).toBe(200);
  const [request] = stage.upstream.requests;
  expect([request?.path, request?.body.toString()]).toEqual(["/v1/completions", body]);
  const [row] = await stage.logs();
  expect(row?.other.admin_info).toMatchObject({ use_channel: [secondId] });
});

test("a vendor's refusal is told in OpenAI's envelope, and a stream that breaks off in an error event", async () => {
  const stage = await stages.create({ engine: "sqlite", channel: ANTHROPIC });
  stage.upstream.enqueue({ status: 429, error: { message: "the vendor's own words" } });
  const refused = await stage.post("/v1/completions", ASK);
  expect([refused.status, Object(await refused.json()).error.message]).toEqual([
    429,
    expect.stringContaining("the vendor's own words"),
  ]);
  stage.upstream.enqueue({ fault: "ends-early" });
  const text = await (await stage.post("/v1/completions", { ...ASK, stream: true })).text();
  expect(text).toContain('"error"');
  expect(text).not.toContain("[DONE]");
});

test("a channel's instructions and an ending of its model's name count for a completion that becomes a chat", async () => {
  const stage = await stages.create({
    engine: "sqlite",
    channel: {
      ...channelOf(14, "claude-sonnet-4-5-thinking"),
      setting: JSON.stringify({ system_prompt: "You are terse." }),
    },
  });
  expect((await stage.post("/v1/completions", { ...ASK, max_tokens: 4000 })).status).toBe(200);
  const sent = JSON.parse(stage.upstream.requests[0]?.body.toString() ?? "");
  expect(sent).toMatchObject({ model: "claude-sonnet-4-5", thinking: { type: "enabled" } });
  expect(JSON.stringify(sent.system)).toContain("You are terse.");
});
