import { AWAY_RETRY_SECONDS, DatabaseAwayError } from "../db/database-away.ts";
import { RelayError } from "./relay-error.ts";

/** Who hears of what went wrong inside the gateway. */
export interface FaultReports {
  reportFault(message: string, error: unknown): void;
  /** Told for each call that a database that is away has stopped: it is not for the caller to write each of them down. */
  reportAway(error: DatabaseAwayError): void;
}

/** What went wrong as the client may read it; what is none of its business is reported. */
export function faultRefusal(error: unknown, message: string, reports: FaultReports): RelayError {
  if (error instanceof RelayError) return error;
  if (error instanceof DatabaseAwayError) {
    reports.reportAway(error);
    return awayRefusal();
  }
  reports.reportFault(message, error);
  return new RelayError("server.internal");
}

/** The refusal of a call that the database could not be asked for. */
export function awayRefusal(): RelayError {
  return new RelayError("server.database-away", {}, { "retry-after": String(AWAY_RETRY_SECONDS) });
}
