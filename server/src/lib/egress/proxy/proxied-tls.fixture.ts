import { readFileSync } from "node:fs";
import { createServer } from "node:net";
import { startFakeProxy } from "./fake-proxy.fixture.ts";
import { connectionsRested, post, until } from "../http-client/exchange-checks.fixture.ts";
import { answerText, listen, localPolicy, startRawUpstream } from "../http-client/raw-upstream.fixture.ts";
import type { EgressPolicy } from "../egress-policy.ts";
import { openExchange } from "../upstream-exchange.ts";
import { UpstreamFault } from "../upstream-fault.ts";
import { readProxyAddress } from "./proxy-address.ts";
import { createProxiedPolicy } from "./proxied-policy.ts";

/**
 * Run as a process of its own, which says at its start what to trust: a real TLS server for good.test behind proxies of
 * every kind. Prints what happened as JSON.
 */
const pem = readFileSync(process.argv[2] ?? "");
const LARGE = "0123456789abcdef".repeat(200_000);
/** More than waits for a reader, and less than the connections on the way take up. */
const LAST = "0123456789abcdef".repeat(10_000);
const server = await startRawUpstream(
  ({ head, body, socket }) =>
    void (head.startsWith("POST /cut")
      ? socket.end("HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nhello")
      : head.startsWith("POST /last")
        ? socket.end(answerText(LAST, "connection: close\r\n"))
        : socket.write(answerText(head.startsWith("POST /large") ? LARGE : `${body.length}`))),
  { key: pem, cert: pem },
);
/** Hangs up on whoever begins TLS. */
const mute = createServer((socket) => {
  socket.on("error", () => undefined);
  socket.once("data", () => socket.destroy());
});
const mutePort = await listen(mute);
const credentials = "me:p@ss";
const plain = await startFakeProxy({ credentials });
const secured = await startFakeProxy({ credentials, tls: { key: pem, cert: pem } });

async function outcomes(proxy: string, port: number, host = "127.0.0.1"): Promise<string[]> {
  const policy = createProxiedPolicy(readProxyAddress(`${proxy}://me:p%40ss@${host}:${port}`), localPolicy());
  const seen: string[] = [];
  const ask = async (url: string, body = "x") => {
    const answered = await post(policy, url, body).catch((problem: unknown) => problem);
    if (answered instanceof UpstreamFault) seen.push(answered.code);
    else seen.push(Object(answered).body === LARGE ? "large" : String(Object(answered).body));
    await connectionsRested();
  };
  const good = `https://good.test:${server.port}`;
  await ask(`${good}/`);
  await ask(`${good}/`, LARGE);
  await ask(`${good}/large`);
  await ask(`https://wrong.test:${server.port}/`);
  await ask(`https://127.0.0.1:${server.port}/`);
  await ask(`${good}/cut`);
  await ask(`https://good.test:${mutePort}/`);
  await ask(`${good}/`);
  seen.push(await readSlowly(policy, `${good}/last`));
  policy.close();
  return seen;
}

/** Begins to read when everything has come and the upstream has hung up. */
async function readSlowly(policy: EgressPolicy, url: string): Promise<string> {
  try {
    const { answer } = openExchange({ method: "POST", url, headers: {}, body: "x" }, policy);
    const reply = await answer;
    // Nobody tells when the last of it has come.
    await Bun.sleep(30);
    let length = 0;
    for (let piece = await reply.read(); piece; piece = await reply.read()) length += piece.length;
    return String(length);
  } catch (problem) {
    return problem instanceof UpstreamFault ? problem.code : String(problem);
  }
}

const report: Record<string, unknown> = {};
for (const kind of ["http", "socks5", "socks5h"]) report[kind] = await outcomes(kind, plain.port);
report["https"] = await outcomes("https", secured.port, "good.test");
report["wrongProxy"] = await outcomes("https", secured.port, "other.test");
report["connections"] = [plain.accepted(), secured.accepted()];
await until(() => plain.open() + secured.open() === 0);
report["open"] = [plain.open(), secured.open()];
report["received"] = server.requests.length;
process.stdout.write(JSON.stringify(report));
process.exit(0);
