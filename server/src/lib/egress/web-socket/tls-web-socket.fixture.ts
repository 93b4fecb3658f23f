import { readFileSync } from "node:fs";
import { localPolicy } from "../http-client/raw-upstream.fixture.ts";
import { openChecked } from "./web-socket-checks.fixture.ts";

/**
 * Run as a process of its own by the TLS test, which says at its start what to trust: a WebSocket server for good.test, and
 * sockets to it under its own and under another name. Prints what happened as JSON.
 */
const pem = readFileSync(process.argv[2] ?? "", "utf8");
let attempts = 0;
const server = Bun.serve({
  port: 0,
  hostname: "127.0.0.1",
  tls: { key: pem, cert: pem },
  fetch(request, upgrader) {
    attempts += 1;
    upgrader.upgrade(request);
  },
  websocket: { message: (socket, message) => void socket.send(message) },
});
const policy = localPolicy();

async function outcome(name: string): Promise<unknown> {
  const checked = await openChecked(policy, `https://${name}:${server.port}/`);
  if (typeof checked !== "object") return checked;
  checked.socket.send("hello");
  await checked.hears(1);
  checked.socket.terminate();
  return checked.heard;
}

const outcomes = [await outcome("good.test"), await outcome("wrong.test")];
process.stdout.write(JSON.stringify({ outcomes, attempts }));
process.exit(0);
