import { isObject } from "@tollgate/contract/json-object";
import { createWritingDecoder } from "../chat/answer-writer.ts";
import type { AnswerWriter } from "../chat/answer-writer.ts";
import type { ChatAnswer, FinishReason } from "../chat/chat-answer.ts";
import { FormatError } from "../chat/chat-error.ts";
import type { ChatStreamDecoder, DecodeContext } from "../chat/chat-format.ts";
import { collectAnswer } from "../chat/collect-answer.ts";
import { jsonFields, NOT_JSON } from "../chat/json-message.ts";
import { namedValue } from "../chat/named-value.ts";
import { derivedCallId } from "../chat/tool-calls.ts";
import { usageFromOpenAi } from "../openai/openai-usage.ts";
import { countOf, fieldsOf, textOf } from "../reported-usage.ts";
import type { Fields } from "../reported-usage.ts";
import { decodeErnieError, isErnieError } from "./ernie-error.ts";

const FINISHES: Readonly<Record<string, FinishReason>> = {
  normal: "stop",
  stop: "stop",
  length: "length",
  content_filter: "content-filter",
  function_call: "tool-calls",
};

/** A stream's sentences are shaped like whole answers: each has a piece of `result`, the last one says `is_end`. */
export function createErnieStreamDecoder(context: DecodeContext): ChatStreamDecoder {
  return createWritingDecoder(context, ({ data }, writer) => {
    if (data === "[DONE]") return;
    const sentence = jsonFields(data);
    if (!sentence) return writer.fail(NOT_JSON);
    if (isErnieError(sentence)) return writer.fail(decodeErnieError(502, sentence));
    tell(sentence, sentence["is_end"] === true, context, writer);
  });
}

/** Throws FormatError. */
export function decodeErnieAnswer(body: unknown, context: DecodeContext): ChatAnswer {
  const fields = fieldsOf(body);
  if (typeof fields["result"] !== "string" && !isObject(fields["function_call"]))
    throw new FormatError("result", "it must be a string");
  const decoder = createWritingDecoder(context, (_message, writer) => tell(fields, true, context, writer));
  const answer = collectAnswer([...decoder.push({ data: "whole" }), ...decoder.end().events]);
  if (!answer) throw new FormatError("result", "it is no answer");
  return answer;
}

function tell(sentence: Fields, isLast: boolean, context: DecodeContext, writer: AnswerWriter): void {
  const createdAtSeconds = countOf(sentence["created"]);
  writer.begin({ id: textOf(sentence["id"]), ...(createdAtSeconds > 0 && { createdAtSeconds }) });
  writer.text(textOf(sentence["result"]));
  const call = sentence["function_call"];
  if (isObject(call)) {
    writer.thought(textOf(call["thoughts"]));
    writer.call(derivedCallId(context.requestId, 0), textOf(call["name"]), textOf(call["arguments"]));
  }
  const { usage } = sentence;
  if (isObject(usage)) writer.usage(usage, usageFromOpenAi(usage));
  if (isLast) writer.finish(finishOf(sentence));
}

function finishOf(sentence: Fields) {
  const word = textOf(sentence["finish_reason"]);
  if (isObject(sentence["function_call"])) return { reason: "tool-calls" } as const;
  // Older models tell it in fields of their own.
  if (word === "" && sentence["is_truncated"] === true) return { reason: "length" } as const;
  const reason = word === "" ? "stop" : (namedValue(FINISHES, word) ?? "other");
  return { reason, ...(reason === "other" && { raw: word }) };
}
