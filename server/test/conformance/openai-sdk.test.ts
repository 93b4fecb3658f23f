import { describe, expect, test } from "bun:test";
import OpenAI6 from "openai";
import OpenAI7 from "openai-7";
import { openAiChatFormat } from "../../src/relay/formats/openai-chat/openai-chat-format.ts";
import { conformanceScenarios } from "./conformance-scenarios.ts";
import { encodeContext } from "./conformance-travel.ts";
import { streamedEvents, writeStream } from "./stream-travel.ts";

const ASKED = { model: "model-1", messages: [] };

/** Options of a client that gets this stream, whatever it asks. */
function answeredBy(wire: string) {
  return {
    apiKey: "sk-test",
    baseURL: "http://upstream.example/v1",
    fetch: async () => new Response(wire, { headers: { "content-type": "text/event-stream" } }),
  };
}

const CLIENTS = {
  "6": (wire: string): Promise<unknown> =>
    new OpenAI6(answeredBy(wire)).chat.completions.stream(ASKED).finalChatCompletion(),
  "7": (wire: string): Promise<unknown> =>
    new OpenAI7(answeredBy(wire)).chat.completions.stream(ASKED).finalChatCompletion(),
};

/** OpenAI's own clients read what the codec writes: a stream gives them the same message as a whole answer. */
for (const [version, readWire] of Object.entries(CLIENTS)) {
  describe(`the SDK of version ${version}`, () => {
    for (const { name, request, answer } of conformanceScenarios) {
      test(`${name}: its stream is the whole answer`, async () => {
        const context = encodeContext(request);
        const { pieces } = writeStream(openAiChatFormat, streamedEvents(answer), context);
        const { body } = openAiChatFormat.encodeAnswer(answer, context);
        expect(readable(await readWire(pieces.join("")))).toEqual(readable(body));
      });
    }
  });
}

/** What every client shows: texts, calls and the reasons for the end. */
function readable(completion: unknown): unknown {
  const { id, model, choices, usage } = Object(completion);
  return {
    id,
    model,
    usage,
    choices: Object.values(Object(choices)).map((choice) => {
      const { message, finish_reason: finish } = Object(choice);
      const { content, refusal, tool_calls: calls = [] } = Object(message);
      return {
        finish,
        content: content || "",
        refusal: refusal ?? null,
        calls: Object.values(Object(calls)).map((call) => {
          const { id: callId, function: called } = Object(call);
          return { callId, name: Object(called).name, arguments: Object(called).arguments };
        }),
      };
    }),
  };
}
