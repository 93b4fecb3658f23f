import type { Loss } from "../formats/chat/chat-loss.ts";

const HEADER_MAX_LENGTH = 1000;
const LOGGED_MAX = 50;

/** What could not be said in the upstream's dialect, for a response header: `left-out sampling.topK; changed …`. */
export function lossesHeader(losses: readonly Loss[]): string {
  const text = losses.map(({ what, path }) => `${what} ${path}`).join("; ");
  const ascii = text.replace(/[^\x20-\x7e]/g, "?");
  return ascii.length <= HEADER_MAX_LENGTH ? ascii : `${ascii.slice(0, HEADER_MAX_LENGTH - 1)}+`;
}

/** The same for the log row, with the reasons. */
export function lossesLog(losses: readonly Loss[]): string[] | undefined {
  if (losses.length === 0) return undefined;
  return losses.slice(0, LOGGED_MAX).map(({ what, path, reason }) => `${what} ${path}: ${reason}`);
}
