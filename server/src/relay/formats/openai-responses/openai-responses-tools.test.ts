import { expect, test } from "bun:test";
import type { Tool } from "openai/resources/responses/responses";
import { decodeRequest } from "./openai-responses-request-decoder.ts";
import { encodeRequest } from "./openai-responses-request-encoder.ts";

const TOOLS = [
  { type: "function", name: "get_weather", description: "d", parameters: { type: "object" }, strict: true },
  { type: "custom", name: "shell", description: "d", format: { type: "text" } },
  { type: "web_search_preview", search_context_size: "low" },
  { type: "code_interpreter", container: { type: "auto" } },
  { type: "mcp", server_label: "deepwiki", server_url: "https://mcp.example", require_approval: "never" },
] as const satisfies readonly Tool[];

function withChoice(tool_choice: unknown) {
  return decodeRequest({ model: "m", input: "x", tools: TOOLS, tool_choice });
}

test("functions are flat, and vendors' tools keep all that they say under one shared name", () => {
  expect(withChoice("auto").tools).toEqual([
    {
      type: "function",
      name: "get_weather",
      description: "d",
      parameters: { type: "object" },
      isStrict: true,
    },
    { type: "custom", name: "shell", description: "d", format: { type: "text" } },
    { type: "vendor", dialect: "openai-responses", name: "web_search", raw: TOOLS[2] },
    { type: "vendor", dialect: "openai-responses", name: "code_execution", raw: TOOLS[3] },
    { type: "vendor", dialect: "openai-responses", name: "mcp", raw: TOOLS[4] },
  ]);
});

test.each([
  ["auto", { mode: "auto" }],
  ["none", { mode: "none" }],
  ["required", { mode: "required" }],
  [
    { type: "function", name: "get_weather" },
    { mode: "required", only: ["get_weather"] },
  ],
  [
    { type: "custom", name: "shell" },
    { mode: "required", only: ["shell"] },
  ],
  [{ type: "web_search_preview" }, { mode: "required", only: ["web_search"] }],
  [
    {
      type: "allowed_tools",
      mode: "auto",
      tools: [{ type: "function", name: "get_weather" }, { type: "code_interpreter" }],
    },
    { mode: "auto", only: ["get_weather", "code_execution"] },
  ],
])("the choice %j is said and written back", (choice, shared) => {
  const request = withChoice(choice);
  expect(request.toolChoice as unknown).toEqual(shared);
  const { body, losses } = encodeRequest(request, { model: "m" });
  expect(body["tool_choice"]).toEqual(choice);
  expect(body["tools"] as unknown).toEqual(TOOLS);
  expect(losses).toEqual([]);
});

test.each([
  { type: "mcp", server_label: "deepwiki", name: "ask" },
  { type: "apply_patch" },
  { type: "allowed_tools", mode: "required", tools: [{ type: "mcp", server_label: "deepwiki" }] },
])("the choice %j, which nobody else can name, is kept", (choice) => {
  const request = withChoice(choice);
  expect(request.toolChoice).toBeUndefined();
  expect(request.extensions).toEqual({ dialect: "openai-responses", fields: { tool_choice: choice } });
  expect(encodeRequest(request, { model: "m" }).body["tool_choice"]).toEqual(choice);
});

test("functions say whether they are strict, and other vendors' tools are offered as OpenAI's own", () => {
  const request = decodeRequest({ model: "m", input: "x" });
  const { body, losses } = encodeRequest(
    {
      ...request,
      tools: [
        { type: "function", name: "ping" },
        {
          type: "vendor",
          dialect: "anthropic",
          name: "code_execution",
          raw: { type: "code_execution_20250825" },
        },
        { type: "vendor", dialect: "anthropic", name: "web_fetch", raw: { type: "web_fetch_20250910" } },
      ],
      toolChoice: { mode: "required", only: ["code_execution"] },
    },
    { model: "m" },
  );
  expect(body["tools"]).toEqual([
    { type: "function", name: "ping", strict: false },
    { type: "code_interpreter", container: { type: "auto" } },
  ]);
  expect(body["tool_choice"]).toEqual({ type: "code_interpreter" });
  expect(losses.map(({ path, what }) => `${path} ${what}`)).toEqual([
    "tools[0].isStrict added",
    "tools[1] changed",
    "tools[2] left-out",
  ]);
});

test("no tool is called where none is to be, whichever are named", () => {
  const { body, losses } = encodeRequest(
    { ...withChoice("auto"), toolChoice: { mode: "none", only: ["get_weather"] } },
    { model: "m" },
  );
  expect(body["tool_choice"]).toBe("none");
  expect(losses.map(({ path }) => path)).toEqual(["toolChoice.only"]);
});
