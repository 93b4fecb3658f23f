import { mkdirSync } from "node:fs";
import { createRequire } from "node:module";
import { parseArgs } from "node:util";
import { bunBinary } from "./lib/bun-binary.mjs";
import { start } from "./lib/child-process.mjs";
import { cleanUp, cleanUpOnSignals, isEnding } from "./lib/clean-up.mjs";
import { seed } from "./lib/dev-seed.mjs";
import { ensureInstalled } from "./lib/installed-packages.mjs";
import { inRoot, SERVER_ENTRY } from "./lib/project-paths.mjs";
import { waitForPort } from "./lib/wait-for-port.mjs";

/** Known to everybody: it guards a data directory that holds nothing but play. */
const ROOT_PASSWORD = "tollgate-dev";

/** Starts everything that a contributor needs to see a working gateway, without any key of any vendor. */
async function main() {
  const { values } = parseArgs({
    options: {
      port: { type: "string", default: "3000" },
      "console-port": { type: "string", default: "5173" },
      "upstream-port": { type: "string", default: "4010" },
      "data-dir": { type: "string", default: inRoot("data/dev") },
    },
  });
  await ensureInstalled();
  const baseUrl = `http://127.0.0.1:${values.port}`;
  const upstreamUrl = `http://127.0.0.1:${values["upstream-port"]}`;
  mkdirSync(values["data-dir"], { recursive: true });

  const upstreamProgram = inRoot("server/test/support/fake-upstream/fake-upstream-cli.ts");
  const upstream = startProgram("The fake upstream", [upstreamProgram, "--port", values["upstream-port"]]);
  const serverArguments = ["--port", values.port, "--data-dir", values["data-dir"]];
  const server = startProgram(
    "The server",
    ["--watch", "--no-clear-screen", SERVER_ENTRY, ...serverArguments],
    {
      TOLLGATE_ROOT_PASSWORD: ROOT_PASSWORD,
    },
  );
  await waitForPort(values["upstream-port"], upstream, "the fake upstream");
  await waitForPort(values.port, server, "the server");
  const key = await seed({ baseUrl, upstreamUrl, username: "root", password: ROOT_PASSWORD });
  const consoleUrl = await startConsole(Number(values["console-port"]), baseUrl);
  console.log(guide({ consoleUrl, baseUrl, key }));
}

/** Starts a program that must run as long as this one: when it ends, so does everything. */
function startProgram(name, args, env = {}) {
  const child = start(bunBinary(), args, { env, stdio: ["ignore", "inherit", "inherit"] });
  child.once("exit", (code, signal) => {
    if (isEnding()) return;
    console.error(`${name} ended (${signal ?? code}).`);
    void cleanUp().then(() => process.exit(1));
  });
  return child;
}

/** Serves the console with reload from this process; calls go to the server. Answers where it is. */
async function startConsole(port, baseUrl) {
  const { createServer } = await import(createRequire(inRoot("web/package.json")).resolve("vite"));
  const paths = ["/api", "/v1", "/pg"];
  const vite = await createServer({
    root: inRoot("web"),
    configFile: inRoot("web/vite.config.ts"),
    logLevel: "warn",
    server: { port, strictPort: true, proxy: Object.fromEntries(paths.map((path) => [path, baseUrl])) },
  });
  await vite.listen();
  return `http://localhost:${port}`;
}

function guide({ consoleUrl, baseUrl, key }) {
  return `
  Console   ${consoleUrl}   sign in as root / ${ROOT_PASSWORD}
  Gateway   ${baseUrl}/v1

  curl -N ${baseUrl}/v1/chat/completions -H 'Authorization: Bearer ${key}' -H 'Content-Type: application/json' \\
    -d '{"model":"gpt-4o-mini","stream":true,"messages":[{"role":"user","content":"Hello!"}]}'

  Server and console reload when you save a file. Ctrl-C stops everything.
`;
}

cleanUpOnSignals();
try {
  await main();
} catch (error) {
  console.error(error.message);
  await cleanUp();
  process.exit(1);
}
