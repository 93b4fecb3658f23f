import { expect, test } from "bun:test";
import type { ChannelFacts } from "../support/factories.ts";
import { CHANNEL_KEY, HELLO, useRelayStages } from "./relay-stage.ts";

const stages = useRelayStages();
const start = (channel: ChannelFacts) => stages.create({ engine: "sqlite", channel });

const MESSAGE = { model: "chat", max_tokens: 50, messages: HELLO };
const CONTENT = { contents: [{ role: "user", parts: [{ text: "Hello" }] }] };

test("a client's own version and betas go on to Anthropic, and none of its other headers", async () => {
  const stage = await start({ type: 14 });
  await stage.post("/v1/messages", MESSAGE, {
    headers: {
      "anthropic-version": "2026-10-21",
      "anthropic-beta": "one-2026-01-01,two-2026-01-01",
      "x-custom": "mine",
      cookie: "session=1",
    },
  });
  const headers = stage.upstream.requests[0]?.headers;
  expect(headers).toMatchObject({
    "anthropic-version": "2026-10-21",
    "anthropic-beta": "one-2026-01-01,two-2026-01-01",
    "x-api-key": CHANNEL_KEY,
  });
  for (const name of ["x-custom", "cookie", "authorization"]) expect(headers).not.toHaveProperty(name);
});

test("what is translated is written for the version that all models know, whatever the client says", async () => {
  const stage = await start({ type: 14, model_mapping: '{"chat":"claude-opus-4-8"}' });
  const answer = await stage.chat({ temperature: 0.5 }, { headers: { "anthropic-version": "2099-01-01" } });
  expect(answer.status).toBe(200);
  const [sent] = stage.upstream.requests;
  expect(sent?.headers["anthropic-version"]).toBe("2023-06-01");
  expect(sent?.json).not.toHaveProperty("temperature");
  expect(answer.headers.get("x-tollgate-losses")).toContain("temperature");
});

test("a body of the upstream's own dialect arrives byte for byte", async () => {
  const anthropic = '{ "max_tokens":50,"model" : "chat","messages":[{"role":"user","content":"\\u4e16 x"}] }';
  const gemini = '{ "contents" : [ {"parts":[{"text":"\\u4e16 x"}],"role":"user"} ]}';
  const responses = '{ "input":"\\u4e16 x", "model":"chat" , "store":false}';
  for (const [type, path, body] of [
    [14, "/v1/messages", anthropic],
    [24, "/v1beta/models/chat:generateContent", gemini],
    [1, "/v1/responses", responses],
  ] as const) {
    const stage = await start({ type });
    const answer = await stage.post(path, body);
    expect(answer.status).toBe(200);
    expect(stage.upstream.requests[0]?.body.toString()).toBe(body);
    expect(answer.headers.get("x-tollgate-losses")).toBeNull();
  }
});

test("a mapped model is named in the body at Anthropic and in the address at Google", async () => {
  const anthropic = await start({ type: 14, model_mapping: '{"chat":"claude-x"}' });
  await anthropic.post("/v1/messages", MESSAGE);
  expect(anthropic.upstream.requests[0]?.json).toEqual({ ...MESSAGE, model: "claude-x" });
  const gemini = await start({ type: 24, model_mapping: '{"chat":"gemini-x"}' });
  await gemini.post("/v1beta/models/chat:streamGenerateContent?alt=sse", CONTENT);
  expect(gemini.upstream.requests[0]?.path).toBe("/v1beta/models/gemini-x:streamGenerateContent");
  expect(gemini.upstream.requests[0]?.query.get("alt")).toBe("sse");
});

test("a client's key in the address of a Gemini call does not reach the upstream", async () => {
  const stage = await start({ type: 24 });
  const key = stage.apiKey;
  const answer = await fetch(`${stage.url}/v1beta/models/chat:generateContent?key=${key}`, {
    method: "POST",
    body: JSON.stringify(CONTENT),
  });
  expect(answer.status).toBe(200);
  const [sent] = stage.upstream.requests;
  expect(sent?.query.get("key")).toBeNull();
  expect(sent?.headers["x-goog-api-key"]).toBe(CHANNEL_KEY);
});

test("a Gemini stream for a client that asks for an array is one, and is charged", async () => {
  const stage = await start({ type: 24 });
  const answer = await stage.post("/v1beta/models/chat:streamGenerateContent", CONTENT);
  const chunks: unknown = await answer.json();
  expect(Array.isArray(chunks)).toBe(true);
  expect(stage.upstream.requests[0]?.query.get("alt")).toBe("sse");
  expect((await stage.spending()).user).toBe(140);
});

test("embeddings at Google go to its OpenAI-compatible side", async () => {
  const stage = await start({ type: 24 });
  const answer = await stage.post("/v1/embeddings", { model: "embed", input: "Hello" });
  expect(answer.status).toBe(200);
  expect(stage.upstream.requests[0]).toMatchObject({
    path: "/v1beta/openai/embeddings",
    headers: { authorization: `Bearer ${CHANNEL_KEY}` },
  });
  expect((await stage.spending()).user).toBe(5);
});

test("a call that a vendor does not have is refused before anything is sent", async () => {
  const stage = await start({ type: 14 });
  const answer = await stage.post("/v1/embeddings", { model: "embed", input: "Hello" });
  expect(answer.status).toBe(501);
  expect(stage.upstream.requestCount).toBe(0);
  expect(await stage.spending()).toEqual({ user: 0, token: 0, charges: 0, held: 0 });
});

test("thoughts of one vendor are thoughts for the client of another", async () => {
  const thinking = { reasoningContent: "because", reasoningTokens: 5 };
  for (const type of [14, 24]) {
    const stage = await start({ type });
    stage.upstream.setDefault(thinking);
    const answer = await stage.chat({ reasoning_effort: "low" });
    expect(await answer.json()).toMatchObject({
      choices: [{ message: { reasoning_content: "because" } }],
    });
    const message = await (await stage.post("/v1/messages", MESSAGE)).json();
    expect(Object(message).content[0]).toMatchObject({ type: "thinking", thinking: "because" });
  }
});

test("Mistral gets ids of calls that it takes, from clients of its own dialect and of others", async () => {
  const stage = await start({ type: 42 });
  const call = { id: "toolu_01AbCd", type: "function", function: { name: "f", arguments: "{}" } };
  const history = [
    ...HELLO,
    { role: "assistant", tool_calls: [call] },
    { role: "tool", tool_call_id: call.id, content: "1" },
  ];
  await stage.chat({ messages: history });
  const blocks = [
    ...HELLO,
    { role: "assistant", content: [{ type: "tool_use", id: call.id, name: "f", input: {} }] },
    { role: "user", content: [{ type: "tool_result", tool_use_id: call.id, content: "1" }] },
  ];
  await stage.post("/v1/messages", { ...MESSAGE, messages: blocks });
  for (const { json } of stage.upstream.requests) {
    const { messages } = Object(json);
    const { id } = messages[1].tool_calls[0];
    expect(id).toMatch(/^[A-Za-z0-9]{9}$/);
    expect(messages[2].tool_call_id).toBe(id);
  }
});

test("reranks go to Cohere's own address, and are charged by the search", async () => {
  const stage = await start({ type: 34 });
  stage.upstream.setDefault({ body: { results: [], meta: { billed_units: { search_units: 2 } } } });
  await stage.post("/v1/rerank", { model: "flat", query: "what", documents: ["one"] });
  expect(stage.upstream.requests[0]?.path).toBe("/v2/rerank");
  expect((await stage.spending()).user).toBe(2000);
});
