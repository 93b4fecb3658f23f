import { expect, test } from "bun:test";
import { FormatError } from "../chat/chat-error.ts";
import { decodeCountTokensRequest, encodeCountTokensAnswer } from "./anthropic-count-tokens.ts";
import { decodeAnthropicRequest } from "./anthropic-request-decoder.ts";

/*
 * Wire shapes: the types of `@anthropic-ai/sdk` 1.12 and https://platform.claude.com/docs/en/api/messages.
 */

const base = { model: "claude-opus-5-5", max_tokens: 1024 };
const decode = (fields: object) => decodeAnthropicRequest({ ...base, messages: [], ...fields });
const turn = (role: string, content: unknown) => decode({ messages: [{ role, content }] }).messages;

test("a text and a list of one text are the same", () => {
  const parts = [{ type: "text" as const, text: "Hello, Claude" }];
  expect(turn("user", "Hello, Claude")).toEqual([{ role: "user", parts }]);
  expect(turn("user", [{ type: "text", text: "Hello, Claude" }])).toEqual([{ role: "user", parts }]);
  expect(decode({ system: "Be brief." }).system).toEqual([{ type: "text", text: "Be brief." }]);
  expect(decode({ system: [{ type: "text", text: "Be brief." }] }).system).toEqual([
    { type: "text", text: "Be brief." },
  ]);
  expect(decode({ system: "" }).system).toEqual([]);
});

test("pictures come inline, by address and by file", () => {
  const source = { type: "base64", media_type: "image/jpeg", data: "/9j/4AAQSkZJRg" };
  expect(
    turn("user", [
      { type: "image", source },
      { type: "image", source: { type: "url", url: "https://example.com/ant.jpg" } },
      { type: "image", source: { type: "file", file_id: "file_011" }, transformations: { resize: "none" } },
    ])[0]?.parts,
  ).toEqual([
    { type: "image", source: { kind: "inline", mediaType: "image/jpeg", base64: "/9j/4AAQSkZJRg" } },
    { type: "image", source: { kind: "url", url: "https://example.com/ant.jpg" } },
    {
      type: "image",
      source: { kind: "uploaded", id: "file_011" },
      extensions: { dialect: "anthropic", fields: { transformations: { resize: "none" } } },
    },
  ]);
});

test("documents keep title, context and the wish for citations; those made of blocks are the vendor's own", () => {
  const custom = { type: "document", source: { type: "content", content: [{ type: "text", text: "a" }] } };
  const source = { type: "text", media_type: "text/plain", data: "The grass is green." };
  expect(
    turn("user", [
      { type: "document", source, title: "My document", context: "Trusted.", citations: { enabled: true } },
      { type: "document", source: { type: "url", url: "https://example.com/a.pdf" } },
      custom,
    ])[0]?.parts,
  ).toEqual([
    {
      type: "file",
      source: { kind: "inline", mediaType: "text/plain", base64: btoa("The grass is green.") },
      filename: "My document",
      context: "Trusted.",
      citations: true,
    },
    { type: "file", source: { kind: "url", url: "https://example.com/a.pdf" } },
    { type: "vendor", dialect: "anthropic", raw: custom },
  ]);
});

test("results of parallel calls are one message of tools, and what the user adds follows", () => {
  const messages = [
    {
      role: "assistant",
      content: [
        { type: "text", text: "Let me look." },
        { type: "tool_use", id: "toolu_01", name: "weather", input: { place: "Paris" } },
        { type: "tool_use", id: "toolu_02", name: "weather", input: {}, caller: { type: "direct" } },
      ],
    },
    {
      role: "user",
      content: [
        { type: "tool_result", tool_use_id: "toolu_01", content: "15 degrees" },
        {
          type: "tool_result",
          tool_use_id: "toolu_02",
          is_error: true,
          content: [
            { type: "text", text: "no place" },
            { type: "image", source: { type: "url", url: "https://example.com/map.png" } },
          ],
        },
        { type: "text", text: "And tomorrow?" },
      ],
    },
  ];
  expect(decode({ messages }).messages).toEqual([
    {
      role: "assistant",
      parts: [
        { type: "text", text: "Let me look." },
        { type: "tool-call", id: "toolu_01", name: "weather", arguments: '{"place":"Paris"}' },
        { type: "tool-call", id: "toolu_02", name: "weather", arguments: "{}" },
      ],
    },
    {
      role: "tool",
      parts: [
        { type: "tool-result", callId: "toolu_01", parts: [{ type: "text", text: "15 degrees" }] },
        {
          type: "tool-result",
          callId: "toolu_02",
          isError: true,
          parts: [
            { type: "text", text: "no place" },
            { type: "image", source: { kind: "url", url: "https://example.com/map.png" } },
          ],
        },
      ],
    },
    { role: "user", parts: [{ type: "text", text: "And tomorrow?" }] },
  ]);
});

test("thoughts keep their signatures, and others' seals find their origin", () => {
  expect(
    turn("assistant", [
      { type: "thinking", thinking: "First…", signature: "EqQBCgIYAh" },
      { type: "thinking", thinking: "Then…", signature: "openai:gAAAA" },
      { type: "redacted_thinking", data: "EmwKAhgBEgy3va3pzix" },
    ])[0]?.parts,
  ).toEqual([
    { type: "reasoning", text: "First…", signature: { origin: "anthropic", data: "EqQBCgIYAh" } },
    { type: "reasoning", text: "Then…", encrypted: { origin: "openai", data: "gAAAA" } },
    { type: "reasoning", text: "", encrypted: { origin: "anthropic", data: "EmwKAhgBEgy3va3pzix" } },
  ]);
});

test("a hidden thought that carries Gemini's signature gives it back to the call before it", () => {
  expect(
    turn("assistant", [
      { type: "tool_use", id: "call_1", name: "weather", input: {} },
      { type: "redacted_thinking", data: "gemini:CiQB" },
      { type: "tool_use", id: "call_2", name: "weather", input: {} },
    ])[0]?.parts,
  ).toEqual([
    {
      type: "tool-call",
      id: "call_1",
      name: "weather",
      arguments: "{}",
      signature: { origin: "gemini", data: "CiQB" },
    },
    { type: "tool-call", id: "call_2", name: "weather", arguments: "{}" },
  ]);
});

test("marks for the cache keep how long they live", () => {
  const mark = (ttl?: string) => ({ cache_control: { type: "ephemeral", ...(ttl && { ttl }) } });
  const request = decode({
    system: [{ type: "text", text: "Long.", ...mark("1h") }],
    tools: [{ name: "weather", input_schema: { type: "object" }, ...mark("5m") }],
    messages: [{ role: "user", content: [{ type: "text", text: "Hi", ...mark() }] }],
  });
  expect(request.system[0]?.cache).toEqual({ ttlSeconds: 3600 });
  expect(request.tools).toEqual([
    { type: "function", name: "weather", parameters: { type: "object" }, cache: { ttlSeconds: 300 } },
  ]);
  expect(request.messages[0]?.parts[0]).toEqual({ type: "text", text: "Hi", cache: {} });
});

test("tools of the client's are functions, dated tools of the vendor's are known by their family", () => {
  const search = { type: "web_search_20250305", name: "web_search", max_uses: 5 };
  const editor = { type: "text_editor_20250728", name: "str_replace_based_edit_tool" };
  const schema = { type: "object", properties: { place: { type: "string" } }, required: ["place"] };
  expect(
    decode({
      tools: [
        {
          type: "custom",
          name: "weather",
          description: "d",
          input_schema: schema,
          strict: true,
          defer_loading: true,
        },
        search,
        editor,
      ],
    }).tools,
  ).toEqual([
    {
      type: "function",
      name: "weather",
      description: "d",
      parameters: schema,
      isStrict: true,
      extensions: { dialect: "anthropic", fields: { defer_loading: true } },
    },
    { type: "vendor", dialect: "anthropic", name: "web_search", raw: search },
    { type: "vendor", dialect: "anthropic", name: "str_replace_based_edit_tool", raw: editor },
  ]);
});

test.each([
  [{ type: "auto" }, { toolChoice: { mode: "auto" } }],
  [
    { type: "any", disable_parallel_tool_use: true },
    { toolChoice: { mode: "required" }, parallelToolCalls: false },
  ],
  [{ type: "tool", name: "weather" }, { toolChoice: { mode: "required", only: ["weather"] } }],
  [{ type: "none" }, { toolChoice: { mode: "none" } }],
])("the choice of tools %j", (choice, expected) => {
  const { toolChoice, parallelToolCalls } = decode({ tool_choice: choice });
  expect<unknown>({ toolChoice, parallelToolCalls }).toEqual({ parallelToolCalls: undefined, ...expected });
});

test.each([
  [{ thinking: { type: "enabled", budget_tokens: 10000 } }, { mode: "on", budgetTokens: 10000 }],
  [{ thinking: { type: "disabled" } }, { mode: "off" }],
  [
    { thinking: { type: "adaptive", display: "omitted" }, output_config: { effort: "xhigh" } },
    { mode: "adaptive", summary: "none", effort: "xhigh" },
  ],
  [{ output_config: { effort: "low" } }, { effort: "low" }],
])("the wish for thinking %j", (fields, expected) => {
  expect<unknown>(decode(fields).reasoning).toEqual(expected);
});

test("everything else a request says is read or kept", () => {
  const schema = { type: "object", properties: {}, additionalProperties: false };
  expect(
    decode({
      stream: true,
      temperature: 0.5,
      top_p: 0.9,
      top_k: 40,
      stop_sequences: ["\n\nHuman:"],
      metadata: { user_id: "13803d75", team: "blue" },
      service_tier: "standard_only",
      output_config: { format: { type: "json_schema", schema }, task_budget: { type: "tokens", total: 9 } },
      thinking: { type: "between_tools" },
      inference_geo: "eu",
    }),
  ).toEqual({
    model: "claude-opus-5-5",
    maxOutputTokens: 1024,
    system: [],
    messages: [],
    stream: true,
    wantsUsage: true,
    sampling: { temperature: 0.5, topP: 0.9, topK: 40, stop: ["\n\nHuman:"] },
    endUser: "13803d75",
    serviceTier: "default",
    outputForm: { type: "schema", schema },
    extensions: {
      dialect: "anthropic",
      fields: {
        metadata: { team: "blue" },
        output_config: { task_budget: { type: "tokens", total: 9 } },
        thinking: { type: "between_tools" },
        inference_geo: "eu",
      },
    },
  });
});

test("the older place of the output's schema is read", () => {
  expect(decode({ output_format: { type: "json_schema", schema: { type: "object" } } }).outputForm).toEqual({
    type: "schema",
    schema: { type: "object" },
  });
});

test("instructions between turns stay in place, leading ones join the system", () => {
  const messages = [
    { role: "system", content: "First." },
    { role: "user", content: "Hi" },
    { role: "system", content: "Now in French." },
  ];
  const request = decode({ system: "Zero.", messages });
  expect(request.system.map(({ text }) => text)).toEqual(["Zero.", "First."]);
  expect(request.messages.map(({ role }) => role)).toEqual(["user", "system"]);
});

test("blocks of server tools and kinds nobody knows are the vendor's own", () => {
  const raw = { type: "server_tool_use", id: "srvtoolu_1", name: "web_search", input: { query: "claude" } };
  const unknown = { type: "hologram", data: [1, 2] };
  expect(turn("assistant", [raw, unknown])[0]?.parts).toEqual([
    { type: "vendor", dialect: "anthropic", raw },
    { type: "vendor", dialect: "anthropic", raw: unknown },
  ]);
});

const user = (block: object) => ({ messages: [{ role: "user", content: [block] }] });
const assistant = (block: object) => ({ messages: [{ role: "assistant", content: [block] }] });

test.each([
  ["model", { model: 5 }],
  ["messages", { messages: undefined }],
  ["messages", { messages: "hi" }],
  ["messages[0]", { messages: ["hi"] }],
  ["messages[0].role", { messages: [{ role: "tool", content: "hi" }] }],
  ["messages[0].content", { messages: [{ role: "user" }] }],
  ["messages[0].content", { messages: [{ role: "user", content: 5 }] }],
  ["messages[0].content[0]", { messages: [{ role: "user", content: [null] }] }],
  ["messages[0].content[0].type", user({ text: "hi" })],
  ["messages[0].content[0].text", user({ type: "text" })],
  ["messages[0].content[0].source", user({ type: "image" })],
  [
    "messages[0].content[0].source.data",
    user({ type: "image", source: { type: "base64", media_type: "image/png" } }),
  ],
  ["messages[0].content[0].tool_use_id", user({ type: "tool_result" })],
  ["messages[0].content[0].type", user({ type: "tool_use", id: "a", name: "b", input: {} })],
  ["messages[0].content[0].type", assistant({ type: "tool_result", tool_use_id: "a" })],
  ["messages[0].content[0].input", assistant({ type: "tool_use", id: "a", name: "b", input: "{}" })],
  ["messages[0].content[0].cache_control.type", user({ type: "text", text: "a", cache_control: {} })],
  ["system[0].type", { system: [{ type: "image" }] }],
  ["max_tokens", { max_tokens: -1 }],
  ["temperature", { temperature: "hot" }],
  ["stop_sequences[1]", { stop_sequences: ["a", 1] }],
  ["tools[0].name", { tools: [{ input_schema: {} }] }],
  ["tools[0].input_schema", { tools: [{ name: "a" }] }],
  ["tool_choice.type", { tool_choice: { type: "some" } }],
  ["tool_choice.name", { tool_choice: { type: "tool" } }],
  ["thinking.budget_tokens", { thinking: { type: "enabled", budget_tokens: 1.5 } }],
  ["output_config.effort", { output_config: { effort: "huge" } }],
  ["output_config.format.schema", { output_config: { format: { type: "json_schema" } } }],
  ["metadata.user_id", { metadata: { user_id: 5 } }],
  ["thread", { thread: { type: "continue", previous_message_id: "msg_1" } }],
])("a wrong %s is refused at its place", (path, fields) => {
  let refusal: unknown;
  try {
    decode(fields);
  } catch (error) {
    refusal = error;
  }
  expect(refusal).toBeInstanceOf(FormatError);
  expect(refusal).toMatchObject({ path });
});

test("a body that is no object is refused", () => {
  for (const body of [null, [], "hi", 5]) expect(() => decodeAnthropicRequest(body)).toThrow(FormatError);
});

test("a request to count tokens has no limit, and its answer is one number", () => {
  const request = decodeCountTokensRequest({
    model: "claude-opus-5-5",
    system: "You are a scientist",
    messages: [{ role: "user", content: "Hello, Claude" }],
  });
  expect(request).toEqual({
    model: "claude-opus-5-5",
    system: [{ type: "text", text: "You are a scientist" }],
    messages: [{ role: "user", parts: [{ type: "text", text: "Hello, Claude" }] }],
    stream: false,
    wantsUsage: true,
  });
  expect(encodeCountTokensAnswer(14)).toEqual({ input_tokens: 14 });
});
