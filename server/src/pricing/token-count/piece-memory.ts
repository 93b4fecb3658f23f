/** Remembers how many tokens a piece of text takes, for words that are no token of their own come again and again. */
export interface PieceMemory {
  /** Tokens of `bytes[0, length)`, or zero when they are not known. */
  recall(bytes: Uint8Array, length: number): number;
  /** Remembers the tokens of the piece last asked for. */
  keep(tokens: number): void;
}

const PLACES = 16_384;

/**
 * A memory of fixed size that holds no text: a piece is known by two hashes and its length, and a newer piece takes an
 * older one's place. Keeping the pieces themselves would keep the requests alive that they were cut from.
 */
export function createPieceMemory(): PieceMemory {
  const seconds = new Int32Array(PLACES);
  const lengths = new Uint16Array(PLACES);
  const counts = new Uint16Array(PLACES);
  let place = 0;
  let second = 0;
  let asked = 0;

  return {
    recall(bytes, length) {
      let first = 0x811c_9dc5;
      second = 0x2545_f491;
      for (let index = 0; index < length; index++) {
        const byte = bytes[index] ?? 0;
        first = Math.imul(first ^ byte, 0x0100_0193);
        second = Math.imul(second + byte, 0x0019_660d) + 0x3c6e_f35f;
      }
      second |= 0;
      asked = length;
      place = (first ^ (first >>> 15)) & (PLACES - 1);
      return lengths[place] === length && seconds[place] === second ? (counts[place] ?? 0) : 0;
    },
    keep(tokens) {
      seconds[place] = second;
      lengths[place] = asked;
      counts[place] = tokens;
    },
  };
}
