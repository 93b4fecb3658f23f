import type { EncryptedEvent, ReasoningDeltaEvent } from "../chat/chat-event.ts";
import type { Seal } from "../chat/chat-seal.ts";
import type { Fields } from "../reported-usage.ts";
import { reasoningDetails } from "./openai-chat-reasoning-details.ts";

/**
 * Writes the thoughts of one streamed choice: each piece as `reasoning_content`, and as a detail too, since nobody knows
 * yet whether a signature follows, and clients must be able to send it back with its text.
 */
export interface ThoughtDeltas {
  push(event: ReasoningDeltaEvent): Fields | undefined;
  sign(block: number, signature: Seal): Fields;
  seal(event: EncryptedEvent): Fields;
}

/** `ordinal`: how many thoughts began before a block. */
export function createThoughtDeltas(ordinal: (block: number) => number): ThoughtDeltas {
  const summaries = new Set<number>();
  const details = (
    block: number,
    piece: { text?: string; id?: string; signature?: Seal; encrypted?: Seal },
  ) => ({
    reasoning_details: reasoningDetails(
      { text: "", ...piece, isSummary: summaries.has(block) },
      ordinal(block),
    ),
  });
  return {
    push({ block, text, id, isSummary }) {
      if (isSummary) summaries.add(block);
      if (text === "" && id === undefined && !isSummary) return undefined;
      return {
        ...(text !== "" && { reasoning_content: text }),
        ...details(block, { text, ...(id !== undefined && { id }) }),
      };
    },
    sign: (block, signature) => details(block, { signature }),
    seal: ({ block, encrypted }) => details(block, { encrypted }),
  };
}
