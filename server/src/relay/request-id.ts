import type { Clock } from "../lib/clock.ts";

const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const RANDOM_LENGTH = 12;
/** Bytes at or above this would make the first letters of the alphabet likelier. */
const UNBIASED_BELOW = 256 - (256 % ALPHABET.length);

/** Random bytes are fetched a page at a time: one call to the system for hundreds of ids. */
const pool = new Uint8Array(4096);
let poolAt = pool.length;
let secondMs = -1;
let secondText = "";

/**
 * A request's id: UTC time to the millisecond, then random characters. It sorts by time, so indexes over it grow at
 * their end, and it is the key of the request's hold and charge, so it must never repeat.
 */
export function newRequestId(clock: Clock): string {
  const nowMs = clock.nowMs();
  const ms = nowMs % 1000;
  if (nowMs - ms !== secondMs) {
    secondMs = nowMs - ms;
    secondText = new Date(secondMs).toISOString().slice(0, 19).replace(/[-:T]/g, "");
  }
  for (let length = 0; length < RANDOM_LENGTH;) {
    const byte = nextRandomByte();
    if (byte >= UNBIASED_BELOW) continue;
    letters[length++] = ALPHABET.charCodeAt(byte % ALPHABET.length);
  }
  return `${secondText}${ms < 10 ? "00" : ms < 100 ? "0" : ""}${ms}${letters.toString("latin1")}`;
}

const letters = Buffer.alloc(RANDOM_LENGTH);

function nextRandomByte(): number {
  if (poolAt === pool.length) {
    crypto.getRandomValues(pool);
    poolAt = 0;
  }
  return pool[poolAt++] ?? 0;
}
