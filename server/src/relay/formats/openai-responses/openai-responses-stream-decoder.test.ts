import { describe, expect, test } from "bun:test";
import type { ResponseStreamEvent } from "openai/resources/responses/responses";
import { collectAnswer } from "../chat/collect-answer.ts";
import type { ChatEvent } from "../chat/chat-event.ts";
import { decodeAnswer } from "./openai-responses-answer-decoder.ts";
import { createStreamDecoder } from "./openai-responses-stream-decoder.ts";
import { RESPONSE_END, RESPONSE_START, STREAM } from "./openai-responses-stream.fixture.ts";

const CONTEXT = { requestId: "R1", createdAtSeconds: 1, model: "m" };

function read(events: readonly unknown[]): { events: ChatEvent[]; isWhole: boolean } {
  const decoder = createStreamDecoder(CONTEXT);
  const pushed = events.flatMap((event) =>
    decoder.push({ data: typeof event === "string" ? event : JSON.stringify(event) }),
  );
  const { events: last, isWhole } = decoder.end();
  return { events: [...pushed, ...last], isWhole };
}

const only = (...types: readonly ResponseStreamEvent["type"][]) =>
  STREAM.filter(({ type }) => types.includes(type));

/** Everything but `….done`, of which the search, which has no pieces, keeps its own. */
function isPieceOrSearch(event: ResponseStreamEvent): boolean {
  return !event.type.endsWith(".done") || ("item" in event && event.item.type === "web_search_call");
}

describe("a streamed response", () => {
  test("says the same as the whole one", () => {
    const { events, isWhole } = read(STREAM);
    expect(isWhole).toBe(true);
    expect(collectAnswer(events)).toEqual(decodeAnswer(RESPONSE_END, CONTEXT));
  });

  test("says it piece by piece", () => {
    const { events } = read(STREAM);
    expect(events.map(({ type }) => type)).toEqual([
      "start",
      "reasoning-delta",
      "reasoning-delta",
      "reasoning-delta",
      "encrypted",
      "block-end",
      "block-end",
      "part",
      "block-end",
      // The search, which is billed even if the rest does not come.
      "usage",
      "text-delta",
      "logprobs",
      "text-delta",
      "annotation",
      "block-end",
      "tool-call-start",
      "tool-call-delta",
      "tool-call-delta",
      "tool-call-start",
      "tool-call-delta",
      "block-end",
      "block-end",
      "usage",
      "finish",
    ]);
  });

  test.each([
    ["without pieces", only("response.created", "response.output_item.done", "response.completed")],
    ["that has nothing but its end", only("response.completed")],
    ["without ends of parts", STREAM.filter(isPieceOrSearch)],
  ])("%s says the same", (_, stream) => {
    const { events, isWhole } = read(stream);
    expect(isWhole).toBe(true);
    expect(collectAnswer(events)).toEqual(decodeAnswer(RESPONSE_END, CONTEXT));
  });

  test("that is cut anywhere is not whole, and what came of it is the beginning of it", () => {
    const whole = read(STREAM).events;
    for (let length = 0; length < STREAM.length; length++) {
      const { events, isWhole } = read(STREAM.slice(0, length));
      expect(isWhole).toBe(false);
      expect(events).toEqual(whole.slice(0, events.length));
    }
  });

  test("that breaks off with a failure ends in an error, and nothing follows it", () => {
    const failed = {
      type: "response.failed",
      sequence_number: 9,
      response: { ...RESPONSE_START, status: "failed", error: { code: "server_error", message: "Oops." } },
    };
    const { events, isWhole } = read([...STREAM.slice(0, 3), failed, ...STREAM.slice(3)]);
    expect(isWhole).toBe(false);
    expect(events.at(-1)).toEqual({
      type: "error",
      error: { kind: "upstream", status: 502, code: "server_error", message: "Oops." },
    });
  });

  test.each([
    ["an error event", { type: "error", code: "rate_limit_exceeded", message: "Slow.", param: null }, 429],
    ["a bare error object", { error: { message: "Slow.", code: "slow_down" } }, 429],
    ["what is not JSON", "{", 502],
  ])("that ends with %s ends in an error", (_, last, status) => {
    const { events, isWhole } = read([...STREAM.slice(0, 2), last]);
    expect(isWhole).toBe(false);
    expect(events.at(-1)).toMatchObject({ type: "error", error: { status } });
  });

  test("that was cut for its length says so", () => {
    const response = {
      ...RESPONSE_END,
      status: "incomplete",
      incomplete_details: { reason: "max_output_tokens" },
    };
    const { events, isWhole } = read([{ type: "response.incomplete", response }, "[DONE]"]);
    expect(isWhole).toBe(true);
    expect(events.at(-1)).toEqual({ type: "finish", choice: 0, finish: { reason: "length" } });
  });

  test("with a refusal and a custom call", () => {
    const item = { type: "message", id: "msg_1", role: "assistant", content: [] };
    const { events } = read([
      { type: "response.output_item.added", output_index: 0, item },
      { type: "response.refusal.delta", output_index: 0, content_index: 0, delta: "I can" },
      { type: "response.refusal.done", output_index: 0, content_index: 0, refusal: "I cannot." },
      {
        type: "response.output_item.added",
        output_index: 1,
        item: { type: "custom_tool_call", id: "ctc_1", call_id: "c1", name: "shell", input: "" },
      },
      { type: "response.custom_tool_call_input.delta", output_index: 1, delta: "ls" },
      { type: "response.completed", response: { status: "completed" } },
    ]);
    expect(collectAnswer(events)).toEqual({
      id: "R1",
      createdAtSeconds: 1,
      model: "m",
      choices: [
        {
          index: 0,
          parts: [
            { type: "refusal", text: "I cannot." },
            { type: "tool-call", id: "c1", name: "shell", arguments: "ls", isCustom: true },
          ],
          finish: { reason: "refusal" },
        },
      ],
    });
  });
});
