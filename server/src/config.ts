import { isAbsolute, join, resolve } from "node:path";
import { parseCommandLine } from "./config/command-line.ts";
import type { Command } from "./config/command-line.ts";
import { ConfigError, shownValue } from "./config/config-error.ts";
import { flagOf, SETTINGS } from "./config/settings.ts";
import type { LogLevel, Setting } from "./config/settings.ts";
import { unusedVariableNotices } from "./config/unused-variables.ts";

export { helpText } from "./config/help-text.ts";
export type { Command, LogLevel };

/** Everything the operator decides before the start. Holds secrets: never print it whole. */
export interface Config {
  readonly command: Command;
  /** The command's own flags: name → texts. */
  readonly options: ReadonlyMap<string, readonly string[]>;
  readonly port: number;
  readonly host: string;
  /** Absolute. */
  readonly dataDir: string;
  /** For the first start only; null asks for a random one. */
  readonly rootPassword: string | null;
  /** Null: use the key file in the data directory. */
  readonly secretKey: string | null;
  readonly database: DatabaseConfig;
  /** Shared state between nodes; only ever set together with PostgreSQL. */
  readonly redisUrl: string | null;
  /** 0: no limit. */
  readonly relayTimeoutMs: number;
  /** Longest silence between two chunks of a stream. */
  readonly streamIdleTimeoutMs: number;
  readonly maxRequestBodyBytes: number;
  /** What may be fetched for one request, all files together; 0 = nothing. */
  readonly maxFileDownloadBytes: number;
  readonly maxFileDownloads: number;
  readonly sessionCookieSecure: boolean;
  /** As CIDR ranges. */
  readonly trustedProxies: readonly string[];
  readonly rateLimits: { readonly [name in "general" | "critical" | "search"]: RateLimitConfig };
  readonly shutdownTimeoutMs: number;
  readonly errorLogEnabled: boolean;
  readonly forceStreamOption: boolean;
  readonly logLevel: LogLevel;
  /** Lines that the operator should read, such as settings that have no effect. */
  readonly notices: readonly string[];
}

/** Calls in a fixed window; a limit of 0 sets none. */
export interface RateLimitConfig {
  readonly limit: number;
  readonly windowSeconds: number;
}

export type DatabaseConfig =
  | { readonly engine: "sqlite"; /** Absolute. */ readonly path: string; readonly label: string }
  | {
      readonly engine: "postgres";
      /** With the password: not for printing; `label` is. */
      readonly url: string;
      readonly maxConnections: number;
      readonly label: string;
    };

/** The start must stop: print `problem`, which is one line without secrets, and end with CONFIG_PROBLEM_EXIT_CODE. */
export interface ConfigProblem {
  readonly problem: string;
}

export const CONFIG_PROBLEM_EXIT_CODE = 2;

export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The only reader of the command line (`argv` without program and script) and the environment. A flag wins over its
 * variable; an empty variable counts as not set. For `help` and `version` settings are not read, so that these always
 * answer. The first wrong value is reported as `tollgate: PORT must be …, but is "abc"`.
 */
export function readConfig(argv: readonly string[], env: Environment): Config | ConfigProblem {
  try {
    const { command, flags, options } = parseCommandLine(argv);
    const answersAlways = command === "help" || command === "version";
    return { ...buildConfig(command, answersAlways ? {} : env, flags), options };
  } catch (error) {
    if (error instanceof ConfigError) return { problem: `tollgate: ${error.message}` };
    throw error;
  }
}

function buildConfig(
  command: Command,
  env: Environment,
  flags: ReadonlyMap<string, string>,
): Omit<Config, "options"> {
  const read = <Value>(setting: Setting<Value>): Value => readSetting(setting, env, flags);
  const dataDir = resolve(read(SETTINGS.dataDir));
  const database = databaseConfig(
    dataDir,
    read(SETTINGS.postgresUrl),
    read(SETTINGS.sqlitePath),
    read(SETTINGS.sqlMaxConnections),
  );
  const redisUrl = read(SETTINGS.redisUrl);
  if (redisUrl !== null && database.engine === "sqlite") {
    throw new ConfigError(
      "REDIS_CONN_STRING needs a PostgreSQL database in SQL_DSN: with SQLite there is one node, which shares nothing",
    );
  }
  return {
    command,
    port: read(SETTINGS.port),
    host: read(SETTINGS.host),
    dataDir,
    rootPassword: read(SETTINGS.rootPassword),
    secretKey: read(SETTINGS.secretKey),
    database,
    redisUrl,
    relayTimeoutMs: read(SETTINGS.relayTimeoutMs),
    streamIdleTimeoutMs: read(SETTINGS.streamIdleTimeoutMs),
    maxRequestBodyBytes: read(SETTINGS.maxRequestBodyBytes),
    maxFileDownloadBytes: read(SETTINGS.maxFileDownloadBytes),
    maxFileDownloads: read(SETTINGS.maxFileDownloads),
    sessionCookieSecure: read(SETTINGS.sessionCookieSecure),
    trustedProxies: read(SETTINGS.trustedProxies),
    rateLimits: {
      general: {
        limit: read(SETTINGS.generalRateLimit),
        windowSeconds: read(SETTINGS.generalRateWindowSeconds),
      },
      critical: {
        limit: read(SETTINGS.criticalRateLimit),
        windowSeconds: read(SETTINGS.criticalRateWindowSeconds),
      },
      search: {
        limit: read(SETTINGS.searchRateLimit),
        windowSeconds: read(SETTINGS.searchRateWindowSeconds),
      },
    },
    shutdownTimeoutMs: read(SETTINGS.shutdownTimeoutMs),
    errorLogEnabled: read(SETTINGS.errorLogEnabled),
    forceStreamOption: read(SETTINGS.forceStreamOption),
    logLevel: read(SETTINGS.logLevel),
    notices: unusedVariableNotices(env),
  };
}

function readSetting<Value>(
  setting: Setting<Value>,
  env: Environment,
  flags: ReadonlyMap<string, string>,
): Value {
  const flag = flagOf(setting);
  const flagText = flag === null ? undefined : flags.get(flag);
  const envName = setting.env.find((name) => (env[name] ?? "") !== "");
  const text = flagText ?? (envName === undefined ? undefined : env[envName]);
  if (text === undefined) return setting.fallback;

  const parsed = setting.parse(text);
  if ("value" in parsed) return parsed.value;
  const source = flagText === undefined ? envName : `--${flag}`;
  const shown = setting.isSecret === true ? "" : `, but is ${shownValue(text)}`;
  throw new ConfigError(`${source} must be ${parsed.mustBe}${shown}`);
}

function databaseConfig(
  dataDir: string,
  postgresUrl: string | null,
  sqlitePath: string,
  maxConnections: number,
): DatabaseConfig {
  if (postgresUrl === null) {
    const path = isAbsolute(sqlitePath) ? sqlitePath : join(dataDir, sqlitePath);
    return { engine: "sqlite", path, label: `SQLite in ${path}` };
  }
  const { host, pathname } = new URL(postgresUrl);
  const label = `PostgreSQL ${pathname.slice(1)} at ${host || "the local socket"}`;
  return { engine: "postgres", url: postgresUrl, maxConnections, label };
}
