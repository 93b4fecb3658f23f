import { DatabaseAwayError } from "../database-away.ts";

/**
 * States in which the server ends a connection or takes none: a broken connection, a stop, a start, no room for another.
 * Source: https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const AWAY_STATES = /^(?:08...|57P01|57P02|57P03|57P05|53300)$/;

/** What the system says of a server that nobody listens at, or of a connection that is gone. */
const AWAY_CODES: ReadonlySet<string> = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "ECONNABORTED",
  "EPIPE",
  "ETIMEDOUT",
  "EHOSTUNREACH",
  "EHOSTDOWN",
  "ENETUNREACH",
  "ENETDOWN",
  "ENOTFOUND",
  "EAI_AGAIN",
]);

/** The driver's own words, which have no code. */
const AWAY_WORDS =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Client (?:was closed|has encountered a connection error) and is not queryable|Postgres connection has been discarded)/;

/** The error as the rest of the program knows it: faults of a connection are DatabaseAwayError, others stay as they are. */
export function toldFault(error: unknown, during: "connecting" | "asking"): unknown {
  return isConnectionFault(error) ? new DatabaseAwayError(error, during === "asking") : error;
}

function isConnectionFault(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof AggregateError) return error.errors.some(isConnectionFault);
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  return AWAY_CODES.has(code) || AWAY_STATES.test(code) || AWAY_WORDS.test(error.message);
}
