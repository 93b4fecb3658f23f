import { readFileSync } from "node:fs";
import { createServer } from "node:tls";
import { createEgressPolicy } from "./egress-policy.ts";
import { fetchUpstream } from "./fetch-upstream.ts";

/**
 * Run as a process of its own by the TLS test: a real TLS server for good.test and requests to it under its own and
 * under a wrong name. Prints what happened as JSON.
 */
const pem = readFileSync(process.argv[2] ?? "");
let connections = 0;
let serverName: string | false | null = null;

const server = createServer({ key: pem, cert: pem }, (socket) => {
  connections += 1;
  serverName = socket.servername;
  socket.on("error", () => undefined);
  socket.on("data", (head) => {
    const host = /^host: ([^:\r]*)/im.exec(head.toString())?.[1] ?? "";
    socket.write(`HTTP/1.1 200 OK\r\ncontent-length: ${host.length}\r\n\r\n${host}`);
  });
});
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
const address = server.address();
const port = typeof address === "object" && address !== null ? address.port : 0;
const policy = createEgressPolicy("channel", { lookup: async () => ["127.0.0.1"] });

async function ask(name: string): Promise<string> {
  try {
    const response = await fetchUpstream(`https://${name}:${port}/v1`, { method: "POST", body: "x" }, policy);
    return await response.text();
  } catch (problem) {
    return problem instanceof Error && "code" in problem ? String(problem.code) : String(problem);
  }
}

const answers = [await ask("good.test"), await ask("good.test"), await ask("good.test")];
const report = { answers, connections, serverName };
const wrongName = await ask("wrong.test");
const trailingDot = await ask("good.test.");
process.stdout.write(
  JSON.stringify({ ...report, wrongName, trailingDot, rightNameAgain: await ask("good.test") }),
);
process.exit(0);
