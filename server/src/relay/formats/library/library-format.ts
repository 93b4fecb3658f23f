import { isObject } from "@tollgate/contract/json-object";
import { createWritingDecoder } from "../chat/answer-writer.ts";
import type { AnswerWriter } from "../chat/answer-writer.ts";
import { collectAnswer } from "../chat/collect-answer.ts";
import type { ChatAnswer } from "../chat/chat-answer.ts";
import { FormatError } from "../chat/chat-error.ts";
import type { ChatError } from "../chat/chat-error.ts";
import type { ChatEvent } from "../chat/chat-event.ts";
import type { ChatStreamDecoder, DecodeContext, Encoded } from "../chat/chat-format.ts";
import { createLossList } from "../chat/chat-loss.ts";
import type { ChatRequest } from "../chat/chat-request.ts";
import type { ChatTarget } from "../chat/chat-target.ts";
import { conversationText } from "../chat/conversation-text.ts";
import { jsonFields, NOT_JSON } from "../chat/json-message.ts";
import { bareErrorText, kindOfStatus } from "../chat/status-kind.ts";
import type { UpstreamFormat } from "../chat/upstream-format.ts";
import { fieldsOf, objectsIn, textOf } from "../reported-usage.ts";
import type { Fields } from "../reported-usage.ts";

const DIALECT = "library";

const KNOWN: ReadonlySet<string> = new Set<keyof ChatRequest>([
  "model",
  "system",
  "messages",
  "stream",
  "wantsUsage",
]);

/**
 * AI Proxy's knowledge bases: one question, an answer with the documents it was made from. The vendor's documentation is
 * gone; this is what https://github.com/songquanpeng/one-api speaks to it.
 */
export const libraryFormat: UpstreamFormat = {
  dialect: DIALECT,
  encodeRequest: encodeLibraryRequest,
  decodeAnswer: decodeLibraryAnswer,
  createStreamDecoder: createLibraryStreamDecoder,
  decodeError: decodeLibraryError,
  isError: (body) => isObject(body) && (body["success"] === false || Number(body["errCode"] ?? 0) !== 0),
};

function encodeLibraryRequest(request: ChatRequest, { model, library }: ChatTarget): Encoded {
  const losses = createLossList();
  losses.unwritten("", request, KNOWN, DIALECT);
  const query = conversationText(request, DIALECT, losses);
  const body = { model, stream: request.stream, libraryId: library?.id ?? "", query };
  return { body, losses: losses.list() };
}

function decodeLibraryAnswer(body: unknown, context: DecodeContext): ChatAnswer {
  const { answer, documents } = fieldsOf(body);
  if (typeof answer !== "string") throw new FormatError("answer", "it must be a string");
  const events: ChatEvent[] = [];
  const decoder = createWritingDecoder(context, (_message, writer) => {
    writer.begin({});
    writer.text(answer);
    tellDocuments(documents, writer);
    writer.finish({ reason: "stop" });
  });
  events.push(...decoder.push({ data: "whole" }), ...decoder.end().events);
  const whole = collectAnswer(events);
  if (!whole) throw new FormatError("answer", "it is empty");
  return whole;
}

function createLibraryStreamDecoder(context: DecodeContext): ChatStreamDecoder {
  return createWritingDecoder(context, ({ data }, writer) => {
    if (data === "[DONE]") return;
    const chunk = jsonFields(data);
    if (!chunk) return writer.fail(NOT_JSON);
    if (libraryFormat.isError?.(chunk)) return writer.fail(decodeLibraryError(502, chunk));
    writer.begin({ model: textOf(chunk["model"]) });
    writer.text(textOf(chunk["content"]));
    tellDocuments(chunk["documents"], writer);
    if (chunk["finish"] === true) writer.finish({ reason: "stop" });
  });
}

function tellDocuments(documents: unknown, writer: AnswerWriter): void {
  for (const document of objectsIn(documents)) tellDocument(document, writer);
}

function tellDocument(document: Fields, writer: AnswerWriter): void {
  const title = textOf(document["title"]);
  const url = textOf(document["url"]);
  if (url !== "") writer.annotate({ type: "url", url, ...(title !== "" && { title }) });
}

function decodeLibraryError(status: number, body: unknown): ChatError {
  const fields = fieldsOf(body);
  const known = status >= 400 ? status : 502;
  const code = Number(fields["errCode"] ?? 0);
  return {
    kind: kindOfStatus(known),
    status: known,
    code: code === 0 || Number.isNaN(code) ? "upstream_error" : String(code),
    message: textOf(fields["message"]) || bareErrorText(known, body),
  };
}
