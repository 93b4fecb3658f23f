import { answerPieces } from "./answer-text.ts";
import type { Behaviour } from "./behaviour.ts";
import { jsonReply, type Reply, type UpstreamRequest } from "./dialect.ts";
import { member } from "./json-value.ts";
import { choiceIndexes, openAiStream } from "./openai-stream.ts";
import { openAiUsage } from "./openai-usage.ts";
import { newReplyId, nowSeconds } from "./reply-identity.ts";

/** POST /v1/completions. */
export function openAiLegacyCompletionReply(request: UpstreamRequest, behaviour: Behaviour): Reply {
  const pieces = answerPieces(behaviour);
  const indexes = choiceIndexes(request.json);
  const finishReason = behaviour.finishReason ?? "stop";
  const shared = {
    id: newReplyId("cmpl-"),
    object: "text_completion",
    created: nowSeconds(),
    model: member(request.json, "model"),
  };
  const toChoices = (text: string, finish: string | null) =>
    indexes.map((index) => ({ text, index, logprobs: null, finish_reason: finish }));
  if (member(request.json, "stream") !== true) {
    const usage = behaviour.usage === "never" ? {} : { usage: openAiUsage(behaviour) };
    return jsonReply({ ...shared, choices: toChoices(pieces.join(""), finishReason), ...usage });
  }
  const toChunks = (text: string, finish: string | null) => toChoices(text, finish).map((choice) => [choice]);
  const choices = {
    opening: [],
    events: pieces.flatMap((piece) => toChunks(piece, null)),
    finish: toChunks("", finishReason),
  };
  return openAiStream(shared, choices, behaviour, request.json);
}
