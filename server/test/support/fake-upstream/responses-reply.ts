import type { Behaviour } from "./behaviour.ts";
import { jsonReply, type Reply, type UpstreamRequest } from "./dialect.ts";
import { member } from "./json-value.ts";
import { newReplyId, nowSeconds } from "./reply-identity.ts";
import { responsesStream } from "./responses-stream.ts";
import { sampleOfSchema } from "./schema-sample.ts";
import { answerTokens, spokenAnswer } from "./spoken-answer.ts";

/** POST /v1/responses. https://platform.openai.com/docs/api-reference/responses/object */
export function responsesReply({ json }: UpstreamRequest, behaviour: Behaviour): Reply {
  const answer = spokenAnswer(behaviour, schemaText(json), (index) => `call_fake${index}`);
  const isCut = behaviour.finishReason === "length";
  const response = {
    id: newReplyId("resp_"),
    object: "response",
    created_at: nowSeconds(),
    status: isCut ? "incomplete" : "completed",
    background: false,
    error: null,
    incomplete_details: isCut ? { reason: "max_output_tokens" } : null,
    instructions: member(json, "instructions") ?? null,
    max_output_tokens: member(json, "max_output_tokens") ?? null,
    model: member(json, "model"),
    output: [],
    parallel_tool_calls: true,
    previous_response_id: member(json, "previous_response_id") ?? null,
    reasoning: { effort: null, summary: null },
    service_tier: "default",
    store: member(json, "store") ?? true,
    temperature: 1,
    text: { format: { type: "text" } },
    tool_choice: "auto",
    tools: member(json, "tools") ?? [],
    top_p: 1,
    truncation: "disabled",
    usage: null,
    user: null,
    metadata: {},
  };
  const include = member(json, "include");
  const seals = Array.isArray(include) && include.includes("reasoning.encrypted_content");
  const spoken = responsesStream(answer, response, usageOf(behaviour), behaviour, seals);
  return member(json, "stream") === true ? spoken.reply : jsonReply(spoken.whole);
}

function schemaText(json: unknown): string | undefined {
  const format = member(member(json, "text"), "format");
  if (member(format, "type") !== "json_schema") return undefined;
  return JSON.stringify(sampleOfSchema(member(format, "schema")));
}

function usageOf(behaviour: Behaviour): object {
  const { prompt, completion, cached, reasoning } = answerTokens(behaviour);
  return {
    input_tokens: prompt,
    input_tokens_details: { cached_tokens: cached },
    output_tokens: completion,
    output_tokens_details: { reasoning_tokens: reasoning },
    total_tokens: prompt + completion,
  };
}
