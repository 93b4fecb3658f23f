/**
 * Charges are keyed by their request's id, which begins with its time in UTC: `20260101093000123` and random letters.
 * So their keys sort by time, and a key tells how old its request is.
 */
const TIME_LENGTH = 17;

/** The time as keys begin: a key made at or after it sorts at or after it. */
export function keyTime(atMs: number): string {
  return new Date(atMs)
    .toISOString()
    .replace(/[-:T.Z]/g, "")
    .slice(0, TIME_LENGTH);
}

/** Requests older than this are no longer reserved for; the archive keeps away from all that are younger by twice that. */
export const RESERVABLE_MS = 24 * 60 * 60 * 1000;
const HOUR_MS = 60 * 60 * 1000;

/** Made once an hour, because it is compared with for every request. */
let oldest = { hour: -1, key: "" };

/**
 * Whether a request is too old to begin now. Its charge may be in the archive, where a replay would not be seen. Ids
 * that do not begin with a time are never archived, and never too old.
 */
export function isTooOldToReserve(holdId: string, nowMs: number): boolean {
  const hour = Math.floor(nowMs / HOUR_MS);
  if (hour !== oldest.hour) oldest = { hour, key: keyTime(hour * HOUR_MS - RESERVABLE_MS) };
  return holdId < oldest.key && /^\d{17}/.test(holdId);
}
