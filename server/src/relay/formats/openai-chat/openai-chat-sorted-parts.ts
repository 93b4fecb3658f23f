import type { LossList } from "../chat/chat-loss.ts";
import type {
  AssistantPart,
  AudioPart,
  ImagePart,
  ReasoningPart,
  RefusalPart,
  TextPart,
  ToolCallPart,
  VendorPart,
} from "../chat/chat-part.ts";
import type { Placed } from "./openai-chat-content-encoder.ts";

const DIALECT = "openai-chat";

/** An assistant's parts by what this dialect keeps them in, each kind in its order. */
export interface SortedParts {
  readonly thoughts: Placed<ReasoningPart>[];
  /** Texts, and parts of `content` that only vendors of this dialect have. */
  readonly content: Placed<TextPart | VendorPart>[];
  readonly refusals: Placed<RefusalPart>[];
  readonly sounds: Placed<AudioPart>[];
  readonly images: Placed<ImagePart>[];
  readonly calls: Placed<ToolCallPart>[];
}

const RANKS: Readonly<Record<AssistantPart["type"], number>> = {
  reasoning: 0,
  text: 1,
  vendor: 1,
  refusal: 2,
  audio: 3,
  image: 4,
  video: 5,
  file: 5,
  "tool-call": 6,
};

/** Tells an order that the dialect cannot keep, and parts for which it has no place. */
export function sortParts(parts: readonly AssistantPart[], path: string, losses: LossList): SortedParts {
  const sorted: SortedParts = { thoughts: [], content: [], refusals: [], sounds: [], images: [], calls: [] };
  let rank = 0;
  for (const [index, part] of parts.entries()) {
    if (!sortPart(part, `${path}[${index}]`, sorted, losses)) continue;
    if (RANKS[part.type] < rank) tellOrder(path, losses);
    rank = Math.max(rank, RANKS[part.type]);
  }
  return sorted;
}

/** The parts at `path` reach the receiver in another order, or joined. */
export function tellOrder(path: string, losses: LossList): void {
  losses.changed(path, `${DIALECT} keeps thoughts, text and calls apart`);
}

/** Has the dialect a place for the part? */
function sortPart(part: AssistantPart, path: string, sorted: SortedParts, losses: LossList): boolean {
  switch (part.type) {
    case "reasoning":
      sorted.thoughts.push({ part, path });
      return true;
    case "text":
      sorted.content.push({ part, path });
      return true;
    case "refusal":
      sorted.refusals.push({ part, path });
      return true;
    case "audio":
      sorted.sounds.push({ part, path });
      return true;
    case "image":
      sorted.images.push({ part, path });
      return true;
    case "tool-call":
      sorted.calls.push({ part, path });
      return true;
    case "vendor":
      if (part.dialect === DIALECT) {
        sorted.content.push({ part, path });
        return true;
      }
      break;
    case "video":
    case "file":
      break;
  }
  losses.leftOut(path, `${DIALECT} has no place for it in an answer`);
  return false;
}

/** The texts among them, with their annotations and signatures. */
export function textsOf({ content }: SortedParts): Placed<TextPart>[] {
  return content.flatMap(({ part, path }) => (part.type === "text" ? [{ part, path }] : []));
}
