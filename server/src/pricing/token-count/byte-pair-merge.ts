import { NO_RANK } from "./rank-table.ts";
import type { RankTable } from "./rank-table.ts";

/**
 * Byte-pair merging over the first bytes of `bytes`: of all neighbours that join into a token, the pair of the lowest
 * rank is joined, until none does. The function it returns answers how many parts are left.
 */
export function createMerger(table: RankTable, bytes: Uint8Array): (length: number) => number {
  const starts = new Int32Array(bytes.length + 1);
  /** Rank of the part that starts here joined with its successor. */
  const ranks = new Int32Array(bytes.length + 1);
  let parts = 0;

  const split = (length: number): void => {
    parts = length;
    for (let index = 0; index < length; index++) {
      starts[index] = index;
      ranks[index] =
        index + 1 < length ? table.rankOfPair(bytes[index] ?? 0, bytes[index + 1] ?? 0) : NO_RANK;
    }
    starts[length] = length;
  };
  const bestPart = (): number => {
    let best = -1;
    let lowest = NO_RANK;
    for (let part = 0; part + 1 < parts; part++) {
      const rank = ranks[part] ?? NO_RANK;
      if (rank < lowest) {
        lowest = rank;
        best = part;
      }
    }
    return best;
  };
  const rankAt = (part: number): number =>
    part + 2 <= parts ? table.rankOf(bytes, starts[part] ?? 0, starts[part + 2] ?? 0) : NO_RANK;
  const join = (part: number): void => {
    starts.copyWithin(part + 1, part + 2, parts + 1);
    ranks.copyWithin(part + 1, part + 2, parts);
    parts--;
    ranks[part] = rankAt(part);
    if (part > 0) ranks[part - 1] = rankAt(part - 1);
  };

  return (length) => {
    split(length);
    for (let best = bestPart(); best !== -1; best = bestPart()) join(best);
    return parts;
  };
}
