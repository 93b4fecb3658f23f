import type { Behaviour } from "./behaviour.ts";
import { jsonReply, type Reply, type UpstreamRequest } from "./dialect.ts";
import { member } from "./json-value.ts";
import { newReplyId } from "./reply-identity.ts";
import { sampleOfSchema } from "./schema-sample.ts";
import { answerTokens, namedEvent, spokenAnswer, type SpokenAnswer } from "./spoken-answer.ts";
import { anthropicErrorBody } from "./anthropic-errors.ts";

/** What proves every thought. */
export const ANTHROPIC_SIGNATURE = "EqQBCgIYAhIM";

/** POST /v1/messages. https://platform.claude.com/docs/en/build-with-claude/streaming */
export function anthropicReply({ json }: UpstreamRequest, behaviour: Behaviour): Reply {
  const answer = spokenAnswer(behaviour, schemaText(json), (index) => `toolu_fake${index}`);
  const message = {
    id: newReplyId("msg_"),
    type: "message",
    role: "assistant",
    model: member(json, "model"),
    content: blocksOf(answer),
    stop_reason: behaviour.finishReason ?? (answer.calls.length > 0 ? "tool_use" : "end_turn"),
    stop_sequence: null,
    usage: usageOf(behaviour),
  };
  if (member(json, "stream") !== true) return jsonReply(message);
  const { stop_reason, stop_sequence, usage } = message;
  const opening = {
    ...message,
    content: [],
    stop_reason: null,
    usage: { ...usage, output_tokens: 1 },
  };
  return {
    kind: "stream",
    status: 200,
    headers: { "content-type": "text/event-stream; charset=utf-8", "cache-control": "no-cache" },
    opening: namedEvent({ type: "message_start", message: opening }),
    events: [namedEvent({ type: "ping" }), ...blockEvents(answer)],
    closing: namedEvent({
      type: "message_delta",
      delta: { stop_reason, stop_sequence },
      usage: { output_tokens: usage.output_tokens },
    }),
    terminator: namedEvent({ type: "message_stop" }),
    errorEvent: namedEvent({
      type: "error",
      ...anthropicErrorBody(529, { message: "Overloaded", ...behaviour.error }),
    }),
  };
}

function schemaText(json: unknown): string | undefined {
  const format = member(member(json, "output_config"), "format");
  if (member(format, "type") !== "json_schema") return undefined;
  return JSON.stringify(sampleOfSchema(member(format, "schema")));
}

/** Cached tokens stand beside `input_tokens`, not within. */
function usageOf(behaviour: Behaviour) {
  const { prompt, completion, cached } = answerTokens(behaviour);
  return {
    input_tokens: prompt - cached,
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: cached,
    output_tokens: completion,
    service_tier: "standard",
  };
}

function blocksOf({ reasoning, text, calls }: SpokenAnswer): object[] {
  return [
    ...(reasoning.length > 0
      ? [{ type: "thinking", thinking: reasoning.join(""), signature: ANTHROPIC_SIGNATURE }]
      : []),
    ...(text.length > 0 ? [{ type: "text", text: text.join("") }] : []),
    ...calls.map(({ id, name, argumentsJson }) => {
      return { type: "tool_use", id, name, input: JSON.parse(argumentsJson) };
    }),
  ];
}

/** One block after the other, each opened, written in pieces, and closed. */
function blockEvents({ reasoning, text, calls }: SpokenAnswer): string[] {
  const blocks = [
    ...(reasoning.length > 0
      ? [
          {
            start: { type: "thinking", thinking: "", signature: "" },
            deltas: [
              ...reasoning.map((thinking) => ({ type: "thinking_delta", thinking })),
              { type: "signature_delta", signature: ANTHROPIC_SIGNATURE },
            ],
          },
        ]
      : []),
    ...(text.length > 0
      ? [
          {
            start: { type: "text", text: "" },
            deltas: text.map((piece) => ({ type: "text_delta", text: piece })),
          },
        ]
      : []),
    ...calls.map(({ id, name, pieces }) => ({
      start: { type: "tool_use", id, name, input: {} },
      deltas: ["", ...pieces].map((partial) => ({ type: "input_json_delta", partial_json: partial })),
    })),
  ];
  return blocks.flatMap(({ start, deltas }, index) => {
    const opened = namedEvent({ type: "content_block_start", index, content_block: start });
    const written = deltas.map((delta) => namedEvent({ type: "content_block_delta", index, delta }));
    return [opened].concat(written, namedEvent({ type: "content_block_stop", index }));
  });
}
