/** The value of a base64 letter by its code; zero for what is none. */
export const BASE64_VALUES: Uint8Array = new Uint8Array(128);
for (const [value, letter] of [
  ..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/",
].entries())
  BASE64_VALUES[letter.charCodeAt(0)] = value;

/** Reads single bytes of a base64 text where they are needed; bytes beyond its end are zero. */
export interface ByteReader {
  byte(index: number): number;
  /** A big-endian number of `length` bytes, six at most. */
  uint(index: number, length: number): number;
  /** Bytes as Latin-1. */
  text(index: number, length: number): string;
}

/** A reader of the base64 that begins at `start`. Line breaks inside it are not expected: a URL has none. */
export function base64Reader(text: string, start: number): ByteReader {
  const value = (index: number): number => BASE64_VALUES[text.charCodeAt(index)] ?? 0;
  const byte = (index: number): number => {
    const from = start + Math.floor(index / 3) * 4;
    const position = index % 3;
    if (position === 0) return (value(from) << 2) | (value(from + 1) >> 4);
    if (position === 1) return ((value(from + 1) & 15) << 4) | (value(from + 2) >> 2);
    return ((value(from + 2) & 3) << 6) | value(from + 3);
  };
  return {
    byte,
    uint(index, length) {
      let number = 0;
      for (let offset = 0; offset < length; offset++) number = number * 256 + byte(index + offset);
      return number;
    },
    text(index, length) {
      let read = "";
      for (let offset = 0; offset < length; offset++) read += String.fromCharCode(byte(index + offset));
      return read;
    },
  };
}
