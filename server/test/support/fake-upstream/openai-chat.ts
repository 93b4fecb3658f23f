import { answerPieces } from "./answer-text.ts";
import type { Behaviour, ToolCallAnswer } from "./behaviour.ts";
import { jsonReply, type Reply, type UpstreamRequest } from "./dialect.ts";
import { member } from "./json-value.ts";
import { choiceIndexes, openAiStream } from "./openai-stream.ts";
import { openAiUsage } from "./openai-usage.ts";
import { newReplyId, nowSeconds } from "./reply-identity.ts";
import { sampleOfSchema } from "./schema-sample.ts";

/** What one choice says, whichever way it is sent. */
interface ChatAnswer {
  readonly reasoning: readonly string[];
  readonly pieces: readonly string[];
  readonly refusal: readonly string[];
  readonly toolCalls: readonly Required<ToolCallAnswer>[];
  readonly finishReason: string;
}

/** POST /v1/chat/completions. */
export function openAiChatReply(request: UpstreamRequest, behaviour: Behaviour): Reply {
  const answer = chatAnswer(request.json, behaviour);
  const indexes = choiceIndexes(request.json);
  const isStream = member(request.json, "stream") === true;
  const shared = {
    id: newReplyId("chatcmpl-"),
    object: isStream ? "chat.completion.chunk" : "chat.completion",
    created: nowSeconds(),
    model: member(request.json, "model"),
    service_tier: "default",
    system_fingerprint: "fp_fake",
  };
  if (!isStream) {
    const usage = behaviour.usage === "never" ? {} : { usage: openAiUsage(behaviour) };
    return jsonReply({ ...shared, choices: indexes.map((index) => wholeChoice(index, answer)), ...usage });
  }
  const toChunks = (deltas: readonly object[], finishReason: string | null = null) =>
    deltas.flatMap((delta) =>
      indexes.map((index) => [{ index, delta, logprobs: null, finish_reason: finishReason }]),
    );
  const choices = {
    opening: toChunks([
      { role: "assistant", content: answer.toolCalls.length > 0 ? null : "", refusal: null },
    ]),
    events: toChunks(answerDeltas(answer)),
    finish: toChunks([{}], answer.finishReason),
  };
  return openAiStream(shared, choices, behaviour, request.json);
}

function chatAnswer(json: unknown, behaviour: Behaviour): ChatAnswer {
  const toolCalls = (behaviour.toolCalls ?? []).map(({ id, name, argumentsJson }, index) => {
    return { id: id ?? `call_fake${index}`, name, argumentsJson };
  });
  // a model that refuses or calls tools says something beside it only if the behaviour says so
  const isSilent =
    behaviour.content === undefined && (toolCalls.length > 0 || behaviour.refusal !== undefined);
  return {
    reasoning: answerPieces({ content: behaviour.reasoningContent ?? "" }),
    pieces: isSilent ? [] : answerPieces(behaviour, jsonModeText(json)),
    refusal: answerPieces({ content: behaviour.refusal ?? "" }),
    toolCalls,
    finishReason: behaviour.finishReason ?? (toolCalls.length > 0 ? "tool_calls" : "stop"),
  };
}

/** The text that `response_format` demands; undefined if it is free. */
function jsonModeText(json: unknown): string | undefined {
  const format = member(json, "response_format");
  const type = member(format, "type");
  if (type === "json_object") return JSON.stringify({ answer: "text", count: 1 });
  if (type !== "json_schema") return undefined;
  return JSON.stringify(sampleOfSchema(member(member(format, "json_schema"), "schema")));
}

function wholeChoice(index: number, answer: ChatAnswer): object {
  const reasoning = answer.reasoning.join("");
  const calls = answer.toolCalls.map(({ id, name, argumentsJson }) => {
    return { id, type: "function", function: { name, arguments: fragments(argumentsJson).join("") } };
  });
  const message = {
    role: "assistant",
    content: answer.pieces.length > 0 ? answer.pieces.join("") : null,
    ...(reasoning === "" ? {} : { reasoning_content: reasoning }),
    ...(calls.length === 0 ? {} : { tool_calls: calls }),
    refusal: answer.refusal.length > 0 ? answer.refusal.join("") : null,
    annotations: [],
  };
  return { index, message, logprobs: null, finish_reason: answer.finishReason };
}

function answerDeltas(answer: ChatAnswer): readonly object[] {
  return [
    ...answer.reasoning.map((piece) => ({ reasoning_content: piece })),
    ...answer.pieces.map((piece) => ({ content: piece })),
    ...answer.refusal.map((piece) => ({ refusal: piece })),
    ...answer.toolCalls.flatMap(toolCallDeltas),
  ];
}

/** OpenAI sends one call after another: first its id and name, then its arguments in fragments. */
function toolCallDeltas(call: Required<ToolCallAnswer>, index: number): readonly object[] {
  const start = { index, id: call.id, type: "function", function: { name: call.name, arguments: "" } };
  const rest = fragments(call.argumentsJson).map((text) => ({ index, function: { arguments: text } }));
  return [start, ...rest].map((part) => ({ tool_calls: [part] }));
}

function fragments(argumentsJson: string | readonly string[]): readonly string[] {
  return typeof argumentsJson === "string" ? (argumentsJson.match(/.{1,8}/gsu) ?? []) : argumentsJson;
}
