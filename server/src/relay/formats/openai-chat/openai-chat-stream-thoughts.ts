import type { ChatEvent } from "../chat/chat-event.ts";
import { textOf } from "../reported-usage.ts";
import type { Fields } from "../reported-usage.ts";
import { readReasoningDetails } from "./openai-chat-reasoning-details.ts";
import type { ReasoningDetail } from "./openai-chat-reasoning-details.ts";
import type { StreamBlocks } from "./openai-chat-stream-blocks.ts";

/** A piece of a thought in plain text. */
export function readThought(text: string, choice: number, blocks: StreamBlocks): ChatEvent {
  return { type: "reasoning-delta", choice, block: blocks.current("reasoning").block, text };
}

/** The thoughts in a delta: OpenRouter says the same piece twice, as text and as a detail. */
export function readThoughts(delta: Fields, choice: number, blocks: StreamBlocks): ChatEvent[] {
  const details = readReasoningDetails(delta["reasoning_details"]);
  const text = textOf(delta["reasoning_content"]) || textOf(delta["reasoning"]);
  const isSaidTwice = details.some((detail) => detail.text !== "");
  return [
    ...(text === "" || isSaidTwice ? [] : [readThought(text, choice, blocks)]),
    ...details.flatMap((detail) => readDetail(detail, choice, blocks)),
  ];
}

function readDetail(detail: ReasoningDetail, choice: number, blocks: StreamBlocks): ChatEvent[] {
  const { index, id, isSummary, text, signature, encrypted } = detail;
  const key = `detail:${index}`;
  // A seal that follows plain text is that text's.
  if (text === "") blocks.adopt("reasoning", key);
  const { block, isNew } = index === undefined ? blocks.current("reasoning") : blocks.keyed("reasoning", key);
  const place = { choice, block };
  const head = isNew ? { ...(id !== undefined && { id }), ...(isSummary && { isSummary }) } : {};
  const events: ChatEvent[] = [];
  if (text !== "" || isNew) events.push({ type: "reasoning-delta", ...place, text, ...head });
  if (signature) events.push({ type: "signature", ...place, signature });
  if (encrypted) events.push({ type: "encrypted", ...place, encrypted });
  return events;
}
