import { beforeAll, describe, expect, test } from "bun:test";
import { loadTokenizers } from "../../../pricing/token-count/load-tokenizers.ts";
import { estimatePrompt } from "./openai-prompt-tokens.ts";
import { readOpenAiRequest } from "./openai-request.ts";
import type { ClientOperation } from "../client-request.ts";

beforeAll(loadTokenizers);

const count = (body: object, operation: ClientOperation = "chat") =>
  estimatePrompt(readOpenAiRequest(operation, Buffer.from(JSON.stringify({ model: "gpt-4o", ...body }))));
const user = (content: unknown) => ({ messages: [{ role: "user", content }] });

/** The example of OpenAI's cookbook, with the numbers that its API answered. */
const WEATHER_MESSAGES = [
  {
    role: "system",
    content: "You are a helpful assistant that can answer to questions about the weather.",
  },
  { role: "user", content: "What's the weather like in San Francisco?" },
];
const WEATHER_TOOL = {
  type: "function",
  function: {
    name: "get_current_weather",
    description: "Get the current weather in a given location",
    parameters: {
      type: "object",
      properties: {
        location: { type: "string", description: "The city and state, e.g. San Francisco, CA" },
        unit: {
          type: "string",
          description: "The unit of temperature to return",
          enum: ["celsius", "fahrenheit"],
        },
      },
      required: ["location"],
    },
  },
};

describe("a prompt counts as OpenAI bills it", () => {
  test.each([
    ["gpt-3.5-turbo", 105],
    ["gpt-4", 105],
    ["gpt-4o", 101],
    ["gpt-4o-mini", 101],
  ])("with a tool, for %s: %d", (model, tokens) => {
    expect(count({ model, messages: WEATHER_MESSAGES, tools: [WEATHER_TOOL] })).toMatchObject({
      tokens,
      method: "tokenizer",
    });
  });

  test("with the framing of messages and of names", () => {
    const texts = ["Hello", "Hello!"];
    const messages = texts.map((content) => ({ role: "user", content }));
    expect(count({ messages }).tokens).toBe(3 + 4 + 1 + 4 + 2);
    expect(count({ messages: [{ role: "user", name: "ada", content: "Hello" }] }).tokens).toBe(
      3 + 4 + 1 + 1 + 1,
    );
  });

  test("without framing where there is no conversation", () => {
    const model = "text-embedding-3-small";
    expect(count({ model, input: ["Hello", "Hello!"] }, "embeddings").tokens).toBe(3);
    expect(count({ model, input: [[1, 2, 3], [4]] }, "embeddings").tokens).toBe(4);
    expect(count({ model: "davinci-002", prompt: "Hello" }, "completions").tokens).toBe(1);
  });
});

describe("what is no text", () => {
  const SMALL_GIF = "data:image/gif;base64,R0lGODlhAQABAAAAACw=";
  test("pictures count by the vendor's rule and the detail that is asked for", () => {
    const picture = (image_url: object) => count(user([{ type: "image_url", image_url }]));
    const framing = 3 + 4;
    expect(picture({ url: "https://example.com/a.png" })).toEqual({
      tokens: framing + 765,
      imageTokens: 765,
      audioTokens: 0,
      method: "tokenizer",
    });
    expect(picture({ url: "https://example.com/a.png", detail: "low" }).imageTokens).toBe(85);
    expect(picture({ url: SMALL_GIF, detail: "high" }).imageTokens).toBe(255);
  });
  test("sound counts by its length, files by their pages", () => {
    const data = "A".repeat(64_000);
    const sound = count(user([{ type: "input_audio", input_audio: { data, format: "mp3" } }]));
    expect(sound).toMatchObject({ audioTokens: 30, tokens: 37 });
    expect(count(user([{ type: "file", file: { file_data: data } }])).tokens).toBe(7 + 2000);
    expect(count(user([{ type: "file", file: { file_id: "file-1" } }])).tokens).toBe(7 + 4000);
  });
});

test("the model that is asked upstream decides, and another vendor's is estimated", () => {
  const request = readOpenAiRequest(
    "chat",
    Buffer.from(JSON.stringify({ model: "mine", ...user("Hello there") })),
  );
  expect(estimatePrompt(request).method).toBe("estimator");
  expect(estimatePrompt(request, "gpt-4o").method).toBe("tokenizer");
  const tools = [WEATHER_TOOL];
  const claude = (parts: object) => count({ model: "claude-sonnet-4-5", ...user("Hi"), ...parts }).tokens;
  expect(claude({ tools }) - claude({})).toBeGreaterThan(346);
});

test("a conversation of a megabyte is counted within a few per cent of its parts", () => {
  const content = "Gateways stand between programs and the services that they call. ".repeat(400);
  const one = count(user(content)).tokens;
  const messages = Array.from({ length: 40 }, () => ({ role: "user", content }));
  const all = count({ messages }).tokens;
  expect(Math.abs(all / (one * 40) - 1)).toBeLessThan(0.03);
});
