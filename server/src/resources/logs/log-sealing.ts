import type { Database } from "../../db/database.ts";
import type { Logger } from "../../lib/logger.ts";
import { startRecurringWork } from "../../lib/recurring-work.ts";
import type { RecurringWork } from "../../lib/recurring-work.ts";
import { sealLogSegments } from "./log-segment-store.ts";

const INTERVAL_MS = 2000;

/** Makes segments of the log as rows come. Stop it before the database closes. */
export function startSealing(database: Database, logger: Logger): RecurringWork {
  let isFailing = false;
  const seal = async (signal: AbortSignal) => {
    try {
      await sealLogSegments(database, { signal });
      isFailing = false;
    } catch (error) {
      // Told once: a database that is away is away for many times.
      if (!isFailing) logger.error("the log could not be put in order by user and is tried again", { error });
      isFailing = true;
    }
  };
  return startRecurringWork(seal, INTERVAL_MS);
}
