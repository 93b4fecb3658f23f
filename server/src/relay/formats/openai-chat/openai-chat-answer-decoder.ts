import { isObject } from "@tollgate/contract/json-object";
import { keptFields } from "../chat/body-fields.ts";
import type { ChatAnswer, ChatChoice } from "../chat/chat-answer.ts";
import type { Extensions } from "../chat/chat-dialect.ts";
import { FormatError } from "../chat/chat-error.ts";
import type { DecodeContext } from "../chat/chat-format.ts";
import type { AssistantPart, ToolCallPart } from "../chat/chat-part.ts";
import { derivedCallId } from "../chat/tool-calls.ts";
import { findOpenAiUsage, usageFromOpenAi } from "../openai/openai-usage.ts";
import { fieldsOf, objectsIn, textOf } from "../reported-usage.ts";
import type { Fields } from "../reported-usage.ts";
import { annotateTexts, decodeAnnotations } from "./openai-chat-annotations.ts";
import { readAnswerContent, readImages, readSpoken, spokenMediaType } from "./openai-chat-answer-parts.ts";
import { argumentsText, readSignature, readToolCall } from "./openai-chat-calls.ts";
import { decodeFinish, finishSigns } from "./openai-chat-finish.ts";
import { decodeLogprobs } from "./openai-chat-logprobs.ts";
import { sourceAnnotations, withSources } from "./openai-chat-sources.ts";
import { readReasoning } from "./openai-chat-reasoning-details.ts";

const DIALECT = "openai-chat";

/** The fields of an answer or a chunk that are read. */
export const ANSWER_KNOWN: ReadonlySet<string> = new Set([
  "id",
  "object",
  "created",
  "model",
  "choices",
  "usage",
  "service_tier",
  "x_groq",
]);
const CHOICE_KNOWN = new Set(["index", "message", "delta", "finish_reason", "logprobs", "usage"]);
const MESSAGE_KNOWN = new Set([
  "role",
  "content",
  "refusal",
  "annotations",
  "audio",
  "images",
  "tool_calls",
  "function_call",
  "reasoning",
  "reasoning_content",
  "reasoning_details",
  "extra_content",
]);

/** An upstream's whole answer. Throws FormatError when it has no choices. */
export function decodeOpenAiChatAnswer(body: unknown, context: DecodeContext): ChatAnswer {
  const answer = fieldsOf(body);
  const choices = objectsIn(answer["choices"]);
  if (choices.length === 0) throw new FormatError("choices", "there is no answer");
  const sources = sourceAnnotations(answer);
  const rawUsage = findOpenAiUsage(answer);
  const usage = usageFromOpenAi(rawUsage);
  const extensions = keptFields(answer, ANSWER_KNOWN, DIALECT);
  return {
    ...answerHead(answer, context),
    choices: choices.map((choice, place) =>
      decodeChoice(withSources(choice, "message", sources), place, context),
    ),
    ...(usage && { usage }),
    ...(isObject(rawUsage) && { rawUsage }),
    ...(extensions && { extensions }),
  };
}

/** What a whole answer and every chunk of a stream say about themselves. */
export function answerHead(
  answer: Fields,
  context: DecodeContext,
): Pick<ChatAnswer, "id" | "createdAtSeconds" | "model" | "serviceTier"> {
  const created = answer["created"];
  const serviceTier = textOf(answer["service_tier"]);
  return {
    id: textOf(answer["id"]) || context.requestId,
    createdAtSeconds: typeof created === "number" && created > 0 ? created : context.createdAtSeconds,
    model: textOf(answer["model"]) || context.model,
    ...(serviceTier !== "" && { serviceTier }),
  };
}

function decodeChoice(choice: Fields, place: number, context: DecodeContext): ChatChoice {
  const message = fieldsOf(choice["message"]);
  const parts = decodeParts(message, place, context);
  const logprobs = decodeLogprobs(choice["logprobs"]);
  const { index } = choice;
  const extensions = choiceExtensions(choice, message);
  return {
    index: typeof index === "number" ? index : place,
    parts,
    finish: decodeFinish(textOf(choice["finish_reason"]), finishSigns(parts)),
    ...(logprobs && { logprobs }),
    ...(extensions && { extensions }),
  };
}

/** What a choice and its message (or delta) say beside what is known. */
export function choiceExtensions(choice: Fields, message: Fields): Extensions | undefined {
  const own = keptFields(choice, CHOICE_KNOWN, DIALECT)?.fields;
  const inner = keptFields(message, MESSAGE_KNOWN, DIALECT)?.fields;
  if (own === undefined && inner === undefined) return undefined;
  return { dialect: DIALECT, fields: { ...own, ...(inner && { message: inner }) } };
}

function decodeParts(message: Fields, place: number, context: DecodeContext): AssistantPart[] {
  const content = readAnswerContent(message["content"]);
  const signature = readSignature(message);
  if (signature) {
    const last = content.findLastIndex(({ type }) => type === "text");
    const text = content[last];
    if (text?.type === "text") content[last] = { ...text, signature };
    else content.push({ type: "text", text: "", signature });
  }
  const refusal = textOf(message["refusal"]);
  const sound = readSpoken(message["audio"], spokenMediaType(context.request));
  return [
    ...readReasoning(message),
    ...annotateTexts(content, decodeAnnotations(message["annotations"])),
    ...(refusal === "" ? [] : [{ type: "refusal" as const, text: refusal }]),
    ...(sound ? [sound] : []),
    ...readImages(message["images"]),
    ...decodeCalls(message, place, context),
  ];
}

function decodeCalls(message: Fields, place: number, { requestId }: DecodeContext): ToolCallPart[] {
  const calls = objectsIn(message["tool_calls"]).map((call, index) =>
    readToolCall(call, () => answerCallId(requestId, place, index)),
  );
  const legacy = message["function_call"];
  if (!isObject(legacy) || calls.length > 0) return calls;
  const id = answerCallId(requestId, place, 0);
  const name = textOf(legacy["name"]);
  return [{ type: "tool-call", id, name, arguments: argumentsText(legacy["arguments"]) }];
}

/** The id of a call that has none. */
export function answerCallId(requestId: string, choice: number, call: number): string {
  return derivedCallId(choice === 0 ? requestId : `${requestId}_${choice}`, call);
}
