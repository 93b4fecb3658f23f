import type { ChatEvent } from "../chat/chat-event.ts";
import type { SaidKinds } from "./openai-responses-finish.ts";

/** A part of an item that has begun. Texts are counted, not kept: whole ones that come later give what was missing. */
export interface Block {
  readonly number: number;
  length: number;
  annotations: number;
  isSigned: boolean;
}

/** An item of the response, by the numbers of its summaries (`s0`), contents (`c0`) or its only part (`c0`). */
export interface OpenItem {
  readonly blocks: Map<string, Block>;
  /** The vendor's id of a thought. */
  thoughtId: string | undefined;
  hasTokens: boolean;
}

/** The blocks of a streamed answer: numbers them as they begin, and says what the answer consists of. */
export interface BlockCounter {
  open(item: OpenItem, key: string, kind: "text" | "refusal" | "thought" | "call" | "other"): Block;
  said(): SaidKinds;
}

export function newItem(): OpenItem {
  return { blocks: new Map(), thoughtId: undefined, hasTokens: false };
}

export function createBlockCounter(): BlockCounter {
  let next = 0;
  let hasRefusal = false;
  let endsWithCall = false;
  return {
    open(item, key, kind) {
      const block = { number: next++, length: 0, annotations: 0, isSigned: false };
      item.blocks.set(key, block);
      hasRefusal ||= kind === "refusal";
      endsWithCall = kind === "call";
      return block;
    },
    said: () => ({ hasRefusal, endsWithCall }),
  };
}

/** Ends every block of an item. */
export function blockEnds(item: OpenItem): ChatEvent[] {
  return [...item.blocks.values()].map(({ number }) => ({ type: "block-end", choice: 0, block: number }));
}
