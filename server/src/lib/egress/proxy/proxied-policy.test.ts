import { afterEach, expect, test } from "bun:test";
import { createServer } from "node:net";
import { join } from "node:path";
import { startFakeProxy } from "./fake-proxy.fixture.ts";
import type { FakeProxyOptions } from "./fake-proxy.fixture.ts";
import { fault, until } from "../http-client/exchange-checks.fixture.ts";
import { answerText, listen, startRawUpstream } from "../http-client/raw-upstream.fixture.ts";
import { createOutbound } from "../outbound.ts";
import type { OutboundRequest } from "../outbound.ts";

const opened: AsyncDisposable[] = [];
afterEach(async () => {
  for (const one of opened.splice(0)) await one[Symbol.asyncDispose]();
});

const LOCAL = new Set(["proxy.test", "api.test"]);

/** An upstream, a proxy of that kind before it, and a way to ask through it. */
async function start(scheme: string, options: FakeProxyOptions = {}, user = "") {
  const upstream = await startRawUpstream(({ head, body, socket }) => {
    if (head.startsWith("POST /cut")) socket.destroy();
    else socket.write(answerText(`${/^host: (\S+)/im.exec(head)?.[1]} ${body.length}`));
  });
  const proxy = await startFakeProxy(options);
  opened.push(proxy, upstream);
  const lookups: string[] = [];
  const outbound = createOutbound({
    lookup: async (name) => {
      lookups.push(name);
      if (LOCAL.has(name)) return ["127.0.0.1"];
      if (name === "half-dead.test") return ["127.0.0.9", "127.0.0.1"];
      if (name === "inside.test") return ["169.254.169.254"];
      throw new Error("no such name");
    },
  });
  const via = `${scheme}://${user}proxy.test:${proxy.port}`;
  const ask = async (url: string, request: Partial<OutboundRequest> = {}) => {
    const exchange = outbound.openExchange({
      method: "POST",
      url,
      headers: {},
      body: "x",
      proxy: via,
      ...request,
    });
    const answer = await exchange.answer;
    return Buffer.from(await answer.bytes(1000)).toString();
  };
  return { upstream, proxy, lookups, outbound, via, ask, url: `http://api.test:${upstream.port}` };
}

for (const drips of [false, true]) {
  for (const scheme of ["http", "socks5", "socks5h"]) {
    const how = drips ? " whose replies come byte by byte" : "";
    test(`a call goes through a ${scheme} proxy${how}, and the connection is used again`, async () => {
      const { ask, url, upstream, proxy, lookups } = await start(
        scheme,
        { credentials: "me:p@ss", drips },
        "me:p%40ss@",
      );
      for (const _ of [1, 2, 3]) {
        expect(await ask(`${url}/v1`)).toBe(`api.test:${upstream.port} 1`);
        for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve));
      }
      const host = scheme === "socks5" ? "127.0.0.1" : "api.test";
      expect(proxy.asked).toEqual([`${host}:${upstream.port}`]);
      expect(lookups).toEqual(scheme === "socks5" ? ["proxy.test", "api.test"] : ["proxy.test"]);
      expect(upstream.requests[0]?.head).toStartWith("POST /v1 HTTP/1.1\r\n");
      expect(upstream.requests[0]?.head).not.toContain("proxy-");
    });
  }
}

test("names that share a proxy share no connection, and straight calls none with it", async () => {
  const { ask, proxy, upstream } = await start("socks5h");
  const other = `http://other.test:${upstream.port}/`;
  for (const url of [`http://api.test:${upstream.port}/`, other]) await ask(url);
  await ask(`http://api.test:${upstream.port}/`, { proxy: "" });
  expect(proxy.accepted()).toBe(2);
  expect(upstream.requests.map(({ connection }) => connection)).toEqual([1, 2, 3]);
});

test.each(["http", "socks5", "socks5h"])(
  "what policy refuses is refused behind a %s proxy too",
  async (scheme) => {
    const { ask, proxy } = await start(scheme);
    for (const url of [
      "http://169.254.169.254/latest",
      "http://[::ffff:a9fe:a9fe]/",
      "http://metadata.google.internal/",
    ])
      await expect(ask(url)).rejects.toMatchObject({ name: "EgressError", code: "egress.metadata-refused" });
    expect(proxy.accepted()).toBe(0);
  },
);

test("a name that this machine looks up for a proxy is checked", async () => {
  const { ask, proxy } = await start("socks5");
  await expect(ask("http://inside.test/")).rejects.toMatchObject({ code: "egress.metadata-refused" });
  expect(proxy.accepted()).toBe(0);
});

test("a proxy whose name leads to metadata is refused", async () => {
  const { ask, url } = await start("http");
  await expect(ask(url, { proxy: "http://inside.test:3128" })).rejects.toMatchObject({
    name: "EgressError",
    code: "egress.metadata-refused",
  });
});

test("what is to go through a proxy that is none never goes straight", async () => {
  const { ask, url, upstream } = await start("http");
  for (const proxy of ["nonsense", "ftp://proxy.test", "socks4://proxy.test:1"])
    await expect(ask(url, { proxy })).rejects.toMatchObject({ code: "egress.proxy-invalid" });
  expect(upstream.requests).toEqual([]);
});

test.each([
  ["http", { credentials: "me:right" }, "me:wrong@", "proxy-auth"],
  ["http", { credentials: "me:right" }, "", "proxy-auth"],
  ["socks5h", { credentials: "me:right" }, "me:wrong@", "proxy-auth"],
  ["socks5h", { credentials: "me:right" }, "", "proxy-auth"],
  ["http", { refusal: "HTTP/1.1 403 Forbidden\r\ncontent-length: 0\r\n\r\n" }, "", "proxy-refused"],
  ["socks5h", { refusal: Buffer.from([5, 4, 0, 1, 0, 0, 0, 0, 0, 0]) }, "", "proxy-refused"],
  ["http", { refusal: "hello, this is no proxy\r\n" }, "", "proxy-invalid"],
  ["socks5h", { refusal: "hello" }, "", "proxy-invalid"],
  ["http", { refusal: "HTTP/1.1 200 " }, "", "proxy-unreachable"],
  ["socks5h", { refusal: Buffer.from([5, 0]) }, "", "proxy-unreachable"],
] as const)("a %s proxy that answers %j to %j", async (scheme, options, user, code) => {
  const { ask, url, upstream, proxy } = await start(scheme, options, user);
  const problem = await ask(url).catch((error: unknown) => error);
  expect(problem).toMatchObject(fault(code));
  expect(String(problem)).toContain(`through ${scheme === "http" ? "http" : "socks5"}://127.0.0.1:`);
  expect(String(problem)).not.toMatch(/wrong|right/);
  expect(upstream.requests).toEqual([]);
  await until(() => proxy.open() === 0);
});

test("a proxy that is not there is the proxy's fault", async () => {
  const { ask, url } = await start("http");
  await expect(ask(url, { proxy: "socks5h://127.0.0.9:9" })).rejects.toMatchObject(
    fault("proxy-unreachable"),
  );
});

test("a dead address of a proxy is passed over when nothing was sent, and avoided from then on", async () => {
  const { ask, url, proxy, upstream } = await start("http");
  const via = `http://half-dead.test:${proxy.port}`;
  await Promise.all([1, 2, 3].map(() => ask(url, { proxy: via })));
  expect(upstream.requests).toHaveLength(3);
  expect(proxy.accepted()).toBe(3);
  await expect(ask(url, { proxy: "http://half-dead.test:9" })).rejects.toMatchObject(
    fault("proxy-unreachable"),
  );
});

test("a POST that a byte was written of is not repeated through a proxy", async () => {
  const { ask, url, upstream } = await start("socks5h");
  await ask(`${url}/first`);
  for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  await expect(ask(`${url}/cut`)).rejects.toMatchObject(fault("reset"));
  expect(upstream.requests).toHaveLength(2);
});

test("an abort at any time closes the connection with the proxy", async () => {
  // Takes connections and never answers.
  let open = 0;
  const silent = createServer((socket) => {
    open += 1;
    socket.on("error", () => undefined);
    socket.on("close", () => (open -= 1));
    socket.resume();
  });
  const port = await listen(silent);
  const { outbound, url } = await start("http");
  for (const scheme of ["http", "socks5h"]) {
    const exchange = outbound.openExchange({
      method: "POST",
      url,
      headers: {},
      proxy: `${scheme}://127.0.0.1:${port}`,
    });
    await until(() => open === 1);
    exchange.abort();
    await expect(exchange.answer).rejects.toMatchObject(fault("aborted"));
    await until(() => open === 0);
  }
  silent.close();
});

test("TLS with the upstream is verified inside every kind of proxy, and TLS with the proxy too", async () => {
  const certificate = join(import.meta.dir, "..", "good-test-certificate.pem");
  const child = Bun.spawn([process.execPath, join(import.meta.dir, "proxied-tls.fixture.ts"), certificate], {
    env: { ...process.env, NODE_EXTRA_CA_CERTS: certificate },
    stderr: "inherit",
  });
  const through = ["1", "3200000", "large", "tls", "tls", "truncated", "unreachable", "1", "160000"];
  const refused = Array.from({ length: 9 }, () => "proxy-unreachable");
  expect(await new Response(child.stdout).json()).toEqual({
    http: through,
    socks5: through,
    socks5h: through,
    https: through,
    wrongProxy: refused,
    // One for the good name and one after its answer was cut, one for each of the three without trust or TLS.
    connections: [15, 5],
    received: 24,
    open: [0, 0],
  });
});
