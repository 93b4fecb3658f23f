/** Letters of scripts that run from right to left. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefe\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
/** Characters that turn the direction of everything after them. */
const TURNS = /[\u202a-\u202e]/g;

/**
 * A name for the middle of a sentence: one whose script runs from right to left keeps to itself instead of drawing in
 * the words and figures beside it. Others stay as they are, without characters that turn the sentence's direction.
 */
export function isolated(name: string): string {
  const plain = name.replace(TURNS, "");
  return RIGHT_TO_LEFT.test(plain) ? `\u2068${plain}\u2069` : plain;
}
