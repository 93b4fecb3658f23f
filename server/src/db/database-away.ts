/** The database cannot be reached now, or has broken off; it may be asked again. */
export class DatabaseAwayError extends Error {
  /** What was asked for may have happened: the connection broke off before the answer. */
  readonly mayHaveHappened: boolean;

  constructor(cause: unknown, mayHaveHappened: boolean) {
    super(`the database is away: ${databaseFaultText(cause)}`, { cause });
    this.name = "DatabaseAwayError";
    this.mayHaveHappened = mayHaveHappened;
  }
}

/** When to come again, for those who are refused meanwhile. */
export const AWAY_RETRY_SECONDS = 5;

/** What a database's driver says in its own words. An address that refuses on all its numbers has its reasons inside. */
export function databaseFaultText(error: unknown): string {
  const cause: unknown = error instanceof DatabaseAwayError ? error.cause : error;
  const inner: unknown = cause instanceof AggregateError ? cause.errors[0] : cause;
  return inner instanceof Error ? inner.message || inner.name : String(inner);
}
