import { describe, expect, test } from "bun:test";
import OpenAI6 from "openai";
import OpenAI7 from "openai-7";
import { openAiChatFormat } from "../../src/relay/formats/openai-chat/openai-chat-format.ts";
import { conformanceScenarios } from "./conformance-scenarios.ts";
import { encodeContext } from "./conformance-travel.ts";
import { streamedEvents, writeStream } from "./stream-travel.ts";

/** OpenAI's own clients read what the codec writes: a stream gives them the same message as a whole answer. */
for (const [version, OpenAI] of [
  ["6", OpenAI6],
  ["7", OpenAI7],
] as const) {
  describe(`the SDK of version ${version}`, () => {
    for (const { name, request, answer } of conformanceScenarios) {
      test(`${name}: its stream is the whole answer`, async () => {
        const wire = writeStream(
          openAiChatFormat,
          streamedEvents(answer),
          encodeContext(request),
        ).pieces.join("");
        const client = new OpenAI({
          apiKey: "sk-test",
          baseURL: "http://upstream.example/v1",
          fetch: async () => new Response(wire, { headers: { "content-type": "text/event-stream" } }),
        });
        const stream = client.chat.completions.stream({ model: "model-1", messages: [] });
        const completion = await stream.finalChatCompletion();
        const { body } = openAiChatFormat.encodeAnswer(answer, encodeContext(request));
        expect(readable(completion)).toEqual(readable(body));
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
