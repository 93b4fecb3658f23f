import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { freePort } from "../../scripts/lib/free-port.mjs";
import { answersGet, startProgram } from "../lib/started-program.mjs";
import { chatTarget, MODEL } from "./chat-request.mjs";

const PEERS = fileURLToPath(new URL("../node_modules", import.meta.url));
const PROGRAM = join(PEERS, "@portkey-ai", "gateway", "build", "start-server.js");

/** Portkey's open gateway: it proxies and translates, and has no accounts, no balances and no log of its own. */
export async function createPortkey({ core, mock }) {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const headers = {
    Authorization: "Bearer sk-bench",
    "x-portkey-provider": "openai",
    "x-portkey-custom-host": `${mock.url}/v1`,
  };
  return {
    name: "portkey",
    label: "Portkey 1.15.2",
    target: (stream) => chatTarget(url, { model: MODEL, stream, headers }),
    companionPids: () => [],
    start: () =>
      startProgram(
        {
          name: "Portkey",
          command: process.execPath,
          args: [PROGRAM, "--headless", `--port=${port}`],
          core,
          env: { NODE_ENV: "production", TRUSTED_CUSTOM_HOSTS: "127.0.0.1,localhost" },
        },
        () => answersGet(url),
      ),
  };
}
