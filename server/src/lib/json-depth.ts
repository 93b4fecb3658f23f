const SPACE = 0x20;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPENS_LIST = 0x5b;
const OPENS_OBJECT = 0x7b;
const CLOSES_LIST = 0x5d;
const CLOSES_OBJECT = 0x7d;

/**
 * No honest body of a model's API or of the console nests deeper: tool schemas, the deepest of them, need about twenty.
 * What is recursive behind this bound cannot run out of stack.
 */
export const JSON_DEPTH_MAX = 128;

/**
 * Whether lists and objects nest deeper than `depthMax` in a JSON text, given as its UTF-8 bytes. Reads each byte once,
 * stops at the first that is too deep, and need not know that the text is valid: what is no JSON object or list (a
 * multipart form) nests nowhere.
 */
export function nestsDeeper(bytes: Uint8Array, depthMax: number = JSON_DEPTH_MAX): boolean {
  let begin = 0;
  while (begin < bytes.length && (bytes[begin] ?? 0) <= SPACE) begin++;
  const first = bytes[begin];
  if (first !== OPENS_LIST && first !== OPENS_OBJECT) return false;
  let depth = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === QUOTE) {
      at = closingQuote(bytes, at);
      if (at < 0) return false;
    } else if (byte === OPENS_LIST || byte === OPENS_OBJECT) {
      if (++depth > depthMax) return true;
    } else if (byte === CLOSES_LIST || byte === CLOSES_OBJECT) depth--;
  }
  return false;
}

/** Of the string that begins at `start`; −1 when it never ends. Long strings are skipped, not walked through. */
function closingQuote(bytes: Uint8Array, start: number): number {
  for (let at = start; ;) {
    at = bytes.indexOf(QUOTE, at + 1);
    if (at < 0) return -1;
    let backslashes = 0;
    while (bytes[at - 1 - backslashes] === BACKSLASH) backslashes++;
    if (backslashes % 2 === 0) return at;
  }
}
