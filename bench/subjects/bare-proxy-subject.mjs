import { fileURLToPath } from "node:url";
import { bunBinary } from "../../scripts/lib/bun-binary.mjs";
import { freePort } from "../../scripts/lib/free-port.mjs";
import { answersGet, startProgram } from "../lib/started-program.mjs";
import { chatTarget, MODEL } from "./chat-request.mjs";

const PROGRAM = fileURLToPath(new URL("../bare-proxy.mjs", import.meta.url));
/** Bun opens at most 256 connections to upstreams unless told otherwise before it starts. */
const UPSTREAM_CONNECTIONS = "65535";

/** A proxy in twenty lines on the runtime that Tollgate uses: what of Tollgate's cost is the runtime's. */
export async function createBareProxy({ core, mock }) {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  return {
    name: "bare",
    label: "bare Bun proxy",
    target: (stream) =>
      chatTarget(url, { model: MODEL, stream, headers: { Authorization: "Bearer sk-bench" } }),
    companionPids: () => [],
    start: () =>
      startProgram(
        {
          name: "the bare proxy",
          command: bunBinary(),
          args: [PROGRAM, String(port), mock.url],
          core,
          env: { BUN_CONFIG_MAX_HTTP_REQUESTS: UPSTREAM_CONNECTIONS },
        },
        () => answersGet(url),
      ),
  };
}
