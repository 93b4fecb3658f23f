import { BASE64_VALUES } from "./base64-reader.ts";

/**
 * The vocabulary of a byte-pair encoding: from the bytes of a token to its rank. All tokens lie in one array and are
 * found by hash, so that 200,000 of them take 5 MB and the garbage collector has nothing to walk.
 */
export interface RankTable {
  readonly size: number;
  /** Bytes of the longest token. */
  readonly longestToken: number;
  /** Rank of the token that is `bytes[start, end)`, or `NO_RANK`. */
  rankOf(bytes: Uint8Array, start: number, end: number): number;
  /** Rank of a token of two bytes, or `NO_RANK`; the same answer as `rankOf`, faster. */
  rankOfPair(first: number, second: number): number;
}

/** Above every rank: a pair that is no token is never the best one to merge. */
export const NO_RANK = 0x7fff_ffff;

const LINE_END = 10;
const SPACE = 32;
const PADDING = 61;

/** Lines read before the builder gives way: a millisecond's work at first, a tenth of one once it is compiled. */
const LINES_PER_STEP = 1000;

/**
 * Reads a vocabulary in the tiktoken form, whose lines stand in the order of their ranks. `tokensMax` is
 * how many it may have. Built in steps, between which the caller may let other work run; the last returns the table.
 */
export function* buildRankTable(
  tiktoken: string,
  tokensMax: number,
): Generator<undefined, RankTable, undefined> {
  const tokens = createTokenStore(tiktoken.length, tokensMax);
  let position = 0;
  while (position < tiktoken.length) {
    for (let line = 0; line < LINES_PER_STEP && position < tiktoken.length; line++)
      position = readLine(tiktoken, position, tokens);
    yield undefined;
  }
  return tokens.table();
}

/** Adds the token of the line that starts at `position`; answers where the next one starts. */
function readLine(text: string, position: number, tokens: TokenStore): number {
  let bits = 0;
  let bitCount = 0;
  let index = position;
  for (; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === SPACE || code === LINE_END) break;
    if (code === PADDING) continue;
    bits = ((bits << 6) | (BASE64_VALUES[code] ?? 0)) & 0xffff;
    bitCount += 6;
    if (bitCount >= 8) {
      bitCount -= 8;
      tokens.addByte((bits >> bitCount) & 0xff);
    }
  }
  if (index > position) tokens.endToken();
  const lineEnd = text.indexOf("\n", index);
  return lineEnd === -1 ? text.length : lineEnd + 1;
}

interface TokenStore {
  addByte(byte: number): void;
  endToken(): void;
  table(): RankTable;
}

/** Half of the hashed places stay free at least. */
function createTokenStore(fileLength: number, tokensMax: number): TokenStore {
  const mask = 2 ** Math.ceil(Math.log2(tokensMax * 2)) - 1;
  const bytes = new Uint8Array(fileLength);
  const ends = new Uint32Array(tokensMax + 1);
  /** Rank + 1 by hash; zero is a free place. */
  const slots = new Int32Array(mask + 1);
  const pairs = new Int32Array(65_536).fill(NO_RANK);
  let byteCount = 0;
  let size = 0;
  let longestToken = 0;

  return {
    addByte(byte) {
      bytes[byteCount++] = byte;
    },
    endToken() {
      const start = ends[size] ?? 0;
      let slot = hashOf(bytes, start, byteCount) & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = size + 1;
      if (byteCount - start === 2) pairs[((bytes[start] ?? 0) << 8) | (bytes[start + 1] ?? 0)] = size;
      longestToken = Math.max(longestToken, byteCount - start);
      ends[++size] = byteCount;
    },
    table() {
      const known = bytes.slice(0, byteCount);
      const knownEnds = ends.slice(0, size + 1);
      return {
        size,
        longestToken,
        rankOf(sought, start, end) {
          if (end - start > longestToken) return NO_RANK;
          let slot = hashOf(sought, start, end) & mask;
          for (let rank = slots[slot] ?? 0; rank !== 0; rank = slots[slot] ?? 0) {
            const from = knownEnds[rank - 1] ?? 0;
            if ((knownEnds[rank] ?? 0) - from === end - start && areEqual(known, from, sought, start, end))
              return rank - 1;
            slot = (slot + 1) & mask;
          }
          return NO_RANK;
        },
        rankOfPair: (first, second) => pairs[(first << 8) | second] ?? NO_RANK,
      };
    },
  };
}

function areEqual(known: Uint8Array, from: number, sought: Uint8Array, start: number, end: number): boolean {
  for (let index = start; index < end; index++)
    if (known[from + index - start] !== sought[index]) return false;
  return true;
}

/** FNV-1a, its high bits folded in, for only the low ones choose the place. */
function hashOf(bytes: Uint8Array, start: number, end: number): number {
  let hash = 0x811c_9dc5;
  for (let index = start; index < end; index++) hash = Math.imul(hash ^ (bytes[index] ?? 0), 0x0100_0193);
  return hash ^ (hash >>> 15);
}
