/*
 * SHA-256 (FIPS 180-4) of a text, in plain arithmetic: this folder is pure and imports nothing from the runtime,
 * and the platform's own digest is asynchronous. Meant for small texts off the path of a request.
 */
const BLOCK_BYTES = 64;
const LENGTH_BYTES = 8;

/** The first 32 bits of the fraction of a root, which is where the standard takes its constants from. */
function fractionBits(root: number): number {
  return ((root - Math.floor(root)) * 2 ** 32) | 0;
}

function firstPrimes(count: number): readonly number[] {
  const primes: number[] = [];
  for (let candidate = 2; primes.length < count; candidate++) {
    if (primes.every((prime) => candidate % prime !== 0)) primes.push(candidate);
  }
  return primes;
}

const ROUND_CONSTANTS = firstPrimes(64).map((prime) => fractionBits(Math.cbrt(prime)));
const INITIAL_STATE = firstPrimes(8).map((prime) => fractionBits(Math.sqrt(prime)));

/** The digest of the text's UTF-8 bytes: 64 lower-case hexadecimal digits. */
export function sha256Hex(text: string): string {
  const message = padded(new TextEncoder().encode(text));
  const state = Int32Array.from(INITIAL_STATE);
  const schedule = new Int32Array(64);
  for (let offset = 0; offset < message.byteLength; offset += BLOCK_BYTES) {
    for (let index = 0; index < 16; index++) schedule[index] = message.getInt32(offset + 4 * index);
    extendSchedule(schedule);
    compress(state, schedule);
  }
  return [...state].map((word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
}

/** The message with a one bit, zeros, and its length in bits, as whole blocks. */
function padded(bytes: Uint8Array): DataView {
  const blocks = Math.ceil((bytes.length + 1 + LENGTH_BYTES) / BLOCK_BYTES);
  const message = new Uint8Array(blocks * BLOCK_BYTES);
  message.set(bytes);
  message[bytes.length] = 0x80;
  const view = new DataView(message.buffer);
  view.setBigUint64(message.length - LENGTH_BYTES, BigInt(bytes.length) * 8n);
  return view;
}

function rotated(word: number, bits: number): number {
  return (word >>> bits) | (word << (32 - bits));
}

function extendSchedule(schedule: Int32Array): void {
  for (let index = 16; index < 64; index++) {
    const early = schedule[index - 15] ?? 0;
    const late = schedule[index - 2] ?? 0;
    const mixedEarly = rotated(early, 7) ^ rotated(early, 18) ^ (early >>> 3);
    const mixedLate = rotated(late, 17) ^ rotated(late, 19) ^ (late >>> 10);
    schedule[index] = (schedule[index - 16] ?? 0) + mixedEarly + (schedule[index - 7] ?? 0) + mixedLate;
  }
}

function compress(state: Int32Array, schedule: Int32Array): void {
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let round = 0; round < 64; round++) {
    const mixedE = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25);
    const chosen = (e & f) ^ (~e & g);
    const first = h + mixedE + chosen + (ROUND_CONSTANTS[round] ?? 0) + (schedule[round] ?? 0);
    const mixedA = rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22);
    const majority = (a & b) ^ (a & c) ^ (b & c);
    h = g;
    g = f;
    f = e;
    e = (d + first) | 0;
    d = c;
    c = b;
    b = a;
    a = (first + mixedA + majority) | 0;
  }
  for (const [index, word] of [a, b, c, d, e, f, g, h].entries()) state[index] = (state[index] ?? 0) + word;
}
