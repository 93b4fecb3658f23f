import type { Behaviour } from "./behaviour.ts";
import type { StreamReply } from "./dialect.ts";
import { newReplyId } from "./reply-identity.ts";
import { namedEvent, type NamedValue, type SpokenAnswer, type SpokenCall } from "./spoken-answer.ts";

/** One item of the output: as it is in the end, and the events that tell of it. */
interface SpokenItem {
  readonly item: object;
  readonly events: readonly NamedValue[];
}

/** What a thought is sealed with, where the request asks for it. */
export const RESPONSES_SEAL = "gAAAAABthought";

/** A response whole and as a stream. https://platform.openai.com/docs/api-reference/responses-streaming */
export function responsesStream(
  answer: SpokenAnswer,
  response: { readonly status: string },
  usage: object,
  behaviour: Behaviour,
  sealsThoughts: boolean,
): { whole: object; reply: StreamReply } {
  const items = itemsOf(answer, sealsThoughts ? RESPONSES_SEAL : null);
  const whole = { ...response, output: items.map(({ item }) => item), usage };
  const begun = { ...response, status: "in_progress" };
  let sequence = 0;
  const numbered = (value: NamedValue) => namedEvent({ ...value, sequence_number: sequence++ });
  const opening = ["response.created", "response.in_progress"].map((type) =>
    numbered({ type, response: begun }),
  );
  const events = items.flatMap(({ events: told }) => told.map(numbered));
  const closing = numbered({ type: `response.${response.status}`, response: whole });
  const { message = "The server had an error while processing your request.", code = "server_error" } =
    behaviour.error ?? {};
  const reply: StreamReply = {
    kind: "stream",
    status: 200,
    headers: { "content-type": "text/event-stream; charset=utf-8", "cache-control": "no-cache" },
    opening: opening.join(""),
    events,
    closing: "",
    terminator: closing,
    errorEvent: numbered({ type: "error", code, message, param: null }),
  };
  return { whole, reply };
}

function itemsOf({ reasoning, text, calls }: SpokenAnswer, seal: string | null): SpokenItem[] {
  const spoken: ((outputIndex: number) => SpokenItem)[] = [];
  if (reasoning.length > 0) spoken.push((index) => reasoningItem(reasoning, index, seal));
  if (text.length > 0) spoken.push((index) => messageItem(text, index));
  for (const call of calls) spoken.push((index) => callItem(call, index));
  return spoken.map((item, index) => item(index));
}

function messageItem(pieces: readonly string[], outputIndex: number): SpokenItem {
  const id = newReplyId("msg_");
  const place = { item_id: id, output_index: outputIndex, content_index: 0 };
  const begun = { id, type: "message", status: "in_progress", role: "assistant", content: [] };
  const text = pieces.join("");
  const part = { type: "output_text", annotations: [], logprobs: [], text };
  const item = { ...begun, status: "completed", content: [part] };
  const events = [
    { type: "response.content_part.added", ...place, part: { ...part, text: "" } },
    ...pieces.map((delta) => ({ type: "response.output_text.delta", ...place, delta, logprobs: [] })),
    { type: "response.output_text.done", ...place, text, logprobs: [] },
    { type: "response.content_part.done", ...place, part },
  ];
  return { item, events: wrapped(outputIndex, begun, item, events) };
}

function callItem({ id: callId, name, pieces, argumentsJson }: SpokenCall, outputIndex: number): SpokenItem {
  const id = newReplyId("fc_");
  const place = { item_id: id, output_index: outputIndex };
  const begun = { id, type: "function_call", status: "in_progress", arguments: "", call_id: callId, name };
  const item = { ...begun, status: "completed", arguments: argumentsJson };
  const events = [
    ...pieces.map((delta) => ({ type: "response.function_call_arguments.delta", ...place, delta })),
    { type: "response.function_call_arguments.done", ...place, name, arguments: argumentsJson },
  ];
  return { item, events: wrapped(outputIndex, begun, item, events) };
}

function reasoningItem(pieces: readonly string[], outputIndex: number, seal: string | null): SpokenItem {
  const id = newReplyId("rs_");
  const place = { item_id: id, output_index: outputIndex, summary_index: 0 };
  const text = pieces.join("");
  const begun = { id, type: "reasoning", encrypted_content: seal, summary: [] };
  const item = { ...begun, summary: [{ type: "summary_text", text }] };
  const part = { type: "summary_text", text: "" };
  const events = [
    { type: "response.reasoning_summary_part.added", ...place, part },
    ...pieces.map((delta) => ({ type: "response.reasoning_summary_text.delta", ...place, delta })),
    { type: "response.reasoning_summary_text.done", ...place, text },
    { type: "response.reasoning_summary_part.done", ...place, part: { ...part, text } },
  ];
  return { item, events: wrapped(outputIndex, begun, item, events) };
}

function wrapped(
  outputIndex: number,
  begun: object,
  item: object,
  events: readonly NamedValue[],
): NamedValue[] {
  return [
    { type: "response.output_item.added", output_index: outputIndex, item: begun },
    ...events,
    { type: "response.output_item.done", output_index: outputIndex, item },
  ];
}
