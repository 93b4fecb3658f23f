/**
 * Variables of this product family that operators bring along and that have no effect here, each with the reason. A
 * setting that silently does nothing is worse than one that says so.
 */
const UNUSED_VARIABLES: Readonly<Record<string, string>> = {
  SESSION_SECRET: "keys come from TOLLGATE_SECRET_KEY or from the key file",
  LOG_SQL_DSN: "logs are kept in the main database",
  NODE_NAME: "a node is known by the file node-id in its data directory",
  GENERATE_DEFAULT_TOKEN: "users make their own tokens",
  NODE_TYPE: "all nodes are equal",
  MEMORY_CACHE_ENABLED: "what the relay needs is always in memory",
  SYNC_FREQUENCY: "changes take effect at once",
  BATCH_UPDATE_ENABLED: "charges are written in groups and never delayed",
  SQL_MAX_IDLE_CONNS: "SQL_MAX_OPEN_CONNS is the only limit on connections",
  GLOBAL_API_RATE_LIMIT_ENABLE: "GLOBAL_API_RATE_LIMIT=0 switches that limit off",
  CRITICAL_RATE_LIMIT_ENABLE: "CRITICAL_RATE_LIMIT=0 switches that limit off",
  STREAM_SCANNER_MAX_BUFFER_MB: "streams are passed on without a line limit",
};

/** One line for each variable that is set but has no effect. */
export function unusedVariableNotices(env: Readonly<Record<string, string | undefined>>): string[] {
  return Object.entries(UNUSED_VARIABLES)
    .filter(([name]) => (env[name] ?? "") !== "")
    .map(([name, reason]) => `${name} is set but has no effect: ${reason}`);
}
