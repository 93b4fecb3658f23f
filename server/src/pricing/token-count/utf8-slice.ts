/** UTF-8 bytes that one UTF-16 unit can take; a surrogate pair takes four for its two. */
export const BYTES_PER_UNIT_MAX = 3;

const REPLACEMENT = 0xfffd;

/** Whether a UTF-16 unit begins a character that takes two. */
export function isHighSurrogate(unit: number): boolean {
  return (unit & 0xfc00) === 0xd800;
}

/** Whether a UTF-16 unit is the second half of a character. */
export function isLowSurrogate(unit: number): boolean {
  return (unit & 0xfc00) === 0xdc00;
}

/**
 * Writes `text[start, end)` as UTF-8, half characters as U+FFFD; answers how many bytes it took. TextEncoder does the
 * same, but takes a microsecond to be called: too long for a word.
 */
export function writeUtf8(text: string, start: number, end: number, bytes: Uint8Array): number {
  let length = 0;
  for (let index = start; index < end; index++) {
    const unit = text.charCodeAt(index);
    if (unit < 0x80) bytes[length++] = unit;
    else if (unit < 0x800) {
      bytes[length++] = 0xc0 | (unit >> 6);
      bytes[length++] = 0x80 | (unit & 0x3f);
    } else if (isHighSurrogate(unit) && index + 1 < end && isLowSurrogate(text.charCodeAt(index + 1))) {
      const point = 0x1_0000 + ((unit & 0x3ff) << 10) + (text.charCodeAt(++index) & 0x3ff);
      bytes[length++] = 0xf0 | (point >> 18);
      bytes[length++] = 0x80 | ((point >> 12) & 0x3f);
      bytes[length++] = 0x80 | ((point >> 6) & 0x3f);
      bytes[length++] = 0x80 | (point & 0x3f);
    } else {
      const whole = isHighSurrogate(unit) || isLowSurrogate(unit) ? REPLACEMENT : unit;
      bytes[length++] = 0xe0 | (whole >> 12);
      bytes[length++] = 0x80 | ((whole >> 6) & 0x3f);
      bytes[length++] = 0x80 | (whole & 0x3f);
    }
  }
  return length;
}
