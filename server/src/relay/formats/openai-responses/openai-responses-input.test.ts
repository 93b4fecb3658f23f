import { expect, test } from "bun:test";
import type { ResponseInputItem } from "openai/resources/responses/responses";
import type { ChatMessage, ChatRequest } from "../chat/chat-request.ts";
import { decodeRequest } from "./openai-responses-request-decoder.ts";
import { encodeRequest } from "./openai-responses-request-encoder.ts";

const DIALECT = "openai-responses";

function decoded(...input: readonly unknown[]): ChatRequest {
  return decodeRequest({ model: "m", input });
}

function encoded(messages: readonly ChatMessage[], system: ChatRequest["system"] = []) {
  return encodeRequest({ model: "m", system, messages, stream: false, wantsUsage: true }, { model: "m" });
}

/** Items that come back as they are: shapes of the SDK's `ResponseInputItem`. */
const ITEMS = [
  { type: "message", role: "user", content: "Weather in Oslo and Rome?" },
  {
    type: "reasoning",
    id: "rs_1",
    summary: [
      { type: "summary_text", text: "Two calls." },
      { type: "summary_text", text: "At once." },
    ],
    encrypted_content: "gAAAAA",
  },
  { type: "message", role: "assistant", content: "I will look." },
  { type: "function_call", call_id: "call_1", name: "get_weather", arguments: '{"city":"Oslo"}' },
  { type: "function_call", call_id: "call_2", name: "get_weather", arguments: '{"city":"Ro' },
  { type: "function_call_output", call_id: "call_1", output: "3 degrees" },
  {
    type: "function_call_output",
    call_id: "call_2",
    output: [
      { type: "input_text", text: "See:" },
      { type: "input_image", image_url: "https://pictures.example/rome.png", detail: "low" },
    ],
  },
  { type: "custom_tool_call", call_id: "call_3", name: "shell", input: "ls" },
  { type: "custom_tool_call_output", call_id: "call_3", output: "a.txt" },
  { type: "web_search_call", id: "ws_1", status: "completed", action: { type: "search", query: "rome" } },
  { type: "item_reference", id: "msg_7" },
  { type: "mcp_approval_response", approval_request_id: "mcpr_1", approve: true },
  { type: "computer_call_output", call_id: "cu_1", output: { type: "computer_screenshot", file_id: "f1" } },
] as const satisfies readonly ResponseInputItem[];

test("items come back as they were", () => {
  const request = decoded(...ITEMS);
  const { body, losses } = encodeRequest(request, { model: "m" });
  expect(body["input"] as unknown).toEqual(ITEMS);
  expect(losses).toEqual([]);
  expect(decodeRequest(body)).toEqual(request);
});

test("what the model said in a row is one turn, and results of parallel calls are one message", () => {
  const { messages } = decoded(...ITEMS);
  expect(messages.map(({ role, parts }) => [role, parts.map(({ type }) => type)])).toEqual([
    ["user", ["text"]],
    ["assistant", ["reasoning", "reasoning", "text", "tool-call", "tool-call"]],
    ["tool", ["tool-result", "tool-result"]],
    ["assistant", ["tool-call"]],
    ["tool", ["tool-result"]],
    ["assistant", ["vendor", "vendor"]],
    ["user", ["vendor"]],
    ["user", ["vendor"]],
  ]);
});

test("answers that are sent back whole say the same as those that are written by hand", () => {
  const item = {
    type: "message",
    id: "msg_1",
    status: "completed",
    role: "assistant",
    content: [{ type: "output_text", text: "Hi", annotations: [], logprobs: [] }],
  };
  expect(decoded(item)).toEqual(decoded({ role: "assistant", content: "Hi" }));
});

test("what a message says beside its content begins a new item again", () => {
  const items = [
    { type: "message", role: "assistant", phase: "commentary", content: "I will look." },
    { type: "message", role: "assistant", phase: "final_answer", content: "It is warm." },
  ];
  const request = decoded({ role: "user", content: "?" }, ...items);
  expect(request.messages[1]?.parts).toEqual([
    {
      type: "text",
      text: "I will look.",
      extensions: { dialect: DIALECT, fields: { message: { phase: "commentary" } } },
    },
    {
      type: "text",
      text: "It is warm.",
      extensions: { dialect: DIALECT, fields: { message: { phase: "final_answer" } } },
    },
  ]);
  expect(encodeRequest(request, { model: "m" }).body["input"]).toEqual([
    { type: "message", role: "user", content: "?" },
    ...items,
  ]);
});

test("instructions before the first turn are the system's, later ones stay in their place", () => {
  const request = decodeRequest({
    model: "m",
    instructions: "One.",
    input: [
      { role: "system", content: "Two." },
      { role: "developer", content: [{ type: "input_text", text: "Three." }] },
      { role: "user", content: "Hi" },
      { role: "developer", content: "Four." },
    ],
  });
  expect(request.system).toEqual([
    { type: "text", text: "One." },
    { type: "text", text: "Two." },
    { type: "text", text: "Three.", authority: "developer" },
  ]);
  expect(request.messages.at(-1)).toEqual({
    role: "system",
    parts: [{ type: "text", text: "Four.", authority: "developer" }],
  });
  const { body, losses } = encodeRequest(request, { model: "m" });
  expect(body["instructions"]).toBe("One.");
  expect(body["input"]).toEqual([
    { type: "message", role: "system", content: "Two." },
    { type: "message", role: "developer", content: "Three." },
    { type: "message", role: "user", content: "Hi" },
    { type: "message", role: "developer", content: "Four." },
  ]);
  expect(losses).toEqual([]);
});

test("pictures, documents and sounds of a user's", () => {
  const content = [
    { type: "input_text", text: "These:", prompt_cache_breakpoint: { mode: "explicit", ttl: "12h" } },
    { type: "input_image", image_url: "data:image/png;base64,iVBORw0KGgo=", detail: "high" },
    { type: "input_image", file_id: "file-1" },
    { type: "input_file", file_id: "file-2" },
    { type: "input_file", file_url: "https://papers.example/a.pdf" },
    {
      type: "input_file",
      file_data: "data:application/pdf;base64,JVBERg==",
      filename: "b.pdf",
      detail: "low",
    },
    { type: "input_audio", input_audio: { data: "UklGRg==", format: "wav" } },
  ];
  const request = decoded({ type: "message", role: "user", content });
  expect(request.messages[0]?.parts).toEqual([
    { type: "text", text: "These:", cache: { ttlSeconds: 43200 } },
    {
      type: "image",
      source: { kind: "inline", mediaType: "image/png", base64: "iVBORw0KGgo=" },
      detail: "high",
    },
    { type: "image", source: { kind: "uploaded", id: "file-1" } },
    { type: "file", source: { kind: "uploaded", id: "file-2" } },
    { type: "file", source: { kind: "url", url: "https://papers.example/a.pdf" } },
    {
      type: "file",
      source: { kind: "inline", mediaType: "application/pdf", base64: "JVBERg==" },
      filename: "b.pdf",
      extensions: { dialect: DIALECT, fields: { detail: "low" } },
    },
    { type: "audio", source: { kind: "inline", mediaType: "audio/wav", base64: "UklGRg==" } },
  ]);
  const { body, losses } = encodeRequest(request, { model: "m" });
  expect(body["input"]).toEqual([{ type: "message", role: "user", content }]);
  expect(losses).toEqual([]);
});

test("what the dialect cannot hold is told with its place", () => {
  const { body, losses } = encoded(
    [
      {
        role: "user",
        name: "Ada",
        parts: [{ type: "video", source: { kind: "url", url: "https://v.example" } }],
      },
      {
        role: "assistant",
        parts: [
          { type: "text", text: "Seen.", signature: { origin: "gemini", data: "s1" } },
          { type: "reasoning", text: "Hm.", signature: { origin: "anthropic", data: "s2" } },
          { type: "audio", id: "a1" },
          { type: "vendor", dialect: "anthropic", raw: { type: "server_tool_use" } },
        ],
      },
      { role: "assistant", parts: [{ type: "tool-call", id: "c1", name: "f", arguments: "{}" }] },
      { role: "tool", parts: [{ type: "tool-result", callId: "c1", parts: [], isError: true }] },
    ],
    [
      { type: "text", text: "A" },
      { type: "text", text: "B", signature: { origin: "gemini", data: "s0" } },
    ],
  );
  expect(body["input"]).toEqual([
    { type: "message", role: "system", content: [{ type: "input_text", text: "B" }] },
    { type: "message", role: "user", content: "" },
    { type: "message", role: "assistant", content: "Seen." },
    { type: "function_call", call_id: "c1", name: "f", arguments: "{}" },
    { type: "function_call_output", call_id: "c1", output: "" },
  ]);
  expect(losses.map(({ path, what }) => `${path} ${what}`)).toEqual([
    "system[1].signature left-out",
    "messages[0].name left-out",
    "messages[0].parts[0] left-out",
    "messages[1].parts[1] left-out",
    "messages[1].parts[0].signature left-out",
    "messages[1].parts[2] left-out",
    "messages[1].parts[3] left-out",
    "messages[2] changed",
    "messages[3].parts[0].isError left-out",
  ]);
});

test("thoughts go back to OpenAI as it gave them, and to vendors of open models as text", () => {
  const parts = [
    { type: "reasoning", text: "Mine.", signature: { origin: "openai", data: "gAAA" } },
    { type: "reasoning", text: "Kept.", id: "rs_1" },
    { type: "reasoning", text: "Hm." },
    { type: "text", text: "42." },
  ] as const;
  const request: ChatRequest = {
    model: "m",
    system: [],
    messages: [{ role: "assistant", parts }],
    stream: false,
    wantsUsage: true,
  };
  const written = (openAiResponses: NonNullable<Parameters<typeof encodeRequest>[1]["openAiResponses"]>) =>
    encodeRequest(request, { model: "m", openAiResponses }).body["input"];
  const said = { type: "message", role: "assistant", content: "42." };
  const mine = {
    type: "reasoning",
    summary: [{ type: "summary_text", text: "Mine." }],
    encrypted_content: "gAAA",
  };
  const kept = { type: "reasoning", id: "rs_1", summary: [{ type: "summary_text", text: "Kept." }] };
  expect(written({})).toEqual([mine, kept, said]);
  expect(written({ stateless: true })).toEqual([mine, said]);
  expect(written({ thoughts: "all" })).toEqual([
    {
      type: "reasoning",
      summary: [],
      content: [{ type: "reasoning_text", text: "Mine." }],
      encrypted_content: "gAAA",
    },
    { type: "reasoning", id: "rs_1", summary: [], content: [{ type: "reasoning_text", text: "Kept." }] },
    { type: "reasoning", summary: [], content: [{ type: "reasoning_text", text: "Hm." }] },
    said,
  ]);
});
