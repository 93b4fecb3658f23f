import { createMerger } from "./byte-pair-merge.ts";
import { createPieceMemory } from "./piece-memory.ts";
import { NO_RANK } from "./rank-table.ts";
import type { RankTable } from "./rank-table.ts";
import { BYTES_PER_UNIT_MAX, isHighSurrogate, writeUtf8 } from "./utf8-slice.ts";

/** Counts the tokens of texts in one encoding. */
export interface EncodingCounter {
  /** Tokens of the whole text. The work grows with its length alone, whatever it contains. */
  count(text: string): number;
}

/**
 * A piece is merged in quadratic time, so longer ones are cut, at some 192 bytes; a cut adds one token at most. Only runs
 * of one kind of character are that long: Thai and some Chinese prose, ruled lines, and what is written to do harm.
 */
const PIECE_UNITS_MAX = 64;
const ASCII_PIECE_UNITS_MAX = 192;

/**
 * Squared bytes that one call may merge: half a millisecond to a whole one; prose needs a hundredth of it. What is left
 * when it is used up takes as many tokens a byte as what was merged.
 */
const MERGE_WORK_MAX = 1_000_000;

/**
 * A counter for the encoding of this vocabulary. `pieces` says how a text falls into pieces that are encoded one by one;
 * special tokens in a text are text, as they are to OpenAI's own interface.
 */
export function createEncodingCounter(table: RankTable, pieces: RegExp): EncodingCounter {
  const pattern = new RegExp(pieces.source, "yu");
  const bytes = new Uint8Array(ASCII_PIECE_UNITS_MAX * BYTES_PER_UNIT_MAX);
  const merge = createMerger(table, bytes);
  const memory = createPieceMemory();
  let workLeft = 0;
  let mergedBytes = 0;
  let mergedTokens = 0;

  const countSlice = (text: string, start: number, end: number): number => {
    const length = writeUtf8(text, start, end, bytes);
    if (length === 1 || table.rankOf(bytes, 0, length) !== NO_RANK) return 1;
    const known = memory.recall(bytes, length);
    if (known !== 0) return known;
    if (workLeft <= 0) return (length * mergedTokens) / mergedBytes;
    const tokens = merge(length);
    memory.keep(tokens);
    workLeft -= length * length;
    mergedBytes += length;
    mergedTokens += tokens;
    return tokens;
  };
  const countPiece = (text: string, start: number, end: number): number => {
    const unitsMax = text.charCodeAt(start + 1) < 0x80 ? ASCII_PIECE_UNITS_MAX : PIECE_UNITS_MAX;
    let tokens = 0;
    let from = start;
    while (end - from > unitsMax) {
      const to = from + unitsMax - (isHighSurrogate(text.charCodeAt(from + unitsMax - 1)) ? 1 : 0);
      tokens += countSlice(text, from, to);
      from = to;
    }
    return tokens + countSlice(text, from, end);
  };

  return {
    count(text) {
      workLeft = MERGE_WORK_MAX;
      mergedBytes = 0;
      mergedTokens = 0;
      let tokens = 0;
      let start = 0;
      pattern.lastIndex = 0;
      while (pattern.test(text)) {
        tokens += countPiece(text, start, pattern.lastIndex);
        start = pattern.lastIndex;
      }
      return Math.ceil(tokens);
    },
  };
}
