import { join } from "node:path";
import type { Config } from "../../src/config.ts";

const MAIN = join(import.meta.dir, "../../src/main.ts");

/** The product as an operator runs it: a process of its own, on the data that a test app has made and left. */
export interface GatewayProcess extends AsyncDisposable {
  readonly url: string;
  readonly port: number;
  readonly exited: Promise<number>;
  /** Asks it to stop, and resolves when it has heard. */
  askToStop(): Promise<void>;
  /** Everything that it has written to its error output, when it has ended. */
  errorOutput(): Promise<string>;
}

/** Starts `main.ts serve` on a free port and waits until it listens. */
export async function startGatewayProcess(
  { dataDir, database }: Pick<Config, "dataDir" | "database">,
  env: Record<string, string> = {},
): Promise<GatewayProcess> {
  const port = await freePort();
  const program = Bun.spawn([process.execPath, MAIN, "serve", "--port", String(port)], {
    env: {
      PATH: process.env["PATH"] ?? "",
      TOLLGATE_DATA_DIR: dataDir,
      TOLLGATE_HOST: "127.0.0.1",
      ...(database.engine === "postgres" && { SQL_DSN: database.url }),
      ...env,
    },
    stdout: "pipe",
    stderr: "pipe",
  });
  const output = program.stdout.getReader();
  const errorOutput = new Response(program.stderr).text();
  let lines = "";
  const read = async (text: string) => {
    while (!lines.includes(text)) {
      const { done, value } = await output.read();
      if (done) throw new Error(`the gateway ended without saying "${text}": ${lines}${await errorOutput}`);
      lines += new TextDecoder().decode(value);
    }
  };
  await read("  database  ");
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    exited: program.exited,
    async askToStop() {
      program.kill("SIGTERM");
      await read("Stopping");
    },
    errorOutput: () => errorOutput,
    async [Symbol.asyncDispose]() {
      program.kill("SIGKILL");
      await program.exited;
    },
  };
}

async function freePort(): Promise<number> {
  const server = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => new Response() });
  const { port = 0 } = server;
  await server.stop(true);
  return port;
}
