import { existsSync } from "node:fs";
import type { Config } from "./config.ts";
import type { Database } from "./db/database.ts";
import { databaseFaultText } from "./db/database-away.ts";
import { rememberSecretKey } from "./db/secret-key-check.ts";
import { migrate } from "./db/migrator.ts";
import { openPostgres } from "./db/postgres/postgres-database.ts";
import { openSqlite } from "./db/sqlite/sqlite-database.ts";
import { redactSecrets } from "./secrets/redact-secrets.ts";
import type { SecretKeys } from "./secrets/secret-keys.ts";
import { StartError } from "./start-error.ts";

/**
 * Opens the database, brings its schema up to date and makes sure that it was made with this secret key. Throws
 * StartError, or SecretError for a wrong key; nothing stays open then.
 */
export async function openStorage(
  config: Config["database"],
  keys: Pick<SecretKeys, "keyCheckValue" | "requireKey">,
): Promise<Database> {
  const database = openDatabase(config);
  try {
    await explained(config, () => migrate(database));
    // The first start remembers which key the database's secrets are sealed with.
    keys.requireKey(await rememberSecretKey(database, keys.keyCheckValue()));
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** Opens a database that is there already, as it is: for commands that only look. Throws StartError. */
export function openExistingDatabase(config: Config["database"]): Database {
  if (config.engine === "sqlite" && !existsSync(config.path))
    throw new StartError(`there is no database: ${config.label} does not exist`);
  return openDatabase(config);
}

function openDatabase(config: Config["database"]): Database {
  try {
    return config.engine === "sqlite"
      ? openSqlite(config.path)
      : openPostgres(config.url, config.maxConnections);
  } catch (error) {
    throw unusable(config, error);
  }
}

async function explained<Result>(config: Config["database"], work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw unusable(config, error);
  }
}

/** The driver's reason on one line. */
export function unusable(config: Config["database"], error: unknown): StartError {
  const line = redactSecrets(databaseFaultText(error).replace(/\s+/g, " "));
  return new StartError(`the database (${config.label}) cannot be used: ${line}`);
}
