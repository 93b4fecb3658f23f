import { createByteOffsets } from "./byte-offsets.ts";
import type { CitableText, PlacedAnnotation } from "./gemini-grounding.ts";

/** Where the texts of a stream stand among the parts that its client sees: texts behind texts are one part to it. */
export interface WrittenTexts {
  add(block: number, text: string): void;
  /** The next text begins a part of its own. */
  close(): void;
  /** A part of another kind was written. */
  other(): void;
  placeOf(block: number): Pick<PlacedAnnotation, "text" | "from" | "to"> | undefined;
}

export function createWrittenTexts(): WrittenTexts {
  const places = new Map<number, { readonly text: CitableText; readonly from: number; to: number }>();
  let parts = 0;
  let open: CitableText | undefined;
  return {
    add(block, text) {
      open ??= { part: parts++, offsets: createByteOffsets() };
      const { offsets } = open;
      const place = places.get(block) ?? { text: open, from: offsets.characters, to: offsets.characters };
      offsets.add(text);
      place.to = offsets.characters;
      places.set(block, place);
    },
    close() {
      open = undefined;
    },
    other() {
      open = undefined;
      parts++;
    },
    placeOf: (block) => places.get(block),
  };
}
