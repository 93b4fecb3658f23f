import type { Clock } from "../lib/clock.ts";

const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const RANDOM_LENGTH = 12;

/**
 * A request's id: UTC time to the millisecond, then random characters. It sorts by time, so indexes over it grow at
 * their end, and it is the key of the request's hold and charge, so it must never repeat.
 */
export function newRequestId(clock: Clock): string {
  const time = new Date(clock.nowMs()).toISOString().replace(/[-:T.Z]/g, "");
  const bytes = crypto.getRandomValues(new Uint8Array(RANDOM_LENGTH));
  let random = "";
  for (const byte of bytes) random += ALPHABET[byte % ALPHABET.length];
  return time + random;
}
