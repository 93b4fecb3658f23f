import { afterAll, beforeEach, describe, expect, test } from "bun:test";
import OpenAI, {
  APIError,
  AuthenticationError,
  BadRequestError,
  NotFoundError,
  RateLimitError,
} from "openai";

import { DEFAULT_TEXT } from "./answer-text.ts";
import { startFakeUpstream } from "./fake-upstream.ts";

const upstream = await startFakeUpstream({
  acceptedKeys: ["sk-good", "sk-other"],
  knownModels: ["gpt-4o", "text-embedding-3-small"],
});
const client = clientWith("sk-good");
const messages = [{ role: "user" as const, content: "hi" }];
const chat = { model: "gpt-4o", messages };

function clientWith(apiKey: string): OpenAI {
  return new OpenAI({ apiKey, baseURL: `${upstream.url}/v1`, maxRetries: 0 });
}

async function failureOf(promise: Promise<unknown>): Promise<APIError> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof APIError) return error;
  throw new Error(`Expected an APIError, not ${String(error)}`);
}

beforeEach(() => upstream.reset());
afterAll(() => upstream.stop());

describe("chat", () => {
  test("a JSON answer has text, finish reason and usage", async () => {
    upstream.setDefault({ promptTokens: 5, completionTokens: 7, cachedTokens: 2, reasoningTokens: 3 });
    const answer = await client.chat.completions.create(chat);
    expect(answer.object).toBe("chat.completion");
    expect(answer.model).toBe("gpt-4o");
    expect(answer.choices[0]).toMatchObject({ finish_reason: "stop", message: { content: DEFAULT_TEXT } });
    expect(answer.usage).toMatchObject({
      prompt_tokens: 5,
      completion_tokens: 7,
      total_tokens: 12,
      prompt_tokens_details: { cached_tokens: 2 },
      completion_tokens_details: { reasoning_tokens: 3 },
    });
  });

  test("an answer can leave out its usage, have n choices, and reason", async () => {
    upstream.setDefault({
      usage: "never",
      content: "x",
      reasoningContent: "because",
      finishReason: "length",
    });
    const answer = await client.chat.completions.create({ ...chat, n: 2 });
    expect(answer.usage).toBeUndefined();
    expect(answer.choices.map((choice) => choice.index)).toEqual([0, 1]);
    expect(answer.choices[1]).toMatchObject({
      finish_reason: "length",
      message: { content: "x", reasoning_content: "because" },
    });
  });

  test("a stream carries its pieces and reports usage only when asked", async () => {
    upstream.setDefault({ content: ["one ", "two ", "世界"], promptTokens: 1, completionTokens: 2 });
    const plain = await Array.fromAsync(await client.chat.completions.create({ ...chat, stream: true }));
    expect(plain.map((chunk) => chunk.choices[0]?.delta.content)).toEqual([
      "",
      "one ",
      "two ",
      "世界",
      undefined,
    ]);
    expect(plain.at(-1)?.choices[0]?.finish_reason).toBe("stop");
    expect(plain.some((chunk) => "usage" in chunk)).toBe(false);

    const asked = await client.chat.completions.create({
      ...chat,
      stream: true,
      stream_options: { include_usage: true },
    });
    const chunks = await Array.fromAsync(asked);
    expect(chunks.at(-1)).toMatchObject({ choices: [], usage: { total_tokens: 3 } });
    expect(chunks.slice(0, -1).map((chunk) => chunk.usage)).toEqual([null, null, null, null, null]);
    expect(new Set(chunks.map((chunk) => chunk.id)).size).toBe(1);
  });

  test("usage comes unasked, not at all, or in the finishing chunk, as the behaviour says", async () => {
    async function usagesOf(): Promise<unknown[]> {
      const stream = await client.chat.completions.create({ ...chat, stream: true });
      return (await Array.fromAsync(stream)).flatMap((chunk) => chunk.usage ?? []);
    }
    upstream.enqueue(
      { usage: "always" },
      { usage: "never" },
      { usage: "always", usagePlacement: "finish-chunk" },
    );
    expect(await usagesOf()).toHaveLength(1);
    expect(await usagesOf()).toHaveLength(0);
    const stream = await client.chat.completions.create({ ...chat, stream: true });
    expect((await Array.fromAsync(stream)).at(-1)).toMatchObject({
      choices: [{ finish_reason: "stop" }],
      usage: { total_tokens: 30 },
    });
  });

  test("a stream of n choices and a reasoning text keeps them apart", async () => {
    upstream.setDefault({ content: ["a", "b"], reasoningContent: "why" });
    const stream = await client.chat.completions.create({ ...chat, n: 2, stream: true });
    const chunks = await Array.fromAsync(stream);
    const second = chunks.flatMap((chunk) => chunk.choices).filter((choice) => choice.index === 1);
    const deltas: unknown[] = second.map((choice) => choice.delta);
    expect(deltas).toEqual([
      { role: "assistant", content: "", refusal: null },
      { reasoning_content: "why" },
      { content: "a" },
      { content: "b" },
      {},
    ]);
  });

  test("a refusal stands in place of the content", async () => {
    upstream.setDefault({ refusal: "I must not." });
    const answer = await client.chat.completions.create(chat);
    expect(answer.choices[0]?.message).toMatchObject({ content: null, refusal: "I must not." });
    const final = await client.chat.completions.stream(chat).finalChatCompletion();
    expect(final.choices[0]?.message.refusal).toBe("I must not.");
  });
});

describe("tools and JSON", () => {
  const tools = [{ type: "function" as const, function: { name: "weather", parameters: {} } }];
  const toolCalls = [
    { id: "call_a", name: "weather", argumentsJson: ['{"city":', '"北京"}'] },
    { name: "time", argumentsJson: '{"zone":"Europe/Berlin"}' },
  ];

  test("tools alone do not change the answer", async () => {
    const answer = await client.chat.completions.create({ ...chat, tools });
    expect(answer.choices[0]?.message.content).toBe(DEFAULT_TEXT);
  });

  test("parallel calls come whole in JSON", async () => {
    upstream.setDefault({ toolCalls });
    const answer = await client.chat.completions.create({ ...chat, tools });
    expect(answer.choices[0]).toMatchObject({
      finish_reason: "tool_calls",
      message: {
        content: null,
        tool_calls: [
          { id: "call_a", type: "function", function: { name: "weather", arguments: '{"city":"北京"}' } },
          { id: "call_fake1", function: { name: "time", arguments: '{"zone":"Europe/Berlin"}' } },
        ],
      },
    });
  });

  test("parallel calls come in fragments in a stream", async () => {
    upstream.setDefault({ toolCalls, content: "Let me look." });
    const stream = client.chat.completions.stream({ ...chat, tools });
    const fragments: string[] = [];
    stream.on("chunk", (chunk) => {
      for (const call of chunk.choices[0]?.delta.tool_calls ?? []) {
        fragments.push(`${call.index}${call.function?.arguments}`);
      }
    });
    const message = (await stream.finalChatCompletion()).choices[0]?.message;
    expect(fragments.slice(0, 4)).toEqual(["0", '0{"city":', '0"北京"}', "1"]);
    expect(fragments).toHaveLength(7);
    expect(message?.content).toBe("Let me look.");
    const calls = message?.tool_calls?.map((call) => (call.type === "function" ? call.function : undefined));
    expect(calls?.map((call) => call?.arguments)).toEqual(['{"city":"北京"}', '{"zone":"Europe/Berlin"}']);
  });

  test("JSON mode answers JSON, and by a schema what the schema asks for", async () => {
    const free = await client.chat.completions.create({ ...chat, response_format: { type: "json_object" } });
    expect(JSON.parse(free.choices[0]?.message.content ?? "")).toBeObject();
    const schema = { type: "object", properties: { city: { type: "string" }, days: { type: "integer" } } };
    const stream = client.chat.completions.stream({
      ...chat,
      response_format: { type: "json_schema", json_schema: { name: "plan", schema } },
    });
    const bound = await stream.finalChatCompletion();
    expect(JSON.parse(bound.choices[0]?.message.content ?? "")).toEqual({ city: "text", days: 1 });
  });
});

describe("the other endpoints", () => {
  test("a legacy completion answers and streams", async () => {
    upstream.setDefault({ content: ["a ", "b"] });
    const answer = await client.completions.create({ model: "gpt-4o", prompt: "x" });
    expect(answer).toMatchObject({
      object: "text_completion",
      choices: [{ text: "a b", finish_reason: "stop" }],
    });
    expect(answer.usage?.total_tokens).toBe(30);
    const stream = await client.completions.create({
      model: "gpt-4o",
      prompt: "x",
      stream: true,
      stream_options: { include_usage: true },
    });
    const chunks = await Array.fromAsync(stream);
    expect(chunks.map((chunk) => chunk.choices[0]?.text)).toEqual(["a ", "b", "", undefined]);
    expect(chunks.at(-1)?.usage?.total_tokens).toBe(30);
  });

  test("embeddings are the same in both encodings, of length 1, and differ by input", async () => {
    const model = "text-embedding-3-small";
    const input = ["a", "b", "a"];
    // the SDK asks for base64 unless told otherwise
    const packed = await client.embeddings.create({ model, input, dimensions: 16 });
    const plain = await client.embeddings.create({ model, input, dimensions: 16, encoding_format: "float" });
    const [first = [], second, third] = plain.data.map((entry) => entry.embedding);
    expect(packed.data.map((entry) => entry.embedding)).toEqual(plain.data.map((entry) => entry.embedding));
    expect(first).toHaveLength(16);
    expect(Math.hypot(...first)).toBeCloseTo(1, 5);
    expect(first).toEqual(third ?? []);
    expect(first).not.toEqual(second ?? []);
    expect(plain.usage).toEqual({ prompt_tokens: 10, total_tokens: 10 });
    const tokens = await client.embeddings.create({ model, input: [1, 2, 3], encoding_format: "float" });
    expect(tokens.data.map((entry) => entry.embedding.length)).toEqual([8]);
  });

  test("models are listed and shown", async () => {
    const models = await Array.fromAsync(client.models.list());
    expect(models.map((model) => model.id)).toEqual(["gpt-4o", "text-embedding-3-small"]);
    expect((await client.models.retrieve("gpt-4o")).object).toBe("model");
    expect(await failureOf(client.models.retrieve("gpt-9"))).toBeInstanceOf(NotFoundError);
  });
});

describe("refusals", () => {
  test("a key that is unknown or missing", async () => {
    const error = await failureOf(clientWith("sk-wrong-and-long").chat.completions.create(chat));
    expect(error).toBeInstanceOf(AuthenticationError);
    expect(error).toMatchObject({ code: "invalid_api_key", type: "invalid_request_error" });
    expect(error.message).toContain("sk-wrong****long");
    const response = await fetch(`${upstream.url}/v1/models`);
    expect(response.status).toBe(401);
  });

  test("a request without a model, without messages, or with an unknown model", async () => {
    const withoutModel = await failureOf(client.chat.completions.create({ ...chat, model: "" }));
    expect(withoutModel).toBeInstanceOf(BadRequestError);
    const withoutMessages = await failureOf(client.chat.completions.create({ ...chat, messages: [] }));
    expect(withoutMessages).toMatchObject({ status: 400, param: "messages" });
    const withoutInput = await failureOf(client.post("/embeddings", { body: { model: "gpt-4o" } }));
    expect(withoutInput).toMatchObject({ param: "input", code: "missing_required_parameter" });
    const unknown = await failureOf(client.chat.completions.create({ ...chat, model: "gpt-9" }));
    expect(unknown).toMatchObject({ status: 404, code: "model_not_found" });
  });

  test("a body that is not JSON, a wrong method, and an unknown path", async () => {
    const headers = { authorization: "Bearer sk-good" };
    const statusOf = async (path: string, init: RequestInit) =>
      (await fetch(upstream.url + path, { headers, ...init })).status;
    expect(await statusOf("/v1/chat/completions", { method: "POST", body: "{" })).toBe(400);
    expect(await statusOf("/v1/chat/completions", {})).toBe(405);
    expect(await statusOf("/v1/nothing", {})).toBe(404);
  });

  test("a refused request leaves the queue as it is", async () => {
    upstream.enqueue({ content: "queued" });
    await failureOf(clientWith("sk-wrong").chat.completions.create(chat));
    const answer = await client.chat.completions.create(chat);
    expect(answer.choices[0]?.message.content).toBe("queued");
  });
});

describe("errors on demand", () => {
  test("a status brings the usual body and the behaviour headers", async () => {
    upstream.enqueue(
      { status: 429, headers: { "retry-after": "7" } },
      {
        status: 429,
        error: { message: "No money.", type: "insufficient_quota", code: "insufficient_quota" },
      },
      { status: 503 },
    );
    const limited = await failureOf(client.chat.completions.create(chat));
    expect(limited).toBeInstanceOf(RateLimitError);
    expect(limited.code).toBe("rate_limit_exceeded");
    expect(limited.headers?.get("retry-after")).toBe("7");
    expect(await failureOf(client.chat.completions.create(chat))).toMatchObject({
      code: "insufficient_quota",
    });
    expect(await failureOf(client.chat.completions.create(chat))).toMatchObject({
      status: 503,
      type: "server_error",
    });
  });

  test("rules by key and by path", async () => {
    upstream.when({ key: "sk-other" }, { status: 500 });
    upstream.when({ path: "/v1/models" }, { body: "not json", headers: { "content-type": "text/csv" } });
    expect(await failureOf(clientWith("sk-other").chat.completions.create(chat))).toMatchObject({
      status: 500,
    });
    const response = await fetch(`${upstream.url}/v1/models`, {
      headers: { authorization: "Bearer sk-good" },
    });
    expect(response.headers.get("content-type")).toBe("text/csv");
    expect(await response.text()).toBe("not json");
    expect((await client.chat.completions.create(chat)).choices).toHaveLength(1);
  });

  test("an error event ends the SDK stream with an error", async () => {
    upstream.setDefault({ fault: "error-event", error: { message: "overloaded" } });
    const stream = await client.chat.completions.create({ ...chat, stream: true });
    expect((await failureOf(Array.fromAsync(stream))).message).toContain("overloaded");
  });
});
