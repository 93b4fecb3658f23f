import { chownSync } from "node:fs";
import { join } from "node:path";
import { capture } from "../../scripts/lib/child-process.mjs";
import { atEnd } from "../../scripts/lib/clean-up.mjs";
import { freePort } from "../../scripts/lib/free-port.mjs";
import { postgresPrograms } from "../../scripts/lib/postgres-server.mjs";
import { temporaryFolder } from "../../scripts/lib/temporary-folder.mjs";
import { unprivilegedUser } from "../../scripts/lib/unprivileged-user.mjs";
import { startProgram } from "./started-program.mjs";

/**
 * Starts a PostgreSQL of the benchmark's own with the settings that it ships with, so that each commit waits for the
 * disk (the cluster of the tests does not). Answers `{ pid, newDatabase }`; it is gone when this process ends.
 */
export async function startPostgresCluster(core) {
  const programs = postgresPrograms();
  const user = unprivilegedUser();
  const folder = temporaryFolder("bench-postgres");
  if (user.uid !== undefined) chownSync(folder, user.uid, user.gid);
  const data = join(folder, "data");
  const options = [
    "--auth=trust",
    "--username=postgres",
    "--encoding=UTF8",
    "--locale=C",
    "--no-instructions",
  ];
  const { code, output } = await capture(join(programs, "initdb"), ["-D", data, ...options], {
    ...user,
    cwd: folder,
  });
  if (code !== 0) throw new Error(`initdb failed:\n${output}`);
  const port = await freePort();
  const query = (database, statement) =>
    capture(join(programs, "psql"), [
      `--dbname=postgres://postgres@127.0.0.1:${port}/${database}`,
      "--no-psqlrc",
      "--tuples-only",
      "--no-align",
      `--command=${statement}`,
    ]);
  const server = await startProgram(
    {
      name: "PostgreSQL",
      command: join(programs, "postgres"),
      args: ["-D", data, `--port=${port}`, "--listen_addresses=127.0.0.1", "--unix_socket_directories="],
      core,
      cwd: folder,
      ...user,
    },
    async () => (await query("postgres", "select 1")).code === 0,
  );
  atEnd(() => server.kill());
  let databases = 0;
  return {
    pid: server.pid,
    /** Creates an empty database; answers its address. */
    async newDatabase() {
      const name = `bench_${(databases += 1)}`;
      const { code, output } = await query("postgres", `create database ${name}`);
      if (code !== 0) throw new Error(`the database could not be created:\n${output}`);
      return `postgres://postgres@127.0.0.1:${port}/${name}`;
    },
  };
}
