import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openSqlite } from "./db/sqlite/sqlite-database.ts";

const MAIN = join(import.meta.dir, "main.ts");

describe("the program", () => {
  let dataDir: string;
  const running: Bun.Subprocess[] = [];
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), "tollgate-test-"));
  });
  afterEach(async () => {
    for (const program of running.splice(0)) {
      program.kill("SIGKILL");
      await program.exited;
    }
    rmSync(dataDir, { recursive: true, force: true });
  });

  const start = (args: string[], env: Record<string, string> = {}) => {
    const program = Bun.spawn([process.execPath, MAIN, ...args], {
      env: {
        PATH: process.env["PATH"] ?? "",
        TOLLGATE_DATA_DIR: dataDir,
        TOLLGATE_HOST: "127.0.0.1",
        ...env,
      },
      stdout: "pipe",
      stderr: "pipe",
    });
    running.push(program);
    return program;
  };
  const finished = async (args: string[], env: Record<string, string> = {}) => {
    const program = start(args, env);
    const [stdout, stderr, code] = await Promise.all([
      new Response(program.stdout).text(),
      new Response(program.stderr).text(),
      program.exited,
    ]);
    return { code, stdout, stderr };
  };
  /** Starts the gateway on a free port and waits for its start lines. */
  const serve = async () => {
    const port = await freePort();
    const program = start(["serve", "--port", String(port)]);
    let lines = "";
    for await (const chunk of program.stdout) {
      lines += new TextDecoder().decode(chunk);
      if (lines.includes("  database  ") && lines.endsWith("\n")) break;
    }
    return { program, port, lines, url: `http://127.0.0.1:${port}` };
  };
  const signIn = (url: string, password: string) =>
    fetch(`${url}/api/user/login`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ username: "root", password }),
    });

  test("the first start tells where it listens and the root password, which signs in", async () => {
    const { url, lines, program } = await serve();
    expect(lines).toContain(`open      ${url}`);
    const [, password = ""] = /as root with the password (\w{16})\n/.exec(lines) ?? [];
    const answer = await signIn(url, password);
    expect(await answer.json()).toMatchObject({ success: true, data: { username: "root", role: 100 } });
    program.kill("SIGTERM");
    expect(await program.exited).toBe(0);
    const again = await serve();
    expect(again.lines).not.toContain("password");
    expect((await signIn(again.url, password)).status).toBe(200);
  });

  test("other users of the machine cannot read the data", async () => {
    chmodSync(dataDir, 0o755);
    await serve();
    for (const name of readdirSync(dataDir))
      expect([name, statSync(join(dataDir, name)).mode & 0o077]).toEqual([name, 0]);
  });

  test("a second program on the same data directory is refused in one line", async () => {
    await serve();
    const second = await finished(["--port", String(await freePort())]);
    expect(second).toMatchObject({ code: 2, stdout: "" });
    expect(second.stderr).toMatch(
      /^tollgate: the data directory .* is in use by another running tollgate[^\n]*\n$/,
    );
  });

  test("the port of another gateway is refused in one line", async () => {
    const { port } = await serve();
    const refused = await finished(["--port", String(port), "--data-dir", join(dataDir, "other")]);
    expect(refused).toMatchObject({ code: 2, stdout: "" });
    expect(refused.stderr).toMatch(/^tollgate: port \d+ is in use[^\n]*\n$/);
  });

  test("a wrong setting is refused in one line", async () => {
    const refused = await finished([], { PORT: "many" });
    expect(refused).toEqual({
      code: 2,
      stdout: "",
      stderr: 'tollgate: PORT must be a whole number between 1 and 65535, but is "many"\n',
    });
  });

  test("a database that does not answer is refused in one line without its password", async () => {
    const refused = await finished([], {
      SQL_DSN: `postgres://gate:hunter22@127.0.0.1:${await freePort()}/x`,
    });
    expect(refused.code).toBe(2);
    expect(refused.stderr).toMatch(
      /^tollgate: the database \(PostgreSQL x at [^)]*\) cannot be used: [^\n]*\n$/,
    );
    expect(refused.stderr).not.toContain("hunter22");
  });

  test("another secret key than the database was made with is refused", async () => {
    const { program } = await serve();
    program.kill("SIGTERM");
    await program.exited;
    const refused = await finished([], { TOLLGATE_SECRET_KEY: "a very different secret key" });
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain("made with another secret key");
  });

  test("the audit looks at a running gateway's books and tells right from wrong", async () => {
    expect(await finished(["audit"])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("no database"),
    });
    const { program } = await serve();
    expect(await finished(["audit"])).toMatchObject({
      code: 0,
      stdout: "The books are right: 2 accounts, 2 entries, no difference.\n",
    });
    program.kill("SIGTERM");
    await program.exited;
    const database = openSqlite(join(dataDir, "tollgate.db"));
    await database.kysely.updateTable("ledger_accounts").set({ posted: 5 }).where("id", "=", 8).execute();
    await database.close();
    const wrong = await finished(["audit"]);
    expect(wrong.code).toBe(1);
    expect(wrong.stdout).toStartWith("user 1: posted 5, entries sum to 100000000\n");
  });

  test("help and version answer whatever the environment says", async () => {
    const { version } = await Bun.file(join(import.meta.dir, "../../package.json")).json();
    expect(await finished(["--version"], { PORT: "many" })).toEqual({
      code: 0,
      stdout: `${version}\n`,
      stderr: "",
    });
    expect((await finished(["help"], { PORT: "many" })).stdout).toContain("TOLLGATE_DATA_DIR");
  });
});

async function freePort(): Promise<number> {
  const server = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => new Response() });
  const { port = 0 } = server;
  await server.stop(true);
  return port;
}
