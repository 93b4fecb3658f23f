import type { Clock } from "../lib/clock.ts";
import type { Logger } from "../lib/logger.ts";
import type { DatabaseAwayError } from "./database-away.ts";

const EVERY_MS = 30_000;

/** Tells the operator that the database is away, once in a while and not once a call. */
export function createAwayNotice(logger: Logger, clock: Clock): (error: DatabaseAwayError) => void {
  let toldAtMs = -Infinity;
  return (error) => {
    if (clock.nowMs() - toldAtMs < EVERY_MS) return;
    toldAtMs = clock.nowMs();
    logger.error("calls are refused with 503 until the database can be reached again", { error });
  };
}
