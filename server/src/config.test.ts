import { expect, test } from "bun:test";
import { resolve } from "node:path";
import { helpText, readConfig } from "./config.ts";
import type { Config, Environment } from "./config.ts";

function configOf(argv: readonly string[], env: Environment = {}): Config {
  const result = readConfig(argv, env);
  if ("problem" in result) throw new Error(result.problem);
  return result;
}

function problemOf(argv: readonly string[], env: Environment = {}): string {
  const result = readConfig(argv, env);
  return "problem" in result ? result.problem : "no problem";
}

const postgres = "postgres://gate:hunter22@db.test:5433/tollgate?sslmode=require";

test("nothing given is a complete configuration", () => {
  expect(configOf([])).toEqual({
    command: "serve",
    options: new Map(),
    port: 3000,
    host: "0.0.0.0",
    dataDir: resolve("data"),
    rootPassword: null,
    secretKey: null,
    database: {
      engine: "sqlite",
      path: resolve("data/tollgate.db"),
      label: `SQLite in ${resolve("data/tollgate.db")}`,
    },
    redisUrl: null,
    relayTimeoutMs: 0,
    streamIdleTimeoutMs: 300_000,
    maxRequestBodyBytes: 134_217_728,
    maxFileDownloadBytes: 67_108_864,
    maxFileDownloads: 20,
    sessionCookieSecure: false,
    trustedProxies: [],
    rateLimits: {
      general: { limit: 360, windowSeconds: 180 },
      critical: { limit: 20, windowSeconds: 1200 },
      search: { limit: 60, windowSeconds: 60 },
    },
    shutdownTimeoutMs: 120_000,
    errorLogEnabled: false,
    forceStreamOption: true,
    logLevel: "info",
    notices: [],
  });
});

test("a body of 200 MB is over the default limit", () => {
  expect(configOf([]).maxRequestBodyBytes).toBeLessThan(200_000_000);
});

test("the environment is read", () => {
  const env: Environment = {
    PORT: " 8080 ",
    GLOBAL_API_RATE_LIMIT: "0",
    CRITICAL_RATE_LIMIT: "5",
    CRITICAL_RATE_LIMIT_DURATION: "600",
    TOLLGATE_HOST: "127.0.0.1",
    TOLLGATE_DATA_DIR: "/srv/tollgate",
    TOLLGATE_ROOT_PASSWORD: "  hunter22",
    TOLLGATE_SECRET_KEY: "a long enough secret",
    SQL_DSN: postgres,
    SQL_MAX_OPEN_CONNS: "50",
    REDIS_CONN_STRING: "rediss://:hunter22@redis.test:6380/1",
    RELAY_TIMEOUT: "600",
    STREAMING_TIMEOUT: "60",
    MAX_REQUEST_BODY_MB: "64",
    MAX_FILE_DOWNLOAD_MB: "0",
    MAX_FILE_DOWNLOADS: "3",
    SESSION_COOKIE_SECURE: "TRUE",
    TRUSTED_PROXIES: "10.0.0.0/8, 192.0.2.7,,fd00::/8, ::1",
    SHUTDOWN_TIMEOUT_SECONDS: "0",
    ERROR_LOG_ENABLED: "on",
    FORCE_STREAM_OPTION: "false",
    LOG_LEVEL: "Debug",
  };
  expect(configOf([], env)).toEqual({
    command: "serve",
    options: new Map(),
    port: 8080,
    host: "127.0.0.1",
    dataDir: "/srv/tollgate",
    rootPassword: "  hunter22",
    secretKey: "a long enough secret",
    database: {
      engine: "postgres",
      url: postgres,
      maxConnections: 50,
      label: "PostgreSQL tollgate at db.test:5433",
    },
    redisUrl: "rediss://:hunter22@redis.test:6380/1",
    relayTimeoutMs: 600_000,
    streamIdleTimeoutMs: 60_000,
    maxRequestBodyBytes: 67_108_864,
    maxFileDownloadBytes: 0,
    maxFileDownloads: 3,
    sessionCookieSecure: true,
    trustedProxies: ["10.0.0.0/8", "192.0.2.7/32", "fd00::/8", "::1/128"],
    rateLimits: {
      general: { limit: 0, windowSeconds: 180 },
      critical: { limit: 5, windowSeconds: 600 },
      search: { limit: 60, windowSeconds: 60 },
    },
    shutdownTimeoutMs: 0,
    errorLogEnabled: true,
    forceStreamOption: false,
    logLevel: "debug",
    notices: [],
  });
});

test("a flag wins over its variable, in both spellings and as a switch", () => {
  const env: Environment = { PORT: "1", TOLLGATE_DATA_DIR: "/env", FORCE_STREAM_OPTION: "true" };
  const argv = [
    "--port",
    "4000",
    "--data-dir=/flag",
    "--session-cookie-secure",
    "--force-stream-option=false",
  ];
  expect(configOf(argv, env)).toMatchObject({
    port: 4000,
    dataDir: "/flag",
    sessionCookieSecure: true,
    forceStreamOption: false,
  });
});

test("the first word is the command, wherever the flags stand", () => {
  expect(configOf(["audit"]).command).toBe("audit");
  expect(configOf(["--port", "4000", "audit", "--data-dir", "x"])).toMatchObject({
    command: "audit",
    port: 4000,
  });
  for (const word of ["help", "--help", "-h"]) expect(configOf([word]).command).toBe("help");
  for (const word of ["version", "--version", "-v"]) expect(configOf([word]).command).toBe("version");
});

test("a command has flags of its own, and needs some of them", () => {
  const options = (argv: string[]) => Object.fromEntries(configOf(argv).options);
  expect(options(["audit", "--json", "--archive", "a", "--archive=b"])).toEqual({
    json: ["true"],
    archive: ["a", "b"],
  });
  expect(options(["--before", "2026-01-01", "--port", "1", "archive"])).toEqual({ before: ["2026-01-01"] });
});

test("help and version answer whatever else is wrong", () => {
  expect(configOf(["--port", "4000", "--help"], { PORT: "abc" }).command).toBe("help");
  expect(configOf(["version"], { SQL_DSN: "nonsense" }).command).toBe("version");
});

test("an empty variable counts as not set, and aliases follow their main name", () => {
  expect(configOf([], { PORT: "", SQL_DSN: "", TOLLGATE_SECRET_KEY: "" })).toEqual(configOf([]));
  expect(configOf([], { HOST: "127.0.0.1" }).host).toBe("127.0.0.1");
  expect(configOf([], { HOST: "x86_64-conda-linux-gnu", TOLLGATE_HOST: "::1" }).host).toBe("::1");
  expect(configOf([], { CRYPTO_SECRET: "a long enough secret" }).secretKey).toBe("a long enough secret");
});

test("SQL_DSN=local is SQLite, and the file may be named", () => {
  const relative = configOf([], { SQL_DSN: "local", TOLLGATE_DATA_DIR: "/srv", SQLITE_PATH: "one-api.db" });
  expect(relative.database).toMatchObject({ engine: "sqlite", path: "/srv/one-api.db" });
  const absolute = configOf([], { SQLITE_PATH: "/mnt/fast/gate.db" });
  expect(absolute.database).toMatchObject({ engine: "sqlite", path: "/mnt/fast/gate.db" });
});

test("postgresql:// and a local socket are PostgreSQL too", () => {
  expect(configOf([], { SQL_DSN: "postgresql://h/db" }).database.label).toBe("PostgreSQL db at h");
  const socket = configOf([], { SQL_DSN: "postgres:///db?host=/run/postgresql" });
  expect(socket.database.label).toBe("PostgreSQL db at the local socket");
});

const refusals: readonly { argv?: readonly string[]; env?: Environment; line: string }[] = [
  { argv: ["archive"], line: "archive needs --before <day>" },
  { argv: ["--json"], line: "--json belongs to the command audit, not to serve" },
  { env: { PORT: "abc" }, line: 'PORT must be a whole number between 1 and 65535, but is "abc"' },
  { env: { PORT: "0" }, line: 'PORT must be a whole number between 1 and 65535, but is "0"' },
  { env: { PORT: "65536" }, line: 'PORT must be a whole number between 1 and 65535, but is "65536"' },
  { env: { PORT: "80.5" }, line: 'PORT must be a whole number between 1 and 65535, but is "80.5"' },
  { env: { PORT: "0x50" }, line: 'PORT must be a whole number between 1 and 65535, but is "0x50"' },
  {
    env: { PORT: "80\nPORT" },
    line: String.raw`PORT must be a whole number between 1 and 65535, but is "80\nPORT"`,
  },
  {
    argv: ["--port=x"],
    env: { PORT: "abc" },
    line: '--port must be a whole number between 1 and 65535, but is "x"',
  },
  { argv: ["--port="], line: '--port must be a whole number between 1 and 65535, but is ""' },
  { env: { HOST: "a b" }, line: 'HOST must be an IP address or a host name, but is "a b"' },
  { env: { HOST: "1.2.3" }, line: 'HOST must be an IP address or a host name, but is "1.2.3"' },
  { env: { TOLLGATE_DATA_DIR: "  " }, line: 'TOLLGATE_DATA_DIR must be a folder, but is "  "' },
  {
    env: { RELAY_TIMEOUT: "-1" },
    line: 'RELAY_TIMEOUT must be a whole number of seconds between 0 and 86400, but is "-1"',
  },
  {
    env: { STREAMING_TIMEOUT: "5m" },
    line: 'STREAMING_TIMEOUT must be a whole number of seconds between 1 and 86400, but is "5m"',
  },
  {
    env: { MAX_REQUEST_BODY_MB: "0" },
    line: 'MAX_REQUEST_BODY_MB must be a whole number of MB between 1 and 2048, but is "0"',
  },
  {
    env: { SESSION_COOKIE_SECURE: "maybe" },
    line: 'SESSION_COOKIE_SECURE must be true or false, but is "maybe"',
  },
  { env: { LOG_LEVEL: "loud" }, line: 'LOG_LEVEL must be one of debug, info, warn, error, but is "loud"' },
  {
    env: { TRUSTED_PROXIES: "10.0.0.0/8,proxy" },
    line: 'TRUSTED_PROXIES must be a comma-separated list of IP addresses and ranges such as 10.0.0.0/8, but is "10.0.0.0/8,proxy"',
  },
  {
    env: { TRUSTED_PROXIES: "10" },
    line: 'TRUSTED_PROXIES must be a comma-separated list of IP addresses and ranges such as 10.0.0.0/8, but is "10"',
  },
  {
    env: { SQLITE_PATH: "one-api.db?_busy_timeout=30000" },
    line: 'SQLITE_PATH must be a file in the data directory or an absolute path, without "?" options, but is "one-api.db?_busy_timeout=30000"',
  },
  {
    env: { SQLITE_PATH: "../elsewhere.db" },
    line: 'SQLITE_PATH must be a file in the data directory or an absolute path, without "?" options, but is "../elsewhere.db"',
  },
  {
    env: { TOLLGATE_ROOT_PASSWORD: "hunter2" },
    line: "TOLLGATE_ROOT_PASSWORD must be 8 to 20 characters long",
  },
  {
    env: { TOLLGATE_SECRET_KEY: "hunter22" },
    line: "TOLLGATE_SECRET_KEY must be at least 16 characters long",
  },
  {
    env: { CRYPTO_SECRET: "random_string" },
    line: "CRYPTO_SECRET must be a secret of your own, not the example text",
  },
  {
    env: { SQL_DSN: "root:hunter22@tcp(db:3306)/oneapi" },
    line: 'SQL_DSN must be a postgres:// address, or "local" for the built-in SQLite (MySQL is not supported)',
  },
  {
    env: { SQL_DSN: "postgres://gate:hunter22@" },
    line: "SQL_DSN must be a whole address such as postgres://user:password@host:5432/database, special characters percent-encoded",
  },
  {
    env: { SQL_DSN: postgres, REDIS_CONN_STRING: "hunter22@redis" },
    line: "REDIS_CONN_STRING must be an address such as redis://:password@host:6379/0",
  },
  {
    env: { REDIS_CONN_STRING: "redis://:hunter22@redis:6379" },
    line: "REDIS_CONN_STRING needs a PostgreSQL database in SQL_DSN: with SQLite there is one node, which shares nothing",
  },
  { argv: ["--prot", "4000"], line: 'unknown flag "--prot"; did you mean --port?' },
  { argv: ["--datadir=/x"], line: 'unknown flag "--datadir"; did you mean --data-dir?' },
  { argv: ["--log-dir", "x"], line: 'unknown flag "--log-dir"; "tollgate help" lists what there is' },
  { argv: ["-p", "4000"], line: 'unknown flag "-p"; "tollgate help" lists what there is' },
  {
    argv: ["--secret-key=hunter22"],
    line: "there is no flag --secret-key, because every user of a machine can read a command line: set TOLLGATE_SECRET_KEY in the environment",
  },
  {
    argv: ["--root-pasword=hunter22"],
    line: 'unknown flag "--root-pasword"; "tollgate help" lists what there is',
  },
  { argv: ["--port"], line: "--port needs a value: --port <port>" },
  { argv: ["--port", "--data-dir", "x"], line: "--port needs a value: --port <port>" },
  { argv: ["sevre"], line: 'unknown command "sevre"; did you mean serve?' },
  { argv: ["serve", "audit"], line: 'there can be one command only, but "audit" is another' },
];

for (const { argv = [], env = {}, line } of refusals) {
  test(`${JSON.stringify({ argv, env })} is refused with one line that holds no secret`, () => {
    const problem = problemOf(argv, env);
    expect(problem).toBe(`tollgate: ${line}`);
    expect(problem).not.toContain("\n");
    expect(problem).not.toContain("hunter2");
  });
}

test("a secret that strayed into another variable is not repeated", () => {
  expect(problemOf([], { PORT: postgres })).not.toContain("hunter22");
  expect(problemOf([], { LOG_LEVEL: "sk-hunter22hunter22" })).not.toContain("hunter22");
});

test("a variable of this family that does nothing here is named", () => {
  const { notices } = configOf([], {
    MEMORY_CACHE_ENABLED: "true",
    SESSION_SECRET: "hunter22",
    SYNC_FREQUENCY: "",
  });
  expect(notices).toHaveLength(2);
  expect(notices.join("\n")).toContain("MEMORY_CACHE_ENABLED is set but has no effect");
  expect(notices.join("\n")).not.toContain("hunter22");
});

test("the help explains each setting with its default and fits a terminal", () => {
  const help = helpText();
  const names = [
    "--port <port>",
    "PORT",
    "TOLLGATE_DATA_DIR",
    "TOLLGATE_ROOT_PASSWORD",
    "SQL_DSN",
    "audit",
    "version",
  ];
  for (const name of names) expect(help).toContain(name);
  expect(help.match(/Default:/g)).toHaveLength(26);
  expect(help).not.toContain("--secret-key");
  for (const line of help.split("\n")) expect(line.length).toBeLessThanOrEqual(100);
});
