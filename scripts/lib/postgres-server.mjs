import { chownSync, existsSync, readdirSync, rmSync } from "node:fs";
import { delimiter, join } from "node:path";
import { capture, start, stop } from "./child-process.mjs";
import { atEnd } from "./clean-up.mjs";
import { freePort } from "./free-port.mjs";
import { temporaryFolder } from "./temporary-folder.mjs";
import { unprivilegedUser } from "./unprivileged-user.mjs";
import { waitForPort } from "./wait-for-port.mjs";

/** Fast and forgetful: the cluster lives as long as one test run. */
const SETTINGS = {
  listen_addresses: "127.0.0.1",
  unix_socket_directories: "",
  max_connections: "300",
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
  wal_level: "minimal",
  max_wal_senders: "0",
  autovacuum_naptime: "1h",
};

/** The folder of PostgreSQL's server programs: the newest that is installed, or nothing. */
export function postgresPrograms() {
  const debian = "/usr/lib/postgresql";
  const versions = existsSync(debian) ? readdirSync(debian).toSorted((a, b) => Number(b) - Number(a)) : [];
  const folders = [
    ...versions.map((version) => join(debian, version, "bin")),
    ...(process.env.PATH ?? "").split(delimiter),
  ];
  return folders.find((folder) => existsSync(join(folder, "initdb")) && existsSync(join(folder, "postgres")));
}

/** Starts a private PostgreSQL on a free port; answers its DSN. It and its data are gone when this process ends. */
export async function startPostgres() {
  const { dsn } = await startPostgresServer();
  return dsn;
}

/**
 * The same with its stop, which breaks connections off, its start on the same data and port, and its end before this
 * process's.
 */
export async function startPostgresServer() {
  const programs = postgresPrograms();
  const user = unprivilegedUser();
  const folder = temporaryFolder("postgres");
  if (user.uid !== undefined) chownSync(folder, user.uid, user.gid);
  const data = join(folder, "data");
  const { code, output } = await capture(
    join(programs, "initdb"),
    [
      "-D",
      data,
      "--auth=trust",
      "--username=postgres",
      "--encoding=UTF8",
      "--locale=C",
      "--no-sync",
      "--no-instructions",
    ],
    { ...user, cwd: folder },
  );
  if (code !== 0) throw new Error(`initdb failed:\n${output}`);
  const port = await freePort();
  const settings = Object.entries({ ...SETTINGS, port }).flatMap(([name, value]) => [
    "-c",
    `${name}=${value}`,
  ]);
  let server;
  const begin = async () => {
    server = start(join(programs, "postgres"), ["-D", data, ...settings], {
      ...user,
      cwd: folder,
      stdio: ["ignore", "ignore", "ignore"],
    });
    await waitForPort(port, server, "PostgreSQL");
  };
  // SIGQUIT ends it at once without a checkpoint: nothing in it is worth keeping.
  const quit = () => stop(server, { signal: "SIGQUIT" });
  atEnd(quit);
  await begin();
  return {
    dsn: `postgres://postgres@127.0.0.1:${port}/postgres`,
    start: begin,
    stop: () => stop(server, { signal: "SIGINT" }),
    end: async () => {
      await quit();
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
