import type { ChatAnnotation } from "../chat/chat-annotation.ts";
import type { LossList } from "../chat/chat-loss.ts";
import type { Fields } from "../reported-usage.ts";
import { encodeAnnotation } from "./openai-chat-annotations.ts";

/** Writes the texts of one streamed choice. Annotations wait until their text is complete: they count its characters. */
export interface TextDeltas {
  push(block: number, piece: string): Fields | undefined;
  annotate(block: number, annotation: ChatAnnotation): void;
  /** The annotations of a text that is complete. */
  close(block: number): Fields | undefined;
  closeAll(): Fields[];
}

interface WrittenText {
  /** Counted from the beginning of the choice's first text. */
  readonly from: number;
  length: number;
  readonly annotations: ChatAnnotation[];
}

export function createTextDeltas(path: string, losses: LossList): TextDeltas {
  const texts = new Map<number, WrittenText>();
  let length = 0;

  const textAt = (block: number): WrittenText => {
    const known = texts.get(block);
    if (known) return known;
    const text: WrittenText = { from: length, length: 0, annotations: [] };
    texts.set(block, text);
    return text;
  };

  const close = (block: number): Fields | undefined => {
    const text = texts.get(block);
    if (text === undefined) return undefined;
    const written = text.annotations.splice(0).flatMap((annotation, index) => {
      const place = `${path}[${block}].annotations[${index}]`;
      const encoded = encodeAnnotation(annotation, text.from, text.from + text.length, place, losses);
      return encoded ? [encoded] : [];
    });
    return written.length > 0 ? { annotations: written } : undefined;
  };

  return {
    push(block, piece) {
      textAt(block).length += piece.length;
      length += piece.length;
      return piece === "" ? undefined : { content: piece };
    },
    annotate: (block, annotation) => {
      textAt(block).annotations.push(annotation);
    },
    close,
    closeAll: () => [...texts.keys()].map(close).filter((delta) => delta !== undefined),
  };
}
