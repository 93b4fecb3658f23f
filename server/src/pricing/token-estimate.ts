/*
 * How many tokens a text is, without a tokenizer. Weights are hundredths of a token for a character:
 *
 *   ASCII letters and spaces         22   English runs at 4.8 characters a token, German at 3.4
 *   ASCII digits, signs, line ends   50   code, JSON and tables split far more often than prose
 *   up to U+07FF                     50   accented Latin, Greek, Cyrillic, Hebrew, Arabic
 *   the rest of the first plane     100   Chinese, Japanese, Korean, Thai, Indic; typographic signs
 *   beyond it (a surrogate pair)    200   emoji, rare ideographs
 *
 * Measured against OpenAI's cl100k encoding: English, code, Chinese, Korean and Russian within 11 %, JSON a
 * quarter too high, German a fifth too low, tables of figures a third too low. The newer o200k packs scripts
 * other than Latin up to twice as densely. A string and its UTF-8 bytes give the same number, for the classes
 * follow the length of a character in UTF-8.
 */
const TOKEN = 100;
const TWO_BYTES = 50;
const THREE_BYTES = 100;
/** In a string, these are two surrogates, each taken for a character of three bytes. */
const FOUR_BYTES = 200;

const ASCII_WEIGHTS = Uint8Array.from({ length: 128 }, (_, code) =>
  /[A-Za-z ]/.test(String.fromCodePoint(code)) ? 22 : 50,
);

/** Weights by the first byte of a UTF-8 sequence; the bytes that follow it weigh nothing. */
const BYTE_WEIGHTS = Uint8Array.from({ length: 256 }, (_, byte) => {
  if (byte < 0x80) return ASCII_WEIGHTS[byte] ?? 0;
  if (byte < 0xc0) return 0;
  if (byte < 0xe0) return TWO_BYTES;
  return byte < 0xf0 ? THREE_BYTES : FOUR_BYTES;
});

/** Estimated tokens of a text, rounded up; for where neither the vendor nor a tokenizer has counted them. */
export function countTextTokens(text: string): number {
  let weight = 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code < 0x80) weight += ASCII_WEIGHTS[code] ?? 0;
    else weight += code < 0x800 ? TWO_BYTES : THREE_BYTES;
  }
  return Math.ceil(weight / TOKEN);
}

/**
 * Estimated tokens of a prompt, from its text or from the UTF-8 bytes of the text. Given a whole JSON body, it
 * counts the syntax and the field names too, which errs on the safe side; leave inlined images and audio out,
 * for their base64 would be counted as text.
 */
export function estimatePromptTokens(prompt: string | Uint8Array): number {
  if (typeof prompt === "string") return countTextTokens(prompt);
  let weight = 0;
  for (let index = 0; index < prompt.length; index++) weight += BYTE_WEIGHTS[prompt[index] ?? 0] ?? 0;
  return Math.ceil(weight / TOKEN);
}
