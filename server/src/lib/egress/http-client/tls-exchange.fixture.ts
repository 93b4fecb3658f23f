import { readFileSync } from "node:fs";
import type { TLSSocket } from "node:tls";
import { UpstreamFault } from "../upstream-fault.ts";
import { connectionsRested, post } from "./exchange-checks.fixture.ts";
import { answerText, localPolicy, startRawUpstream } from "./raw-upstream.fixture.ts";

/**
 * Run as a process of its own by the TLS test, which says at its start what to trust: a real TLS server for good.test
 * and requests to it under its own and under wrong names. Prints what happened as JSON.
 */
const pem = readFileSync(process.argv[2] ?? "");
const LARGE = "0123456789abcdef".repeat(200_000);
let connections = 0;
const identities = new Set<unknown>();

const upstream = await startRawUpstream(
  ({ head, body, socket }) => {
    // Only TLS connections come here.
    const { servername, alpnProtocol } = socket as TLSSocket;
    identities.add(`${String(servername)} ${String(alpnProtocol)}`);
    if (head.startsWith("POST /cut")) socket.end("HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nhello");
    else if (head.startsWith("POST /large")) socket.write(answerText(LARGE));
    else socket.write(answerText(`${/^host: ([^:\r]*)/im.exec(head)?.[1]} ${body.length}`));
  },
  { key: pem, cert: pem, ALPNProtocols: ["h2", "http/1.1"] },
);
upstream.server.on("secureConnection", () => (connections += 1));
const policy = localPolicy();

async function outcome(name: string, path = "/", body = "x"): Promise<string> {
  try {
    const answered = await post(policy, `https://${name}:${upstream.port}${path}`, body);
    return answered.body === LARGE ? "large" : answered.body;
  } catch (problem) {
    return problem instanceof UpstreamFault ? problem.code : String(problem);
  } finally {
    await connectionsRested();
  }
}

const good = [await outcome("good.test"), await outcome("good.test"), await outcome("good.test")];
const large = [await outcome("good.test", "/", LARGE), await outcome("good.test", "/large")];
const report = { good, large, connections, identities: [...identities] };
const requestsBefore = upstream.requests.length;
const wrong = [await outcome("wrong.test"), await outcome("sub.good.test"), await outcome("127.0.0.1")];
const wrongReceived = upstream.requests.length - requestsBefore;
const trailingDot = await outcome("good.test.");
const cut = await outcome("good.test", "/cut");
const afterwards = await outcome("good.test");
process.stdout.write(JSON.stringify({ ...report, wrong, wrongReceived, trailingDot, cut, afterwards }));
process.exit(0);
