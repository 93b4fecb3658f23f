import { isObject } from "@tollgate/contract/json-object";
import type { Fields } from "../reported-usage.ts";
import { fieldsOf, textOf } from "../reported-usage.ts";
import type { ChatAnswer } from "./chat-answer.ts";
import { FormatError } from "./chat-error.ts";
import type { ChatError } from "./chat-error.ts";
import type { ChatStreamDecoder, DecodeContext, StreamMessage } from "./chat-format.ts";
import { createAnswerCollector } from "./collect-answer.ts";
import type { UpstreamFormat } from "./upstream-format.ts";

/** A stream that was read to its end in place of a whole answer, with the vendor's usage where readers look for it. */
export interface CollectedBody extends Fields {
  readonly events: readonly StreamMessage[];
  readonly usage?: unknown;
  /** It said why it ended. */
  readonly isWhole: boolean;
}

/** What `decodeAnswer` of a codec that collects is given. */
export function collectedBody(
  format: Pick<UpstreamFormat, "createStreamDecoder">,
  messages: readonly StreamMessage[],
): CollectedBody {
  const { collector, isWhole } = read(format.createStreamDecoder(NOWHERE), messages);
  const failure = collector.error();
  const usage = collector.answer()?.rawUsage;
  const body: CollectedBody = { events: messages, isWhole, ...(usage !== undefined && { usage }) };
  if (failure) failures.set(body, failure);
  return body;
}

/** Beside the bodies, so that no vendor's own body can look like one. */
const failures = new WeakMap<object, ChatError>();

const NOWHERE: DecodeContext = { requestId: "", createdAtSeconds: 0, model: "" };

/** The answer in a collected body. Throws FormatError when there is none. */
export function answerOfEvents(
  createStreamDecoder: UpstreamFormat["createStreamDecoder"],
  body: unknown,
  context: DecodeContext,
): ChatAnswer {
  const { collector } = read(createStreamDecoder(context), messagesIn(body));
  const answer = collector.answer();
  if (!answer || collector.error()) throw new FormatError("events", "they are no answer");
  return answer;
}

/** What a collected stream said went wrong; undefined for every other body. */
export function failureIn(body: unknown): ChatError | undefined {
  return isObject(body) ? failures.get(body) : undefined;
}

function messagesIn(body: unknown): StreamMessage[] {
  const { events } = fieldsOf(body);
  if (!Array.isArray(events)) return [];
  return events.filter(isObject).map(({ event, data }) => {
    const text = textOf(data);
    return typeof event === "string" ? { event, data: text } : { data: text };
  });
}

function read(decoder: ChatStreamDecoder, messages: readonly StreamMessage[]) {
  const collector = createAnswerCollector();
  for (const message of messages) for (const event of decoder.push(message)) collector.push(event);
  const { events, isWhole } = decoder.end();
  for (const event of events) collector.push(event);
  return { collector, isWhole };
}
