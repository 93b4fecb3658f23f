import { describe, expect, test } from "bun:test";
import { RelayError } from "../../relay-error.ts";
import { readOpenAiRequest, upstreamBytes } from "./openai-request.ts";
import type { ClientOperation } from "../client-request.ts";

const read = (body: unknown, operation: ClientOperation = "chat") =>
  readOpenAiRequest(operation, Buffer.from(typeof body === "string" ? body : JSON.stringify(body)));
const chat = (parts: object = {}) => ({ model: "m", messages: [{ role: "user", content: "Hi" }], ...parts });
const problemOf = (body: unknown, operation?: ClientOperation) => {
  try {
    read(body, operation);
    return undefined;
  } catch (error) {
    return error instanceof RelayError ? [error.code, error.details["param"]] : error;
  }
};

describe("a request", () => {
  test("tells what the pipeline must know", () => {
    expect(read(chat())).toMatchObject({ operation: "chat", model: "m", stream: false, wantsUsage: false });
    const asked = chat({ stream: true, stream_options: { include_usage: true }, reasoning_effort: "high" });
    expect(read(asked)).toMatchObject({ stream: true, wantsUsage: true, reasoningEffort: "high" });
    expect(read(chat({ stream: null })).stream).toBe(false);
  });
  test("for embeddings never streams and has no output", () => {
    const request = read({ model: "m", input: ["a", "b"], stream: true }, "embeddings");
    expect(request).toMatchObject({ stream: false, maxOutputTokens: 0, prompt: { texts: ["a", "b"] } });
  });
  test("bounds its answer by either limit, for each of its choices", () => {
    expect(read(chat()).maxOutputTokens).toBeUndefined();
    expect(read(chat({ max_tokens: 5 })).maxOutputTokens).toBe(5);
    expect(read(chat({ max_tokens: 5, max_completion_tokens: 9 })).maxOutputTokens).toBe(9);
    expect(read(chat({ max_tokens: 5, n: 3 })).maxOutputTokens).toBe(15);
    expect(read(chat({ max_tokens: null })).maxOutputTokens).toBeUndefined();
  });
  test("that the gateway cannot serve is refused with the parameter at fault", () => {
    expect(problemOf("{")).toEqual(["body.not-json", undefined]);
    expect(problemOf([])).toEqual(["body.not-object", undefined]);
    expect(problemOf({ messages: [] })).toEqual(["model.missing", undefined]);
    expect(problemOf(chat({ model: {} }))).toEqual(["body.parameter", "model"]);
    expect(problemOf(chat({ stream: 1 }))).toEqual(["body.parameter", "stream"]);
    expect(problemOf(chat({ messages: [] }))).toEqual(["body.parameter", "messages"]);
    expect(problemOf({ model: "m" }, "embeddings")).toEqual(["body.parameter", "input"]);
    for (const limit of [-1, 1.5, "9", Number.MAX_VALUE])
      expect(problemOf(chat({ max_tokens: limit }))).toEqual(["body.parameter", "max_tokens"]);
  });
  test("that is nested without end is refused instead of ending the gateway", () => {
    const deep = `${"[".repeat(300_000)}${"]".repeat(300_000)}`;
    expect(problemOf(`{"model":"m","messages":[{"content":${deep}}]}`)).toEqual(["body.not-json", undefined]);
  });
  test("has a prompt of all its texts; pictures are counted by the piece", () => {
    const parts = [
      { type: "text", text: "look" },
      { type: "image_url", image_url: { url: "data:image/png;base64,AAAA" } },
    ];
    const { prompt } = read(chat({ messages: [{ role: "user", content: parts }, { content: "now" }] }));
    expect(prompt).toMatchObject({ texts: ["look", "now"], images: 1, messages: 2 });
    expect(read({ model: "m", prompt: ["a", "b"] }, "completions").prompt.texts).toEqual(["a", "b"]);
  });
  test("tells how many answers it asks for: the best of some count as all of them, for each prompt", () => {
    expect(read(chat()).choices).toBe(1);
    expect(read(chat({ n: 3 })).choices).toBe(3);
    expect(read(chat({ n: -2 })).choices).toBe(1);
    const completion = (parts: object) => read({ model: "m", prompt: "a", ...parts }, "completions");
    expect(completion({ best_of: 4, n: 2, max_tokens: 10 })).toMatchObject({
      choices: 4,
      maxOutputTokens: 40,
    });
    expect(completion({ prompt: ["a", "b"], n: 2, max_tokens: 10 }).maxOutputTokens).toBe(40);
    expect(completion({ prompt: [1, 2, 3] }).choices).toBe(1);
    expect(read({ model: "m", input: ["a", "b"] }, "embeddings").choices).toBe(1);
  });
});

describe("the bytes for the upstream", () => {
  const sent = (body: string, model = "m", asksForUsage = true) =>
    Buffer.from(upstreamBytes(read(body), model, asksForUsage)).toString();
  const MESSAGES = '"messages":[{"role":"user","content":"\\u00e9 \\/ 1.0"}]';

  test("are the client's own where nothing must change", () => {
    const request = read(chat());
    expect(upstreamBytes(request, "m", true)).toBe(request.bytes);
    const asked = `{"model":"m",${MESSAGES},"stream":true,"stream_options":{"include_usage":true}}`;
    expect(sent(asked)).toBe(asked);
    const streamed = `{"model":"m",${MESSAGES},"stream":true}`;
    expect(sent(streamed, "m", false)).toBe(streamed);
  });
  test("differ in the model's name alone when it is mapped", () => {
    expect(sent(`{ "model" : "m",\n ${MESSAGES}, "seed":1.50 }`, 'v"1')).toBe(
      `{ "model" : "v\\"1",\n ${MESSAGES}, "seed":1.50 }`,
    );
  });
  test("ask for usage where a stream did not, and keep the other stream options", () => {
    expect(sent(`{"model":"m",${MESSAGES},"stream":true}`)).toBe(
      `{"model":"m",${MESSAGES},"stream":true,"stream_options":{"include_usage":true}}`,
    );
    expect(sent(`{"model":"m",${MESSAGES},"stream":true,"stream_options":{"a":1}}`)).toEndWith(
      '"stream_options":{"a":1,"include_usage":true}}',
    );
    expect(
      sent(`{"model":"m",${MESSAGES},"stream":true,"stream_options":{"include_usage":false}}`),
    ).toEndWith('"stream_options":{"include_usage":true}}');
    expect(sent(`{"model":"m",${MESSAGES},"stream":true,"stream_options":null}`)).toEndWith(
      '"stream_options":{"include_usage":true}}',
    );
  });
});

describe("a body that names two models is refused, however the second is spelled", () => {
  test.each([
    ['{"model":"dear","model":"cheap","messages":[{}]}'],
    ['{"Model":"dear","model":"cheap","messages":[{}]}'],
    [String.raw`{"\u006dodel":"dear","model":"cheap","messages":[{}]}`],
  ])("%s", (text) => {
    expect(() => readOpenAiRequest("chat", new TextEncoder().encode(text))).toThrow("more than once");
  });

  test("but a message may speak of models", () => {
    const text = JSON.stringify({ model: "m", messages: [{ role: "user", content: '"model" and "model"' }] });
    const nested = '{"model":"m","messages":[{"model":"x","content":"\\u00e9"}],"metadata":{"model":"y"}}';
    for (const body of [text, nested])
      expect(readOpenAiRequest("chat", new TextEncoder().encode(body)).model).toBe("m");
  });
});
