import { expect, test } from "bun:test";
import { FormatError } from "../chat/chat-error.ts";
import { geminiContentFormat } from "./gemini-content-format.ts";

const { decodeRequest, encodeRequest } = geminiContentFormat;
const ADDRESS = { model: "gemini-2.5-flash", stream: false };
const TARGET = { model: "gemini-2.5-flash" };

function pathOfRefusal(body: unknown): string {
  try {
    decodeRequest(body, ADDRESS);
  } catch (error) {
    if (error instanceof FormatError) return error.path;
    throw error;
  }
  return "accepted";
}

// source: https://ai.google.dev/gemini-api/docs/text-generation (REST examples: snake case, objects for lists of one)
const DOCUMENTED = {
  system_instruction: { parts: { text: "You are a cat. Your name is Neko." } },
  contents: { parts: { text: "Hello there" } },
  generationConfig: {
    stopSequences: ["Title"],
    temperature: 1.0,
    maxOutputTokens: 800,
    topP: 0.8,
    topK: 10,
    thinking_config: { thinking_budget: 0 },
  },
};

// source: https://ai.google.dev/gemini-api/docs/thought-signatures, parallel function calls, shortened
const TOOL_LOOP = {
  contents: [
    { role: "user", parts: [{ text: "Check the weather in Paris and London." }] },
    {
      role: "model",
      parts: [
        {
          functionCall: { name: "get_current_temperature", args: { location: "Paris" } },
          thoughtSignature: "c2lnbmF0dXJlX0E=",
        },
        { functionCall: { name: "get_current_temperature", args: { location: "London" } } },
      ],
    },
    {
      role: "user",
      parts: [
        { functionResponse: { name: "get_current_temperature", response: { temp: "15C" } } },
        { functionResponse: { name: "get_current_temperature", response: { output: "12C" } } },
      ],
    },
  ],
  tools: [
    {
      functionDeclarations: [
        {
          name: "get_current_temperature",
          description: "Gets the current temperature for a given location.",
          parameters: {
            type: "object",
            properties: { location: { type: "string", description: "The city name" } },
            required: ["location"],
          },
        },
      ],
    },
  ],
};

test("snake case and objects in place of lists are read as the documentation writes them", () => {
  expect(decodeRequest(DOCUMENTED, ADDRESS)).toEqual({
    model: "gemini-2.5-flash",
    system: [{ type: "text", text: "You are a cat. Your name is Neko." }],
    messages: [{ role: "user", parts: [{ type: "text", text: "Hello there" }] }],
    sampling: { temperature: 1, topP: 0.8, topK: 10, stop: ["Title"] },
    maxOutputTokens: 800,
    reasoning: { mode: "off" },
    stream: false,
    wantsUsage: true,
  });
});

test("results without ids belong to the first waiting call of their name", () => {
  const { messages } = decodeRequest(TOOL_LOOP, ADDRESS);
  expect(messages[1]).toEqual({
    role: "assistant",
    parts: [
      {
        type: "tool-call",
        id: "call_turn1_0",
        name: "get_current_temperature",
        arguments: '{"location":"Paris"}',
        signature: { origin: "gemini", data: "c2lnbmF0dXJlX0E=" },
      },
      {
        type: "tool-call",
        id: "call_turn1_1",
        name: "get_current_temperature",
        arguments: '{"location":"London"}',
      },
    ],
  });
  expect(messages[2]).toEqual({
    role: "tool",
    parts: [
      { type: "tool-result", callId: "call_turn1_0", parts: [{ type: "text", text: '{"temp":"15C"}' }] },
      { type: "tool-result", callId: "call_turn1_1", parts: [{ type: "text", text: "12C" }] },
    ],
  });
});

test("the pieces of a streamed answer that a client sends back are one turn", () => {
  // What the official SDK's chat (@google/genai 2.32) sends after a stream.
  const model = (...parts: object[]) => ({ role: "model", parts });
  const { messages } = decodeRequest(
    {
      contents: [
        { role: "user", parts: [{ text: "Hi" }] },
        model({ text: "h", thought: true }),
        model({ text: "m", thought: true }),
        model({ text: "", thought: true, thoughtSignature: "AAEC" }),
        model({ text: "Hal" }),
        model({ text: "lo" }, { text: "!", thoughtSignature: "AwQF" }),
        model({ functionCall: { id: "c", name: "f" } }),
        model({ text: "" }),
        { role: "user", parts: [{ functionResponse: { id: "c", name: "f", response: {} } }] },
      ],
    },
    ADDRESS,
  );
  expect(messages.map(({ role }) => role)).toEqual(["user", "assistant", "tool"]);
  expect(messages[1]?.parts).toEqual([
    { type: "reasoning", text: "hm", signature: { origin: "gemini", data: "AAEC" } },
    { type: "text", text: "Hallo!", signature: { origin: "gemini", data: "AwQF" } },
    { type: "tool-call", id: "c", name: "f", arguments: "" },
  ]);
});

test("results stand before what the user says beside them", () => {
  const { messages } = decodeRequest(
    {
      contents: [
        { role: "model", parts: [{ functionCall: { id: "a", name: "f" } }] },
        {
          parts: [
            { text: "and now?" },
            { functionResponse: { id: "a", name: "f", response: { error: "no" } } },
          ],
        },
      ],
    },
    ADDRESS,
  );
  expect(messages.map(({ role }) => role)).toEqual(["assistant", "tool", "user"]);
  expect(messages[1]?.parts[0]).toMatchObject({
    callId: "a",
    isError: true,
    parts: [{ type: "text", text: "no" }],
  });
});

test("every request that the dialect can say comes back as it was", () => {
  const requests: unknown[] = [
    DOCUMENTED,
    TOOL_LOOP,
    {
      contents: [
        {
          role: "user",
          parts: [
            {
              inlineData: { mimeType: "image/png", data: "aGk=", displayName: "a.png" },
              mediaResolution: { level: "MEDIA_RESOLUTION_HIGH" },
            },
            { inlineData: { mimeType: "application/pdf", data: "aGk=", displayName: "b.pdf" } },
            {
              fileData: { mimeType: "video/mp4", fileUri: "https://www.youtube.com/watch?v=1" },
              videoMetadata: { fps: 1 },
            },
            { file_data: { mime_type: "audio/wav", file_uri: "gs://bucket/a.wav" } },
            { text: "What is it?" },
          ],
        },
        {
          role: "model",
          parts: [
            { text: "Let me see.", thought: true, thoughtSignature: "AAEC" },
            { executableCode: { language: "PYTHON", code: "print(1)" } },
            { codeExecutionResult: { outcome: "OUTCOME_OK", output: "1" } },
            { text: "One.", thoughtSignature: "AwQF" },
            { functionCall: { id: "c1", name: "f", args: {} } },
            { functionCall: { id: "c2", name: "g" } },
          ],
        },
        {
          role: "user",
          parts: [
            {
              functionResponse: {
                id: "c1",
                name: "f",
                response: {},
                parts: [{ inlineData: { mimeType: "image/png", data: "aGk=" } }],
              },
            },
            {
              functionResponse: { id: "c2", name: "g", response: { error: "broken" }, scheduling: "SILENT" },
            },
          ],
        },
      ],
      tools: [
        { googleSearch: {} },
        { codeExecution: {} },
        { urlContext: {} },
        { googleMaps: { enableWidget: true } },
      ],
      toolConfig: {
        functionCallingConfig: { mode: "ANY", allowedFunctionNames: ["f"] },
        retrievalConfig: { languageCode: "de" },
      },
      safetySettings: [{ category: "HARM_CATEGORY_HATE_SPEECH", threshold: "BLOCK_NONE" }],
      cachedContent: "cachedContents/1",
      serviceTier: "flex",
      store: false,
      labels: { team: "a" },
      generationConfig: {
        candidateCount: 2,
        seed: 7,
        responseLogprobs: true,
        logprobs: 3,
        frequencyPenalty: 0.5,
        presencePenalty: -0.5,
        responseModalities: ["TEXT", "AUDIO"],
        speechConfig: { languageCode: "de-DE", voiceConfig: { prebuiltVoiceConfig: { voiceName: "Kore" } } },
        imageConfig: { aspectRatio: "1:1" },
        thinkingConfig: { includeThoughts: true, thinkingBudget: -1 },
      },
    },
    { contents: [{ parts: [{ text: "?" }] }], toolConfig: { functionCallingConfig: { mode: "VALIDATED" } } },
    {
      contents: [{ parts: [{ text: "?" }] }],
      generationConfig: { responseMimeType: "text/x.enum", responseSchema: { type: "STRING", enum: ["a"] } },
    },
  ];
  for (const wire of requests) {
    const request = decodeRequest(wire, ADDRESS);
    const { body, losses } = encodeRequest(request, TARGET);
    expect(losses).toEqual([]);
    expect(decodeRequest(body, ADDRESS)).toEqual(request);
    // Nothing is left to the spelling: what was encoded once is encoded so again.
    expect(encodeRequest(decodeRequest(body, ADDRESS), TARGET).body).toEqual(body);
  }
});

test("what the shared form has no word for comes back as it was written", () => {
  const wire = {
    contents: [{ role: "user", parts: [{ text: "hi" }] }],
    safety_settings: [{ category: "HARM_CATEGORY_HARASSMENT", threshold: "OFF" }],
    generationConfig: { mediaResolution: "MEDIA_RESOLUTION_LOW", responseMimeType: "text/x.enum" },
    toolConfig: { functionCallingConfig: { mode: "VALIDATED" }, includeServerSideToolInvocations: true },
  };
  expect(encodeRequest(decodeRequest(wire, ADDRESS), TARGET).body).toEqual({
    contents: [{ role: "user", parts: [{ text: "hi" }] }],
    safetySettings: [{ category: "HARM_CATEGORY_HARASSMENT", threshold: "OFF" }],
    generationConfig: { mediaResolution: "MEDIA_RESOLUTION_LOW", responseMimeType: "text/x.enum" },
    toolConfig: { functionCallingConfig: { mode: "VALIDATED" }, includeServerSideToolInvocations: true },
  });
});

test("bad input is refused at its place", () => {
  const user = { role: "user", parts: [{ text: "hi" }] };
  const cases: readonly [unknown, string][] = [
    [[], "body"],
    [{}, "contents"],
    [{ contents: [] }, "contents"],
    [{ contents: ["hi"] }, "contents[0]"],
    [{ contents: [{ role: "assistant", parts: [] }] }, "contents[0].role"],
    [{ contents: [{ parts: [{ text: 1 }] }] }, "contents[0].parts[0].text"],
    [
      { contents: [user, { parts: [{ inline_data: { data: "aGk=" } }] }] },
      "contents[1].parts[0].inlineData.mimeType",
    ],
    [{ contents: [{ parts: [{ fileData: {} }] }] }, "contents[0].parts[0].fileData.fileUri"],
    [{ contents: [{ parts: [{ functionCall: { name: "f" } }] }] }, "contents[0].parts[0].functionCall"],
    [
      { contents: [{ role: "model", parts: [{ functionCall: { args: {} } }] }] },
      "contents[0].parts[0].functionCall.name",
    ],
    [
      { contents: [{ parts: [{ functionResponse: { response: {} } }] }] },
      "contents[0].parts[0].functionResponse.name",
    ],
    [{ contents: [{ parts: [{ text: "x", thought: true }] }] }, "contents[0].parts[0].thought"],
    [{ contents: [user], systemInstruction: "be brief" }, "systemInstruction"],
    [
      { contents: [user], systemInstruction: { parts: [{ inlineData: {} }] } },
      "systemInstruction.parts[0].text",
    ],
    [{ contents: [user], generationConfig: { temperature: "hot" } }, "generationConfig.temperature"],
    [{ contents: [user], generationConfig: { maxOutputTokens: -1 } }, "generationConfig.maxOutputTokens"],
    [{ contents: [user], generationConfig: { stopSequences: [1] } }, "generationConfig.stopSequences[0]"],
    [
      { contents: [user], generationConfig: { thinkingConfig: { thinkingLevel: "huge" } } },
      "generationConfig.thinkingConfig.thinkingLevel",
    ],
    [{ contents: [user], tools: [{ functionDeclarations: [{}] }] }, "tools[0].functionDeclarations[0].name"],
    [{ contents: [user], generation_config: {}, generationConfig: {} }, "generationConfig"],
  ];
  for (const [body, path] of cases) expect([path, pathOfRefusal(body)]).toEqual([path, path]);
  expect(() => decodeRequest({ contents: [user] })).toThrow("model");
});
