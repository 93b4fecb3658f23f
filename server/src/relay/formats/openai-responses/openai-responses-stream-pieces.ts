import type { ChatEvent } from "../chat/chat-event.ts";
import type { ToolCallPart } from "../chat/chat-part.ts";
import type { Fields } from "../reported-usage.ts";
import { readAnnotation } from "./openai-responses-annotations.ts";
import { readLogprobs } from "./openai-responses-logprobs.ts";
import type { Block, BlockCounter, OpenItem } from "./openai-responses-stream-blocks.ts";

/*
 * The pieces that items come in. Each begins its block where that has not begun; a whole text that follows its pieces
 * (`….done`, `output_item.done`) gives only what they left out, so that vendors who send one or the other are read.
 */

/** The next piece of what the model says; empty pieces say nothing. */
export function saidPiece(
  counter: BlockCounter,
  item: OpenItem,
  key: string,
  kind: "text" | "refusal",
  text: string,
): ChatEvent[] {
  if (text === "") return [];
  const block = item.blocks.get(key) ?? counter.open(item, key, kind);
  block.length += text.length;
  return [{ type: `${kind}-delta`, choice: 0, block: block.number, text }];
}

/** The next piece of a thought or of a summary of it. */
export function thoughtPiece(counter: BlockCounter, item: OpenItem, key: string, text: string): ChatEvent[] {
  if (text === "") return [];
  const known = item.blocks.get(key);
  const block = known ?? counter.open(item, key, "thought");
  block.length += text.length;
  const first = known ? {} : thoughtFields(item, key);
  return [{ type: "reasoning-delta", choice: 0, block: block.number, text, ...first }];
}

/** What a thought's first event says: summaries have keys that begin with `s`. */
export function thoughtFields({ thoughtId }: OpenItem, key: string): { id?: string; isSummary?: boolean } {
  return {
    ...(thoughtId !== undefined && { id: thoughtId }),
    ...(key.startsWith("s") && { isSummary: true }),
  };
}

/** What a whole text says beyond the pieces that came before it. */
export function missing(item: OpenItem, key: string, whole: string): string {
  return whole.slice(item.blocks.get(key)?.length ?? 0);
}

export function callStart(counter: BlockCounter, item: OpenItem, call: ToolCallPart): ChatEvent {
  const { id, name, isCustom } = call;
  const { number } = counter.open(item, "c0", "call");
  return { type: "tool-call-start", choice: 0, block: number, id, name, ...(isCustom && { isCustom }) };
}

/** The next piece of a call's arguments; none for a call that has not been named yet: its end has all of them. */
export function argumentsPiece(item: OpenItem, text: string): ChatEvent[] {
  const block = item.blocks.get("c0");
  if (block === undefined || text === "") return [];
  block.length += text.length;
  return [{ type: "tool-call-delta", choice: 0, block: block.number, arguments: text }];
}

export function tokensPiece(item: OpenItem, value: unknown): ChatEvent[] {
  const tokens = readLogprobs(value);
  if (tokens.length === 0) return [];
  item.hasTokens = true;
  return [{ type: "logprobs", choice: 0, of: "text", tokens }];
}

/** An annotation of a text, which it may come before. */
export function annotationPiece(
  counter: BlockCounter,
  item: OpenItem,
  key: string,
  annotation: Fields,
): ChatEvent[] {
  const events: ChatEvent[] = [];
  const block = item.blocks.get(key) ?? beginText(counter, item, key, events);
  block.annotations++;
  events.push({ type: "annotation", choice: 0, block: block.number, annotation: readAnnotation(annotation) });
  return events;
}

function beginText(counter: BlockCounter, item: OpenItem, key: string, events: ChatEvent[]): Block {
  const block = counter.open(item, key, "text");
  events.push({ type: "text-delta", choice: 0, block: block.number, text: "" });
  return block;
}
