import {
  addressRanges,
  folder,
  hostToListenOn,
  onOrOff,
  oneOf,
  postgresUrl,
  redisUrl,
  rootPassword,
  scaled,
  secretKey,
  sqliteFile,
  wholeNumber,
} from "./setting-parsers.ts";
import type { Parse } from "./setting-parsers.ts";

const MS_PER_SECOND = 1000;
const BYTES_PER_MB = 1024 * 1024;
const ONE_DAY_SECONDS = 86_400;

export type LogLevel = "debug" | "info" | "warn" | "error";

export interface Setting<Value> {
  /** Environment names; the first that is set and not empty counts. The flag is made from the first. */
  readonly env: readonly [string, ...string[]];
  /** What stands for the value in the help, such as `<seconds>`; a switch has none and needs no value as a flag. */
  readonly hint: string | null;
  readonly parse: Parse<Value>;
  readonly fallback: Value;
  /** The default as the help shows it. */
  readonly fallbackText: string;
  /** A secret has no flag (every user of a machine can read a command line) and is never shown. */
  readonly isSecret?: true;
  readonly description: string;
}

function setting<Value>(row: Setting<Value>): Setting<Value> {
  return row;
}

function switchSetting(name: string, fallback: boolean, description: string): Setting<boolean> {
  return { env: [name], hint: null, parse: onOrOff, fallback, fallbackText: String(fallback), description };
}

function rateSettings(name: string, subject: string, limit: number, windowSeconds: number) {
  return {
    limit: setting({
      env: [name],
      hint: "<calls>",
      parse: wholeNumber(0, 1_000_000_000),
      fallback: limit,
      fallbackText: String(limit),
      description: `Most ${subject} in a window; 0 sets no limit.`,
    }),
    windowSeconds: setting({
      env: [`${name}_DURATION`],
      hint: "<seconds>",
      parse: wholeNumber(1, ONE_DAY_SECONDS),
      fallback: windowSeconds,
      fallbackText: String(windowSeconds),
      description: "Length of that window.",
    }),
  };
}

const generalRate = rateSettings(
  "GLOBAL_API_RATE_LIMIT",
  "calls of the console's API from one address",
  360,
  180,
);
const criticalRate = rateSettings("CRITICAL_RATE_LIMIT", "sign-ins and the like from one address", 20, 1200);
const searchRate = rateSettings("SEARCH_RATE_LIMIT", "searches of one user", 60, 60);

/** Every setting there is. Reading, checking, flags and help are made from these rows. */
export const SETTINGS = {
  port: setting({
    env: ["PORT"],
    hint: "<port>",
    parse: wholeNumber(1, 65_535),
    fallback: 3000,
    fallbackText: "3000",
    description: "Port to listen on, for the API and the console alike.",
  }),
  host: setting({
    // Some build environments export HOST for purposes of their own.
    env: ["TOLLGATE_HOST", "HOST"],
    hint: "<address>",
    parse: hostToListenOn,
    fallback: "0.0.0.0",
    fallbackText: "0.0.0.0",
    description:
      "Address to listen on. The default reaches all IPv4 interfaces, because a gateway is there for other machines and the first start sets a random password; 127.0.0.1 keeps it to this machine, :: adds IPv6.",
  }),
  dataDir: setting({
    env: ["TOLLGATE_DATA_DIR"],
    hint: "<folder>",
    parse: folder,
    fallback: "./data",
    fallbackText: "./data",
    description: "Folder for the database and the key file. Back it up whole.",
  }),
  rootPassword: setting<string | null>({
    env: ["TOLLGATE_ROOT_PASSWORD"],
    hint: "<text>",
    parse: rootPassword,
    fallback: null,
    fallbackText: "random, printed once",
    isSecret: true,
    description: "Password of the user root, 8 to 20 characters. Used at the first start only.",
  }),
  secretKey: setting<string | null>({
    env: ["TOLLGATE_SECRET_KEY", "CRYPTO_SECRET"],
    hint: "<text>",
    parse: secretKey,
    fallback: null,
    fallbackText: "the file secret.key in the data directory, made at the first start",
    isSecret: true,
    description:
      "Key that seals stored secrets, at least 16 characters. Must be the same on all nodes and for the life of the database.",
  }),
  postgresUrl: setting<string | null>({
    env: ["SQL_DSN"],
    hint: "<address>",
    parse: postgresUrl,
    fallback: null,
    fallbackText: "local (SQLite)",
    isSecret: true,
    description: "Database: postgres://user:password@host:5432/database, or local for the built-in SQLite.",
  }),
  sqlitePath: setting({
    env: ["SQLITE_PATH"],
    hint: "<file>",
    parse: sqliteFile,
    fallback: "tollgate.db",
    fallbackText: "tollgate.db",
    description: "SQLite file, in the data directory unless the path is absolute.",
  }),
  sqlMaxConnections: setting({
    env: ["SQL_MAX_OPEN_CONNS"],
    hint: "<number>",
    parse: wholeNumber(1, 10_000),
    fallback: 20,
    fallbackText: "20",
    description: "Most connections to PostgreSQL that this node opens.",
  }),
  redisUrl: setting<string | null>({
    env: ["REDIS_CONN_STRING"],
    hint: "<address>",
    parse: redisUrl,
    fallback: null,
    fallbackText: "none",
    isSecret: true,
    description:
      "Redis that several nodes share: redis://:password@host:6379/0, or rediss:// with TLS. Needs PostgreSQL.",
  }),
  relayTimeoutMs: setting({
    env: ["RELAY_TIMEOUT"],
    hint: "<seconds>",
    parse: scaled("seconds", MS_PER_SECOND, 0, ONE_DAY_SECONDS),
    fallback: 0,
    fallbackText: "0",
    description:
      "Longest wait for one channel's whole answer; 0 sets no limit. Streams have STREAMING_TIMEOUT.",
  }),
  streamIdleTimeoutMs: setting({
    env: ["STREAMING_TIMEOUT"],
    hint: "<seconds>",
    parse: scaled("seconds", MS_PER_SECOND, 1, ONE_DAY_SECONDS),
    fallback: 300 * MS_PER_SECOND,
    fallbackText: "300",
    description: "Longest silence between two pieces of a stream before the upstream is given up.",
  }),
  maxRequestBodyBytes: setting({
    env: ["MAX_REQUEST_BODY_MB"],
    hint: "<MB>",
    parse: scaled("MB", BYTES_PER_MB, 1, 2048),
    fallback: 128 * BYTES_PER_MB,
    fallbackText: "128",
    description: "Largest body of a request; a larger one is refused.",
  }),
  maxFileDownloadBytes: setting({
    env: ["MAX_FILE_DOWNLOAD_MB"],
    hint: "<MB>",
    parse: scaled("MB", BYTES_PER_MB, 0, 2048),
    fallback: 64 * BYTES_PER_MB,
    fallbackText: "64",
    description: "Most that is fetched of the files on the web that one request refers to; 0 fetches none.",
  }),
  maxFileDownloads: setting({
    env: ["MAX_FILE_DOWNLOADS"],
    hint: "<files>",
    parse: wholeNumber(1, 1000),
    fallback: 20,
    fallbackText: "20",
    description: "Most files that are fetched for one request.",
  }),
  sessionCookieSecure: switchSetting(
    "SESSION_COOKIE_SECURE",
    false,
    "Send the session cookie over HTTPS only. Switch it on behind a proxy that ends TLS.",
  ),
  trustedProxies: setting<readonly string[]>({
    env: ["TRUSTED_PROXIES"],
    hint: "<list>",
    parse: addressRanges,
    fallback: [],
    fallbackText: "none",
    description:
      "Addresses and ranges of proxies, separated by commas, whose X-Forwarded-For tells the client's address.",
  }),
  generalRateLimit: generalRate.limit,
  generalRateWindowSeconds: generalRate.windowSeconds,
  criticalRateLimit: criticalRate.limit,
  criticalRateWindowSeconds: criticalRate.windowSeconds,
  searchRateLimit: searchRate.limit,
  searchRateWindowSeconds: searchRate.windowSeconds,
  shutdownTimeoutMs: setting({
    env: ["SHUTDOWN_TIMEOUT_SECONDS"],
    hint: "<seconds>",
    parse: scaled("seconds", MS_PER_SECOND, 0, 3600),
    fallback: 120 * MS_PER_SECOND,
    fallbackText: "120",
    description: "How long running answers may take to finish after a stop was asked for.",
  }),
  errorLogEnabled: switchSetting(
    "ERROR_LOG_ENABLED",
    false,
    "Also write failed requests to the usage log that users see.",
  ),
  forceStreamOption: switchSetting(
    "FORCE_STREAM_OPTION",
    true,
    "Ask upstreams for the usage of each stream (stream_options.include_usage).",
  ),
  logLevel: setting<LogLevel>({
    env: ["LOG_LEVEL"],
    hint: "<level>",
    parse: oneOf("debug", "info", "warn", "error"),
    fallback: "info",
    fallbackText: "info",
    description: "How much the program prints: debug, info, warn or error.",
  }),
} as const;

/** Rows without their types, for what treats all alike. */
export const SETTING_ROWS: readonly Setting<unknown>[] = Object.values(SETTINGS);

/** A setting's flag without the dashes, such as `data-dir`; null for a secret. */
export function flagOf(row: Setting<unknown>): string | null {
  return row.isSecret === true ? null : kebabName(row.env[0]);
}

/** `TOLLGATE_DATA_DIR` → `data-dir`. */
export function kebabName(envName: string): string {
  return envName
    .replace(/^TOLLGATE_/, "")
    .replaceAll("_", "-")
    .toLowerCase();
}
