import { expect, test } from "bun:test";
import type { ChatRequest } from "../chat/chat-request.ts";
import type { AnthropicTarget } from "../chat/chat-target.ts";
import { decodeAnthropicRequest } from "./anthropic-request-decoder.ts";
import { encodeAnthropicRequest } from "./anthropic-request-encoder.ts";

const bare: ChatRequest = {
  model: "client-name",
  system: [],
  messages: [{ role: "user", parts: [{ type: "text", text: "Hi" }] }],
  maxOutputTokens: 1024,
  stream: false,
  wantsUsage: true,
};

const encode = (request: Partial<ChatRequest>, anthropic: AnthropicTarget = {}) =>
  encodeAnthropicRequest({ ...bare, ...request }, { model: "claude", anthropic });

const lossPaths = (request: Partial<ChatRequest>, anthropic?: AnthropicTarget) =>
  encode(request, anthropic).losses.map(({ what, path }) => `${what} ${path}`);

const weather = {
  name: "weather",
  description: "The weather now",
  input_schema: {
    type: "object",
    properties: { place: { type: "string" } },
    required: ["place"],
    additionalProperties: false,
  },
};

/**
 * Requests as https://platform.claude.com/docs/en/api/messages and the pages on tool use, thinking, prompt caching,
 * citations and structured outputs write them.
 */
const DOCUMENTED: Readonly<Record<string, object>> = {
  "a greeting": { model: "claude", max_tokens: 1024, messages: [{ role: "user", content: "Hello, Claude" }] },
  "several turns with instructions": {
    model: "claude",
    max_tokens: 1024,
    system: "You are a helpful assistant.",
    messages: [
      { role: "user", content: "Hello there." },
      { role: "assistant", content: "Hi, I'm Claude. How can I help you?" },
      { role: "user", content: "Can you explain LLMs in plain English?" },
    ],
    temperature: 0.7,
    stop_sequences: ["Human:"],
    metadata: { user_id: "13803d75-b4b5-4c3e-b2a2-6f21399b021b" },
    service_tier: "auto",
    stream: true,
  },
  "a picture and a document that is cited": {
    model: "claude",
    max_tokens: 1024,
    messages: [
      {
        role: "user",
        content: [
          { type: "image", source: { type: "base64", media_type: "image/jpeg", data: "/9j/4AAQSkZJRg" } },
          { type: "image", source: { type: "url", url: "https://example.com/ant.jpg" } },
          {
            type: "document",
            source: { type: "text", media_type: "text/plain", data: "Grass is green. 草は緑。" },
            title: "My document",
            context: "This is a trustworthy document.",
            citations: { enabled: true },
          },
          { type: "document", source: { type: "base64", media_type: "application/pdf", data: "JVBERi0x" } },
          { type: "document", source: { type: "file", file_id: "file_011CNha8iCJcU1wXNR6q4V8w" } },
          { type: "search_result", source: "https://x", title: "X", content: [{ type: "text", text: "x" }] },
          { type: "text", text: "What colour is grass?", cache_control: { type: "ephemeral", ttl: "1h" } },
        ],
      },
    ],
  },
  "parallel calls, their results and thoughts": {
    model: "claude",
    max_tokens: 16000,
    system: [{ type: "text", text: "Long instructions", cache_control: { type: "ephemeral" } }],
    messages: [
      { role: "user", content: "Paris and London?" },
      {
        role: "assistant",
        content: [
          { type: "thinking", thinking: "Two calls.", signature: "BDaL4VrbR2Oj0hO4XpJxT28J5T" },
          { type: "redacted_thinking", data: "EmwKAhgBEgy3va3pzix" },
          { type: "text", text: "I look both up." },
          { type: "tool_use", id: "toolu_01", name: "weather", input: { place: "Paris" } },
          { type: "tool_use", id: "toolu_02", name: "weather", input: { place: "London" } },
        ],
      },
      {
        role: "user",
        content: [
          { type: "tool_result", tool_use_id: "toolu_01", content: "20°C" },
          { type: "tool_result", tool_use_id: "toolu_02", content: "no such city", is_error: true },
          { type: "text", text: "And which is nicer?" },
        ],
      },
    ],
    tools: [weather, { type: "web_search_20250305", name: "web_search", max_uses: 5 }],
    tool_choice: { type: "auto", disable_parallel_tool_use: false },
    thinking: { type: "enabled", budget_tokens: 10000 },
  },
  "structured output with an effort": {
    model: "claude",
    max_tokens: 1024,
    messages: [{ role: "user", content: "Extract." }],
    output_config: { effort: "medium", format: { type: "json_schema", schema: weather.input_schema } },
    thinking: { type: "adaptive", display: "summarized" },
  },
  "citations and searches that come back": {
    model: "claude",
    max_tokens: 1024,
    messages: [
      { role: "user", content: "When was Claude Shannon born?" },
      {
        role: "assistant",
        content: [
          { type: "server_tool_use", id: "srvtoolu_01", name: "web_search", input: { query: "shannon" } },
          { type: "web_search_tool_result", tool_use_id: "srvtoolu_01", content: [] },
          {
            type: "text",
            text: "Claude Shannon was born on April 30, 1916",
            citations: [
              {
                type: "web_search_result_location",
                url: "https://en.wikipedia.org/wiki/Claude_Shannon",
                title: "Claude Shannon - Wikipedia",
                encrypted_index: "Eo8BCioIAhgBIiQyYjQ0OWJmZi1lNm..",
                cited_text: "Claude Elwood Shannon (April 30, 1916",
              },
              {
                type: "char_location",
                cited_text: "Grass",
                document_index: 0,
                document_title: "My document",
                start_char_index: 0,
                end_char_index: 5,
              },
            ],
          },
        ],
      },
      { role: "user", content: "Thanks" },
    ],
  },
  "what only this dialect has": {
    model: "claude",
    max_tokens: 1024,
    messages: [{ role: "user", content: [{ type: "text", text: "Hi", note: 1 }], hint: "x" }],
    inference_geo: "eu",
    context_management: { edits: [] },
    metadata: { user_id: "a", extra: true },
    thinking: { type: "between_tools" },
  },
};

test.each(Object.entries(DOCUMENTED))("a documented request comes back as it was: %s", (_, body) => {
  const request = decodeAnthropicRequest(body);
  const encoded = encodeAnthropicRequest(request, { model: "claude" });
  expect<unknown>(encoded.body).toEqual(body);
  expect(encoded.losses).toEqual([]);
  expect(decodeAnthropicRequest(encoded.body)).toEqual(request);
});

test("a limit is added where the client gave none", () => {
  const { maxOutputTokens: _, ...unlimited } = bare;
  const encoded = encodeAnthropicRequest(unlimited, { model: "claude" });
  expect(encoded.body).toMatchObject({ model: "claude", max_tokens: 8192 });
  expect(encoded.losses).toMatchObject([{ path: "maxOutputTokens", what: "added" }]);
  const target = { model: "claude", anthropic: { maxOutputTokensDefault: 500 } };
  expect(encodeAnthropicRequest(unlimited, target).body["max_tokens"]).toBe(500);
});

test("everything that the dialect has no word for is told", () => {
  expect(
    lossPaths({
      choiceCount: 2,
      verbosity: "low",
      store: true,
      metadata: { a: 1 },
      promptCacheKey: "k",
      sampling: { seed: 1, frequencyPenalty: 1, stop: ["a", " "] },
      outputForm: { type: "json" },
      safetyIdentifier: "s",
      serviceTier: "flex",
      wantsUsage: false,
      extensions: { dialect: "gemini", fields: { safetySettings: [] } },
    }).sort(),
  ).toEqual([
    "changed safetyIdentifier",
    "changed sampling.stop",
    "left-out choiceCount",
    "left-out extensions.fields.safetySettings",
    "left-out metadata",
    "left-out outputForm",
    "left-out promptCacheKey",
    "left-out sampling.frequencyPenalty",
    "left-out sampling.seed",
    "left-out serviceTier",
    "left-out store",
    "left-out verbosity",
  ]);
});

test("a name, a strictness and a description of the output's schema are told as lost", () => {
  const { body, losses } = encode({
    outputForm: { type: "schema", schema: { type: "string" }, name: "person", isStrict: true },
  });
  expect(body["output_config"]).toEqual({ format: { type: "json_schema", schema: { type: "string" } } });
  expect(losses.map(({ path }) => path)).toEqual(["outputForm.name", "outputForm.isStrict"]);
  expect(lossPaths({ outputForm: { type: "schema", schema: {} } }, { jsonSchema: false })).toEqual([
    "left-out outputForm",
  ]);
});

test("a function without arguments gets an empty schema, a custom tool one text", () => {
  const { body, losses } = encode({
    tools: [
      { type: "function", name: "now" },
      { type: "function", name: "loose", parameters: { properties: {} } },
      { type: "custom", name: "patch", description: "A patch", format: { type: "text" } },
    ],
  });
  expect(body["tools"]).toEqual([
    { name: "now", input_schema: { type: "object", properties: {} } },
    { name: "loose", input_schema: { type: "object", properties: {} } },
    {
      name: "patch",
      description: "A patch",
      input_schema: { type: "object", properties: { input: { type: "string" } }, required: ["input"] },
    },
  ]);
  expect(losses.map(({ what, path }) => `${what} ${path}`)).toEqual([
    "added tools[0].parameters",
    "changed tools[1].parameters",
    "left-out tools[2].format",
    "changed tools[2]",
  ]);
});

test("a search that another vendor runs becomes this vendor's own, other tools of theirs are left out", () => {
  const { body, losses } = encode({
    tools: [
      { type: "vendor", dialect: "openai-responses", name: "web_search", raw: { type: "web_search" } },
      { type: "vendor", dialect: "gemini", name: "constructor", raw: {} },
    ],
  });
  expect(body["tools"]).toEqual([{ type: "web_search_20250305", name: "web_search" }]);
  expect(losses.map(({ what, path }) => `${what} ${path}`)).toEqual([
    "changed tools[0]",
    "left-out tools[1]",
  ]);
});

test("a choice among some tools sends only those", () => {
  const tools = ["a", "b", "c"].map((name) => ({
    type: "function" as const,
    name,
    parameters: { type: "object" },
  }));
  const { body, losses } = encode({ tools, toolChoice: { mode: "required", only: ["a", "c"] } });
  expect(body["tools"]).toMatchObject([{ name: "a" }, { name: "c" }]);
  expect(body["tool_choice"]).toEqual({ type: "any" });
  expect(losses.map(({ path }) => path)).toEqual(["tools[1]", "toolChoice.only"]);
  expect(encode({ tools, toolChoice: { mode: "required", only: ["b"] } }).body["tool_choice"]).toEqual({
    type: "tool",
    name: "b",
  });
});

test("parallel calls are a part of the choice; without tools there is none", () => {
  const tools = [{ type: "function" as const, name: "a", parameters: { type: "object" } }];
  expect(encode({ tools, parallelToolCalls: false }).body["tool_choice"]).toEqual({
    type: "auto",
    disable_parallel_tool_use: true,
  });
  expect(lossPaths({ tools, parallelToolCalls: false })).toEqual(["added toolChoice"]);
  expect(lossPaths({ tools, parallelToolCalls: true, toolChoice: { mode: "none" } })).toEqual([
    "left-out parallelToolCalls",
  ]);
  expect(encode({ toolChoice: { mode: "auto" } }).body).not.toHaveProperty("tool_choice");
});

test("of too many marks for the cache the last four are kept", () => {
  const part = (text: string) => ({ type: "text" as const, text, cache: { ttlSeconds: 1800 } });
  const { body, losses } = encode({
    system: [part("a"), part("b")],
    messages: [{ role: "user", parts: [part("c"), part("d"), part("e")] }],
  });
  expect(body["system"]).toEqual([
    { type: "text", text: "a" },
    { type: "text", text: "b", cache_control: { type: "ephemeral", ttl: "1h" } },
  ]);
  expect(losses[0]).toMatchObject({ path: "system[0].cache", what: "left-out" });
  expect(losses).toHaveLength(5);
});

test("sampling: the hottest is 1, and newer models take none", () => {
  const sampling = { temperature: 1.5, topP: 0.9, topK: 5, stop: ["x"] };
  expect(encode({ sampling }).body).toMatchObject({
    temperature: 1,
    top_p: 0.9,
    top_k: 5,
    stop_sequences: ["x"],
  });
  for (const target of [{ version: "2026-10-21" }, { sampling: "none" }] as const) {
    const { body } = encode({ sampling }, target);
    expect(body).toMatchObject({ stop_sequences: ["x"] });
    for (const name of ["temperature", "top_p", "top_k"]) expect(body).not.toHaveProperty(name);
  }
  expect(lossPaths({ sampling: { temperature: 0.5, topP: 0.9 } }, { sampling: "one" })).toEqual([
    "left-out sampling.topP",
  ]);
});

test("a schema that the vendor would refuse is written as it takes it, and a tool held to one is not held", () => {
  const { body, losses } = encode({
    outputForm: { type: "schema", schema: { type: "integer", minimum: 1 } },
    tools: [
      { type: "function", name: "open", isStrict: true, parameters: { type: "object" } },
      {
        type: "function",
        name: "closed",
        isStrict: true,
        parameters: { type: "object", additionalProperties: false },
      },
    ],
  });
  expect(body["output_config"]).toMatchObject({
    format: { schema: { type: "integer", description: "(minimum: 1)" } },
  });
  expect(Object(body["tools"])[0]).not.toHaveProperty("strict");
  expect(Object(body["tools"])[1]).toHaveProperty("strict", true);
  expect(losses).toMatchObject([
    { what: "left-out", path: "tools[0].isStrict" },
    { what: "changed", path: "outputForm.schema" },
  ]);
});
