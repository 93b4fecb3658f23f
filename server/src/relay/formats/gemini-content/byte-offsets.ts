/**
 * Between characters of a text that comes in pieces and bytes of its UTF-8: Google counts bytes. Holds runs of characters
 * of one width, never the text.
 */
export interface ByteOffsets {
  add(text: string): void;
  readonly characters: number;
  readonly bytes: number;
  /** The character at a byte; the text's end for anything beyond it. */
  characterAt(byte: number): number;
  byteAt(character: number): number;
}

interface Run {
  characters: number;
  readonly width: number;
}

export function createByteOffsets(text = ""): ByteOffsets {
  const runs: Run[] = [];
  let characters = 0;
  let bytes = 0;
  const offsets: ByteOffsets = {
    get characters() {
      return characters;
    },
    get bytes() {
      return bytes;
    },
    add(piece) {
      for (let at = 0; at < piece.length; at++) {
        const width = widthOf(piece.charCodeAt(at));
        const last = runs.at(-1);
        if (last?.width === width) last.characters++;
        else runs.push({ characters: 1, width });
        characters++;
        bytes += width;
      }
    },
    characterAt(byte) {
      let rest = byte;
      let at = 0;
      for (const run of runs) {
        const size = run.characters * run.width;
        if (rest < size) return at + Math.floor(rest / run.width);
        rest -= size;
        at += run.characters;
      }
      return at;
    },
    byteAt(character) {
      let rest = character;
      let at = 0;
      for (const run of runs) {
        if (rest < run.characters) return at + rest * run.width;
        rest -= run.characters;
        at += run.characters * run.width;
      }
      return at;
    },
  };
  offsets.add(text);
  return offsets;
}

/** Half of a surrogate pair is half of its four bytes. */
function widthOf(code: number): number {
  if (code < 0x80) return 1;
  if (code < 0x800) return 2;
  return code >= 0xd800 && code <= 0xdfff ? 2 : 3;
}
