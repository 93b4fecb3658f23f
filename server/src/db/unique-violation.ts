const POSTGRES_UNIQUE_VIOLATION = "23505";
const SQLITE_UNIQUE_VIOLATION = "SQLITE_CONSTRAINT_UNIQUE";

/** Whether a statement failed because a value that must be unique is there already. */
export function isUniqueViolation(error: unknown): boolean {
  if (!(error instanceof Error) || !("code" in error)) return false;
  return error.code === POSTGRES_UNIQUE_VIOLATION || error.code === SQLITE_UNIQUE_VIOLATION;
}
