import { expect, test } from "bun:test";
import type { ChatRequest } from "../chat/chat-request.ts";
import type { GeminiTarget } from "../chat/chat-target.ts";
import type { ChatTool, ChatToolChoice } from "../chat/chat-tool.ts";
import { geminiContentFormat } from "./gemini-content-format.ts";

const { decodeRequest, encodeRequest } = geminiContentFormat;
const CONTENTS = [{ role: "user", parts: [{ text: "hi" }] }];
const STRICT = { type: "object", properties: { a: { type: "string" } }, additionalProperties: false };

function request(fields: Partial<ChatRequest>): ChatRequest {
  return {
    model: "m",
    system: [],
    messages: [{ role: "user", parts: [{ type: "text", text: "hi" }] }],
    stream: false,
    wantsUsage: true,
    ...fields,
  };
}

function encode(fields: Partial<ChatRequest>, gemini?: GeminiTarget) {
  const { body, losses } = encodeRequest(request(fields), { model: "m", ...(gemini && { gemini }) });
  return { body, losses: losses.map(({ path }) => path) };
}

test("functions share one entry and the vendor's own tools have theirs", () => {
  const wire = {
    contents: CONTENTS,
    tools: [
      { functionDeclarations: [{ name: "f", parametersJsonSchema: STRICT }], googleSearch: {} },
      { functionDeclarations: [{ name: "g", behavior: "NON_BLOCKING", response: { type: "STRING" } }] },
    ],
  };
  const decoded = decodeRequest(wire, { model: "m" });
  expect(decoded.tools).toEqual([
    { type: "function", name: "f", parameters: STRICT },
    { type: "vendor", dialect: "gemini", name: "web_search", raw: { googleSearch: {} } },
    {
      type: "function",
      name: "g",
      extensions: { dialect: "gemini", fields: { behavior: "NON_BLOCKING", response: { type: "STRING" } } },
    },
  ]);
  const { body, losses } = encode(decoded);
  expect(body["tools"]).toEqual([
    {
      functionDeclarations: [
        { name: "f", parametersJsonSchema: STRICT },
        { name: "g", behavior: "NON_BLOCKING", response: { type: "STRING" } },
      ],
    },
    { googleSearch: {} },
  ]);
  expect(losses).toEqual(["tools"]);
});

test("a schema goes into the newer field only where the older cannot say it and the upstream has it", () => {
  const tools: ChatTool[] = [{ type: "function", name: "f", parameters: STRICT }];
  expect(encode({ tools }).body["tools"]).toEqual([
    { functionDeclarations: [{ name: "f", parametersJsonSchema: STRICT }] },
  ]);
  const older = encode({ tools, outputForm: { type: "schema", schema: STRICT } }, { jsonSchema: false });
  const openApi = { type: "OBJECT", properties: { a: { type: "STRING" } } };
  expect(older.body).toMatchObject({
    tools: [{ functionDeclarations: [{ name: "f", parameters: openApi }] }],
    generationConfig: { responseMimeType: "application/json", responseSchema: openApi },
  });
  expect(older.losses.toSorted()).toEqual([
    "outputForm.schema.additionalProperties",
    "tools[0].parameters.additionalProperties",
  ]);
});

test("output forms come back, in whichever field they were", () => {
  const forms = [
    { responseMimeType: "text/plain" },
    { responseMimeType: "application/json" },
    {
      responseMimeType: "application/json",
      responseSchema: { type: "OBJECT", properties: { a: { type: "STRING" } } },
    },
    { responseMimeType: "application/json", responseJsonSchema: STRICT },
  ];
  for (const generationConfig of forms) {
    const decoded = decodeRequest({ contents: CONTENTS, generationConfig }, { model: "m" });
    expect(encode(decoded)).toEqual({ body: { contents: CONTENTS, generationConfig }, losses: [] });
  }
  expect(
    encode({ outputForm: { type: "schema", schema: STRICT, name: "n", isStrict: true } }).losses,
  ).toEqual(["outputForm.name", "outputForm.isStrict"]);
});

test("each choice has a mode", () => {
  const choices: readonly [ChatToolChoice, object][] = [
    [{ mode: "auto" }, { mode: "AUTO" }],
    [{ mode: "none" }, { mode: "NONE" }],
    [{ mode: "required" }, { mode: "ANY" }],
    [
      { mode: "required", only: ["f"] },
      { mode: "ANY", allowedFunctionNames: ["f"] },
    ],
    [
      { mode: "auto", only: ["f", "g"] },
      { mode: "VALIDATED", allowedFunctionNames: ["f", "g"] },
    ],
  ];
  for (const [toolChoice, functionCallingConfig] of choices) {
    const { body, losses } = encode({ toolChoice });
    expect(body["toolConfig"]).toEqual({ functionCallingConfig });
    expect(losses).toEqual([]);
    expect(decodeRequest(body, { model: "m" }).toolChoice).toEqual(toolChoice);
  }
});

test("a foreign search becomes google's own, but not beside functions, which gemini refuses", () => {
  const search: ChatTool = {
    type: "vendor",
    dialect: "anthropic",
    name: "web_search",
    raw: { type: "web_search_20250305" },
  };
  expect(encode({ tools: [search] })).toMatchObject({
    body: { tools: [{ googleSearch: {} }] },
    losses: ["tools[0]"],
  });
  const beside = encode({ tools: [search, { type: "function", name: "f" }] });
  expect(beside).toMatchObject({
    body: { tools: [{ functionDeclarations: [{ name: "f" }] }] },
    losses: ["tools[0]"],
  });
  expect(encode({ tools: [{ ...search, name: "constructor" }] }).body["tools"]).toBeUndefined();
});

test("a tool that takes text is a function with one argument, and its calls come back as text", () => {
  const tools: ChatTool[] = [
    { type: "custom", name: "grep", description: "Search", format: { type: "text" } },
  ];
  const { body, losses } = encode({ tools });
  expect(body["tools"]).toEqual([
    {
      functionDeclarations: [
        {
          name: "grep",
          description: "Search",
          parameters: { type: "OBJECT", properties: { input: { type: "STRING" } }, required: ["input"] },
        },
      ],
    },
  ]);
  expect(losses).toEqual(["tools[0].format", "tools[0]"]);
  const answer = geminiContentFormat.decodeAnswer(
    {
      candidates: [
        {
          content: { parts: [{ functionCall: { name: "grep", args: { input: "a|b" } } }] },
          finishReason: "STOP",
        },
      ],
    },
    { requestId: "r", createdAtSeconds: 1, model: "m", request: request({ tools }) },
  );
  expect(answer.choices[0]).toEqual({
    index: 0,
    parts: [{ type: "tool-call", id: "call_r_0", name: "grep", arguments: "a|b", isCustom: true }],
    finish: { reason: "tool-calls" },
  });
});
