import type { Behaviour } from "./behaviour.ts";
import { dataEvent, jsonReply, type Reply, type UpstreamRequest } from "./dialect.ts";
import { geminiErrorBody } from "./gemini-errors.ts";
import { member } from "./json-value.ts";
import { newReplyId } from "./reply-identity.ts";
import { sampleOfSchema } from "./schema-sample.ts";
import { answerTokens, spokenAnswer, type SpokenAnswer } from "./spoken-answer.ts";

/** What the third generation puts on the first of its calls, in base64. */
const SIGNATURE = "Y2FsbC1zaWduYXR1cmU=";

/** models/{model}:generateContent and :streamGenerateContent. https://ai.google.dev/api/generate-content */
export function geminiReply(model: string, request: UpstreamRequest, behaviour: Behaviour): Reply {
  const answer = spokenAnswer(behaviour, schemaText(request.json), () => "");
  const parts = partsOf(answer);
  const finishReason = behaviour.finishReason ?? "STOP";
  const shared = { modelVersion: model, responseId: newReplyId("") };
  const usageMetadata = usageOf(behaviour);
  const answered = (list: readonly object[], rest: object = {}) => ({
    candidates: [{ content: { role: "model", parts: list }, ...rest, index: 0 }],
    usageMetadata: { ...usageMetadata },
    ...shared,
  });
  if (!request.path.endsWith(":streamGenerateContent"))
    return jsonReply(answered(joinedParts(answer), { finishReason }));
  const chunks = parts.map((part, index) =>
    answered([part], index === parts.length - 1 ? { finishReason } : {}),
  );
  if (request.query.get("alt") !== "sse") return jsonReply(chunks);
  return {
    kind: "stream",
    status: 200,
    headers: { "content-type": "text/event-stream" },
    opening: "",
    events: chunks.slice(0, -1).map(asEvent),
    closing: chunks.slice(-1).map(asEvent).join(""),
    terminator: "",
    errorEvent: asEvent(geminiErrorBody(503, { message: "The model is overloaded.", ...behaviour.error })),
  };
}

/** Google ends its lines as HTTP does. */
function asEvent(value: object): string {
  return dataEvent(value).replaceAll("\n", "\r\n");
}

function schemaText(json: unknown): string | undefined {
  const config = member(json, "generationConfig");
  const schema = member(config, "responseJsonSchema") ?? member(config, "responseSchema");
  return schema === undefined ? undefined : JSON.stringify(sampleOfSchema(lowerTypes(schema)));
}

/** Google's own schemas write types in capitals. */
function lowerTypes(schema: unknown): unknown {
  return JSON.parse(JSON.stringify(schema), (name, value: unknown) =>
    name === "type" && typeof value === "string" ? value.toLowerCase() : value,
  );
}

/** Thoughts stand beside the candidates' tokens, cached ones within the prompt's. */
function usageOf(behaviour: Behaviour): object {
  const { prompt, completion, cached, reasoning } = answerTokens(behaviour);
  return {
    promptTokenCount: prompt,
    candidatesTokenCount: completion - reasoning,
    totalTokenCount: prompt + completion,
    ...(cached > 0 && { cachedContentTokenCount: cached }),
    ...(reasoning > 0 && { thoughtsTokenCount: reasoning }),
    promptTokensDetails: [{ modality: "TEXT", tokenCount: prompt }],
  };
}

/** The parts of a stream, one a chunk. */
function partsOf(answer: SpokenAnswer): object[] {
  const { reasoning, text } = answer;
  return [
    ...reasoning.map((piece) => ({ text: piece, thought: true })),
    ...text.map((piece) => ({ text: piece })),
    ...callParts(answer),
  ];
}

function joinedParts(answer: SpokenAnswer): object[] {
  const { reasoning, text } = answer;
  return [
    ...(reasoning.length > 0 ? [{ text: reasoning.join(""), thought: true }] : []),
    ...(text.length > 0 ? [{ text: text.join("") }] : []),
    ...callParts(answer),
  ];
}

/** Google names calls by function alone; an id is there only when the behaviour gives one. */
function callParts({ calls }: SpokenAnswer): object[] {
  return calls.map(({ id, name, argumentsJson }, index) => ({
    functionCall: { ...(id !== "" && { id }), name, args: JSON.parse(argumentsJson) },
    ...(index === 0 && { thoughtSignature: SIGNATURE }),
  }));
}
