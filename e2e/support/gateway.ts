import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fakeUpstreamLaunch, gatewayLaunch } from "./product-programs.ts";
import { startProgram } from "./running-program.ts";

export interface Gateway {
  readonly url: string;
  /** The password that this start printed, if it made the user root with a random one. */
  readonly printedPassword: string | undefined;
  readonly dataDir: string;
  /** Asks it to end and answers its exit code; the data stays. */
  stop(): Promise<number | null>;
  /** Starts it again on the same data after a stop. */
  restart(): Promise<Gateway>;
  /** Ends it and removes its data. */
  remove(): Promise<void>;
}

/** One address makes all the calls of a suite: limits on calls have tests of their own. */
const NO_CALL_LIMITS = { GLOBAL_API_RATE_LIMIT: "0", CRITICAL_RATE_LIMIT: "0", SEARCH_RATE_LIMIT: "0" };

/** Starts the product on a free port with an empty data directory. */
export function startGateway(env: NodeJS.ProcessEnv = {}): Promise<Gateway> {
  return startOn(mkdtempSync(join(tmpdir(), "tollgate-e2e-")), env);
}

async function startOn(dataDir: string, env: NodeJS.ProcessEnv): Promise<Gateway> {
  const { command, args } = gatewayLaunch();
  const port = await freePort();
  const flags = ["--port", `${port}`, "--host", "127.0.0.1", "--data-dir", dataDir];
  const program = startProgram(command, [...args, ...flags], { ...NO_CALL_LIMITS, ...env });
  const url = `http://127.0.0.1:${port}`;
  await program.waitFor(/^ {2}database .*$/m).catch(async (error: unknown) => {
    await program.stop();
    rmSync(dataDir, { recursive: true, force: true });
    throw error;
  });
  await fetch(`${url}/api/status`);
  return {
    url,
    printedPassword: /root with the password (\S+)/.exec(program.output())?.[1],
    dataDir,
    stop: () => program.stop(),
    restart: () => startOn(dataDir, env),
    async remove() {
      await program.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

export interface Upstream {
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts the fake upstream on a free port. */
export async function startUpstream(): Promise<Upstream> {
  const { command, args } = fakeUpstreamLaunch();
  const program = startProgram(command, [...args, "--port", "0", "--pace-ms", "5"]);
  const [url] = await program.waitFor(/http:\/\/127\.0\.0\.1:\d+/);
  return {
    url,
    async stop() {
      await program.stop();
    },
  };
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      // A server that listens on TCP has such an address.
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}
