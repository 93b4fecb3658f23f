import { expect, test } from "bun:test";
import type { ChatRequest } from "../chat/chat-request.ts";
import { geminiContentFormat } from "./gemini-content-format.ts";

const { decodeRequest, encodeRequest } = geminiContentFormat;
const ADDRESS = { model: "gemini-2.5-flash", stream: false };
const TARGET = { model: "gemini-2.5-flash" };

const FOREIGN: ChatRequest = {
  model: "x",
  system: [{ type: "text", text: "Be brief.", authority: "developer" }],
  messages: [
    {
      role: "user",
      parts: [{ type: "image", source: { kind: "url", url: "https://a.example/b.png" }, detail: "low" }],
    },
    {
      role: "assistant",
      parts: [
        { type: "reasoning", text: "hm", signature: { origin: "anthropic", data: "s" } },
        { type: "reasoning", text: "", encrypted: { origin: "openai", data: "e" } },
        { type: "tool-call", id: "t1", name: "f", arguments: "{broken" },
        { type: "tool-call", id: "t2", name: "grep", arguments: "a|b", isCustom: true },
      ],
    },
    {
      role: "tool",
      parts: [
        { type: "tool-result", callId: "t1", parts: [{ type: "text", text: "ok" }] },
        { type: "tool-result", callId: "t9", parts: [] },
      ],
    },
    { role: "system", parts: [{ type: "text", text: "Now in German." }] },
    { role: "user", parts: [] },
  ],
  tools: [
    { type: "function", name: "f", parameters: { type: "object", properties: {} }, isStrict: true },
    { type: "vendor", dialect: "anthropic", name: "web_search", raw: {} },
  ],
  parallelToolCalls: false,
  sampling: { minP: 0.1, stop: ["1", "2", "3", "4", "5", "6"] },
  endUser: "u",
  serviceTier: "auto",
  stream: false,
  wantsUsage: true,
};

test("what another dialect says and this one cannot is told", () => {
  const { body, losses } = encodeRequest(FOREIGN, { model: "m", gemini: { demandsSignatures: true } });
  expect(body["contents"]).toEqual([
    { role: "user", parts: [{ fileData: { mimeType: "image/png", fileUri: "https://a.example/b.png" } }] },
    {
      role: "model",
      parts: [
        { text: "hm", thought: true },
        {
          functionCall: { id: "t1", name: "f", args: { arguments: "{broken" } },
          thoughtSignature: "skip_thought_signature_validator",
        },
        { functionCall: { id: "t2", name: "grep", args: { input: "a|b" } } },
      ],
    },
    {
      role: "user",
      parts: [
        { functionResponse: { id: "t1", name: "f", response: { output: "ok" } } },
        { functionResponse: { id: "t9", name: "t9", response: {} } },
      ],
    },
    { role: "user", parts: [{ text: "Now in German." }] },
  ]);
  expect(body["tools"]).toEqual([{ functionDeclarations: [{ name: "f" }] }]);
  expect(losses.map(({ path, what }) => `${what} ${path}`).toSorted()).toEqual(
    [
      "added messages[0].parts[0].source.mediaType",
      "added messages[1].signature",
      "added messages[2].parts[1].name",
      "changed messages[1].parts[2].arguments",
      "changed messages[1].parts[3].isCustom",
      "changed messages[3]",
      "changed sampling.stop",
      "changed tools[0].parameters",
      "left-out endUser",
      "left-out messages[0].parts[0].detail",
      "left-out messages[1].parts[0].signature",
      "left-out messages[1].parts[1].encrypted",
      "left-out messages[1].parts[1]",
      "left-out messages[4]",
      "left-out parallelToolCalls",
      "left-out sampling.minP",
      "left-out serviceTier",
      "left-out system[0].authority",
      "left-out tools[0].isStrict",
      "left-out tools[1]",
    ].toSorted(),
  );
});

test("instructions alone are sent as the user's turn", () => {
  const { body, losses } = encodeRequest(
    { ...FOREIGN, system: [{ type: "text", text: "Go." }], messages: [] },
    TARGET,
  );
  expect(body["contents"]).toEqual([{ role: "user", parts: [{ text: "Go." }] }]);
  expect(losses).toContainEqual(expect.objectContaining({ path: "system", what: "changed" }));
});

test("the text of a result that writes down an object is sent as that object", () => {
  const result = (text: string): unknown => {
    const request: ChatRequest = {
      ...FOREIGN,
      messages: [
        {
          role: "tool",
          parts: [{ type: "tool-result", callId: "c", name: "f", parts: [{ type: "text", text }] }],
        },
      ],
    };
    const { body } = encodeRequest(request, TARGET);
    expect(decodeRequest(body, ADDRESS).messages).toEqual(request.messages);
    return body["contents"];
  };
  const responses: readonly [string, object][] = [
    ['{"temp":20}', { temp: 20 }],
    ['{ "temp": 20 }', { output: '{ "temp": 20 }' }],
    ['{"output":"x"}', { output: '{"output":"x"}' }],
    ['{"error":"x"}', { output: '{"error":"x"}' }],
    ["[1]", { output: "[1]" }],
  ];
  for (const [text, response] of responses)
    expect(result(text)).toMatchObject([{ parts: [{ functionResponse: { response } }] }]);
});
