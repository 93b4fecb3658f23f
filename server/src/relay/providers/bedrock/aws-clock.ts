import type { UpstreamAnswer } from "../../../lib/egress/upstream-exchange.ts";
import { createRecentMap } from "../../../lib/recent-map.ts";
import { exceptionName } from "./bedrock-errors.ts";

/** AWS takes a signature for five minutes around its date. */
const TOLERATED_MS = 4 * 60_000;

/** By origin: how far AWS's clock is ahead of this machine's. */
const offsets = createRecentMap<string, number>(100);

/** What to add to this machine's clock for dates that an address accepts. */
export function clockOffsetMs(url: string): number {
  return offsets.get(new URL(url).origin) ?? 0;
}

const REFUSALS: ReadonlySet<string> = new Set([
  "InvalidSignatureException",
  "RequestTimeTooSkewed",
  "RequestExpired",
]);

/** Whether a signature was refused for its date, by the date of the refusal itself; remembers the difference then. */
export function learnsClock({ status, headers }: UpstreamAnswer, url: string, nowMs: number): boolean {
  if ((status !== 403 && status !== 400) || !REFUSALS.has(exceptionName(headers, undefined))) return false;
  const theirMs = Date.parse(headers.get("date") ?? "");
  if (Number.isNaN(theirMs)) return false;
  const offsetMs = theirMs - nowMs;
  if (Math.abs(offsetMs - clockOffsetMs(url)) < TOLERATED_MS) return false;
  offsets.set(new URL(url).origin, offsetMs);
  return true;
}
