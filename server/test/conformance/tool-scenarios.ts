import type { ChatTool } from "../../src/relay/formats/chat/chat-tool.ts";
import type { ToolCallPart } from "../../src/relay/formats/chat/chat-part.ts";
import { modelSays, sampleAnswer, sampleRequest, userSays } from "./conformance-scenario.ts";
import type { ConformanceScenario } from "./conformance-scenario.ts";

const WEATHER: ChatTool = {
  type: "function",
  name: "get_weather",
  description: "The weather of a place",
  parameters: {
    type: "object",
    properties: { place: { type: "string" } },
    required: ["place"],
  },
};

const TIME: ChatTool = {
  type: "function",
  name: "get_time",
  description: "The time at a place",
  parameters: { type: "object", properties: { place: { type: "string" } } },
};

function call(id: string, name: string, place: string): ToolCallPart {
  return { type: "tool-call", id, name, arguments: JSON.stringify({ place }) };
}

/** Calls of tools and their results. */
export const toolScenarios: readonly ConformanceScenario[] = [
  {
    name: "tool-call",
    request: sampleRequest({ tools: [WEATHER], toolChoice: { mode: "auto" } }),
    answer: sampleAnswer([{ type: "text", text: "I will look." }, call("call_a1", "get_weather", "Oslo")], {
      reason: "tool-calls",
    }),
  },
  {
    name: "parallel-tools",
    request: sampleRequest({
      tools: [WEATHER, TIME],
      messages: [
        userSays("Weather in Oslo and Rome, and the time in Rome?"),
        modelSays(
          call("call_a1", "get_weather", "Oslo"),
          call("call_a2", "get_weather", "Rome"),
          call("call_a3", "get_time", "Rome"),
        ),
        {
          role: "tool",
          parts: [
            { type: "tool-result", callId: "call_a1", parts: [{ type: "text", text: '{"degrees":3}' }] },
            { type: "tool-result", callId: "call_a2", parts: [{ type: "text", text: '{"degrees":21}' }] },
            { type: "tool-result", callId: "call_a3", parts: [{ type: "text", text: "12:30" }] },
          ],
        },
        userSays("And now?"),
      ],
    }),
    answer: sampleAnswer([call("call_b1", "get_weather", "Oslo"), call("call_b2", "get_time", "Rome")], {
      reason: "tool-calls",
    }),
  },
  {
    name: "tool-without-arguments",
    request: sampleRequest({ tools: [{ type: "function", name: "ping" }] }),
    answer: sampleAnswer([{ type: "tool-call", id: "call_a1", name: "ping", arguments: "{}" }], {
      reason: "tool-calls",
    }),
  },
  {
    name: "forced-tool",
    request: sampleRequest({
      tools: [WEATHER, TIME],
      toolChoice: { mode: "required", only: ["get_weather"] },
    }),
    answer: sampleAnswer([call("call_a1", "get_weather", "Oslo")], { reason: "tool-calls" }),
  },
  {
    name: "any-tool",
    request: sampleRequest({
      tools: [WEATHER],
      toolChoice: { mode: "required" },
      parallelToolCalls: false,
    }),
    answer: sampleAnswer([call("call_a1", "get_weather", "Oslo")], { reason: "tool-calls" }),
  },
];
