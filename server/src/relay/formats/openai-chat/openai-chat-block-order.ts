import type { ChatEvent } from "../chat/chat-event.ts";
import type { LossList } from "../chat/chat-loss.ts";
import { tellOrder } from "./openai-chat-sorted-parts.ts";

type Kind = "reasoning" | "text" | "refusal" | "audio" | "image" | "call" | "other";

/** What has begun in a streamed choice, in which order. */
export interface BlockOrder {
  see(event: Extract<ChatEvent, { block: number }>): void;
  kind(block: number): Kind | undefined;
  /** How many of its kind began before it. */
  ordinal(block: number): number;
  hasKind(kind: Kind): boolean;
}

const RANKS: Readonly<Record<Kind, number>> = {
  reasoning: 0,
  text: 1,
  refusal: 2,
  audio: 3,
  image: 4,
  call: 6,
  other: 0,
};
/** Kinds of which a message has one: more are joined. */
const SINGLE: ReadonlySet<Kind> = new Set<Kind>(["text", "refusal"]);

/** Tells at `path` that clients join what they get to another order. */
export function createBlockOrder(path: string, losses: LossList): BlockOrder {
  const blocks = new Map<number, { readonly kind: Kind; readonly ordinal: number }>();
  const counts = new Map<Kind, number>();
  let rank = 0;
  return {
    see(event) {
      if (blocks.has(event.block)) return;
      const kind = kindOf(event);
      const ordinal = counts.get(kind) ?? 0;
      blocks.set(event.block, { kind, ordinal });
      counts.set(kind, ordinal + 1);
      if (kind === "other") return;
      if (RANKS[kind] < rank || (ordinal > 0 && SINGLE.has(kind))) tellOrder(path, losses);
      rank = Math.max(rank, RANKS[kind]);
    },
    kind: (block) => blocks.get(block)?.kind,
    ordinal: (block) => blocks.get(block)?.ordinal ?? 0,
    hasKind: (kind) => counts.has(kind),
  };
}

function kindOf(event: Extract<ChatEvent, { block: number }>): Kind {
  switch (event.type) {
    case "text-delta":
    case "annotation":
      return "text";
    case "refusal-delta":
      return "refusal";
    case "reasoning-delta":
    case "encrypted":
      return "reasoning";
    case "tool-call-start":
    case "tool-call-delta":
      return "call";
    case "audio-delta":
      return "audio";
    case "part":
      return event.part.type === "image" ? "image" : event.part.type === "audio" ? "audio" : "other";
    case "signature":
    case "block-end":
      return "other";
  }
}
