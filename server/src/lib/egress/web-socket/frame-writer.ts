const OPCODES = { text: 0x1, binary: 0x2, close: 0x8, ping: 0x9, pong: 0xa } as const;

/** Largest payload whose length fits into the second byte, and into two bytes more. */
const SHORT_MAX = 125;
const MEDIUM_MAX = 0xffff;
const MASKED = 0x80;
const LAST = 0x80;
const MASK_BYTES = 4;

/**
 * A client's frame: one message whole, masked with fresh random bytes as RFC 6455 demands, so that what a caller sends can
 * never be mistaken for HTTP by something on the way.
 */
export function writeFrame(kind: keyof typeof OPCODES, payload: Uint8Array): Buffer {
  const { length } = payload;
  const lengthBytes = length <= SHORT_MAX ? 0 : length <= MEDIUM_MAX ? 2 : 8;
  const start = 2 + lengthBytes + MASK_BYTES;
  const frame = Buffer.allocUnsafe(start + length);
  frame[0] = LAST | OPCODES[kind];
  frame[1] = MASKED | (lengthBytes === 0 ? length : lengthBytes === 2 ? 126 : 127);
  if (lengthBytes === 2) frame.writeUInt16BE(length, 2);
  if (lengthBytes === 8) frame.writeBigUInt64BE(BigInt(length), 2);
  const mask = crypto.getRandomValues(new Uint8Array(MASK_BYTES));
  frame.set(mask, start - MASK_BYTES);
  frame.set(masked(payload, mask), start);
  return frame;
}

/** Four bytes at a time: a message of sound is megabytes. */
function masked(payload: Uint8Array, mask: Uint8Array): Uint8Array {
  const { length } = payload;
  const words = new Uint32Array(Math.ceil(length / MASK_BYTES));
  const bytes = new Uint8Array(words.buffer);
  bytes.set(payload);
  const [word = 0] = new Uint32Array(mask.buffer, mask.byteOffset, 1);
  for (let index = 0; index < words.length; index++) words[index] = (words[index] ?? 0) ^ word;
  return bytes.subarray(0, length);
}

/** RFC 6455, section 5.5.1: the code and a reason of at most 123 bytes, cut at a whole character. */
export function writeClose(code: number | undefined, reason: string): Buffer {
  if (code === undefined) return writeFrame("close", new Uint8Array());
  const text = new Uint8Array(SHORT_MAX - 2);
  const { written } = new TextEncoder().encodeInto(reason, text);
  return writeFrame(
    "close",
    Buffer.concat([Uint8Array.of(code >> 8, code & 0xff), text.subarray(0, written)]),
  );
}
