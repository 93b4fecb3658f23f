import { expect, test } from "bun:test";
import { createServer } from "node:net";
import { join } from "node:path";
import { post } from "./exchange-checks.fixture.ts";
import { createHostEndpoints } from "./host-endpoints.ts";
import { answerText, listen, localPolicy, startRawUpstream } from "./raw-upstream.fixture.ts";
import { closeConnection, openConnection } from "./upstream-connection.ts";
import type { ConnectionEnd, Endpoint } from "./upstream-connection.ts";

const certificate = join(import.meta.dir, "..", "good-test-certificate.pem");

/** Trusted roots can only be given at the start of a process. */
async function reportOfTls(trusted: string): Promise<unknown> {
  const child = Bun.spawn([process.execPath, join(import.meta.dir, "tls-exchange.fixture.ts"), certificate], {
    env: { ...process.env, NODE_EXTRA_CA_CERTS: trusted },
    stderr: "inherit",
  });
  return new Response(child.stdout).json();
}

test("a certificate is verified, chain and name, before a byte of the request is sent", async () => {
  expect(await reportOfTls(certificate)).toEqual({
    good: ["good.test 1", "good.test 1", "good.test 1"],
    large: ["good.test 3200000", "large"],
    connections: 1,
    identities: ["good.test http/1.1"],
    wrong: ["tls", "tls", "tls"],
    wrongReceived: 0,
    trailingDot: "good.test 1",
    cut: "truncated",
    afterwards: "good.test 1",
  });
});

test("a certificate that nobody trusts is refused, and nothing is sent", async () => {
  expect(await reportOfTls("")).toMatchObject({
    good: ["tls", "tls", "tls"],
    identities: [],
    afterwards: "tls",
  });
});

test("names that share an address share no connection", async () => {
  const policy = localPolicy();
  await using upstream = await startRawUpstream(({ socket }) => socket.write(answerText("a")));
  for (const name of ["one.test", "two.test", "one.test", "two.test"])
    await post(policy, `http://${name}:${upstream.port}/`);
  expect(upstream.requests.map(({ connection }) => connection)).toEqual([1, 2, 1, 2]);
  policy.close();
});

test("a server without TLS is told from one with a wrong certificate", async () => {
  const policy = localPolicy();
  const server = createServer((socket) => socket.end("HTTP/1.1 400 Bad Request\r\n\r\n"));
  const port = await listen(server);
  const problem = await post(policy, `https://good.test:${port}/`).catch((error: unknown) => error);
  expect(problem).toMatchObject({ name: "UpstreamFault" });
  expect(["tls", "unreachable"]).toContain((problem as { code: string }).code);
  server.close();
  policy.close();
});

/** How connecting ends. */
function endOf(endpoint: Endpoint): Promise<ConnectionEnd | "connected"> {
  return new Promise((resolve) => {
    openConnection(endpoint, {
      connected(connection) {
        closeConnection(connection);
        resolve("connected");
      },
      received: () => undefined,
      closed: (_connection, end) => resolve(end),
    });
  });
}

test("a server that is silent about TLS is given up in time", async () => {
  const server = createServer((socket) => socket.on("error", () => undefined));
  const port = await listen(server);
  const endpoint = createHostEndpoints("good.test", 50).at(`https://127.0.0.1:${port}`);
  expect(await endOf(endpoint)).toMatchObject({ connectFault: "connect-timeout" });
  expect(await endOf(createHostEndpoints(null, 50).at(`http://127.0.0.1:${port}`))).toBe("connected");
  server.close();
});

test("a port that nobody listens at is told as refused", async () => {
  const server = createServer();
  const port = await listen(server);
  await new Promise((resolve) => server.close(resolve));
  for (const scheme of ["http", "https"]) {
    const endpoint = createHostEndpoints("good.test").at(`${scheme}://127.0.0.1:${port}`);
    expect(await endOf(endpoint)).toMatchObject({ connectFault: "refused" });
  }
});
