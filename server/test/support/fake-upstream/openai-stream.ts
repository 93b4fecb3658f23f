import type { Behaviour } from "./behaviour.ts";
import { dataEvent, type StreamReply } from "./dialect.ts";
import { member } from "./json-value.ts";
import { hasStreamUsage, openAiUsage } from "./openai-usage.ts";

/** The `choices` of the chunks of a stream, by their place in it. */
export interface OpenAiStreamChoices {
  readonly opening: readonly (readonly object[])[];
  readonly events: readonly (readonly object[])[];
  readonly finish: readonly (readonly object[])[];
}

/** 0 … n-1 for a request that asks for `n` answers. */
export function choiceIndexes(json: unknown): readonly number[] {
  const count = member(json, "n");
  return Array.from({ length: typeof count === "number" ? count : 1 }, (_, index) => index);
}

/**
 * Wraps choices into chunks with OpenAI's rules for usage: if it is reported, every chunk carries
 * `usage: null` but one more at the end, which carries the usage and no choices.
 */
export function openAiStream(
  shared: object,
  choices: OpenAiStreamChoices,
  behaviour: Behaviour,
  json: unknown,
): StreamReply {
  const hasUsage = hasStreamUsage(behaviour, json);
  const isInFinish = hasUsage && behaviour.usagePlacement === "finish-chunk";
  const usage = openAiUsage(behaviour);
  const noUsage = hasUsage && !isInFinish ? { usage: null } : {};
  const asEvent = (list: readonly object[]) => dataEvent({ ...shared, choices: list, ...noUsage });

  const closing = choices.finish.map((list, index) =>
    isInFinish && index === choices.finish.length - 1
      ? dataEvent({ ...shared, choices: list, usage })
      : asEvent(list),
  );
  if (hasUsage && !isInFinish) closing.push(dataEvent({ ...shared, choices: [], usage }));
  return {
    kind: "stream",
    status: 200,
    headers: { "content-type": "text/event-stream; charset=utf-8", "cache-control": "no-cache" },
    opening: choices.opening.map(asEvent).join(""),
    events: choices.events.map(asEvent),
    closing: closing.join(""),
    terminator: "data: [DONE]\n\n",
    errorEvent: dataEvent({
      error: {
        message: behaviour.error?.message ?? "The server had an error while processing your request.",
        type: behaviour.error?.type ?? "server_error",
        param: behaviour.error?.param ?? null,
        code: behaviour.error?.code ?? null,
      },
    }),
  };
}
