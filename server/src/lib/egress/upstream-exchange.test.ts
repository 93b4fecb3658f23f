import { afterAll, expect, test } from "bun:test";
import { join } from "node:path";
import { createEgressPolicy } from "./egress-policy.ts";
import { ask, connectionsRested, post } from "./http-client/exchange-checks.fixture.ts";

interface Seen {
  readonly method: string;
  readonly path: string;
  readonly host: string | null;
  readonly authorization: string | null;
}

/** A real server that records what arrives and answers `/<3xx>/<url>` with a redirect there. */
function startServer() {
  const seen: Seen[] = [];
  const ports = new Set<number>();
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    async fetch(request, { requestIP }) {
      const { pathname, search } = new URL(request.url);
      const { method, headers } = request;
      ports.add(requestIP.call(server, request)?.port ?? 0);
      seen.push({
        method,
        path: pathname + search,
        host: headers.get("host"),
        authorization: headers.get("authorization"),
      });
      const [, status, target] = /^\/(3\d\d)\/(.*)$/.exec(pathname) ?? [];
      if (target !== undefined)
        return new Response("moved", {
          status: Number(status),
          headers: target === "" ? {} : { location: decodeURIComponent(target) },
        });
      if (pathname.startsWith("/count/")) {
        const left = Number(pathname.slice("/count/".length));
        return left === 0
          ? new Response("arrived")
          : new Response(null, { status: 302, headers: { location: `/count/${left - 1}` } });
      }
      return new Response(`${method} ${await request.text()}`);
    },
  });
  return {
    seen,
    ports,
    origin: `http://127.0.0.1:${server.port}`,
    port: server.port,
    stop: () => server.stop(true),
  };
}

const upstream = startServer();
const other = startServer();
const policy = createEgressPolicy("channel", {
  lookup: async (name) => {
    if (name === "api.test") return ["127.0.0.1"];
    if (name === "half-dead.test") return ["127.0.0.2", "127.0.0.1"];
    if (name === "dead.test") return ["127.0.0.2", "127.0.0.3"];
    throw new Error("no such name");
  },
});
afterAll(() => {
  policy.close();
  upstream.stop();
  other.stop();
});

const key = { authorization: "Bearer secret-key" };
const refused = { name: "EgressError", code: "egress.redirect-refused" };

function forgetSeen(): void {
  upstream.seen.length = 0;
  other.seen.length = 0;
}

test("a request arrives whole and its answer comes back", async () => {
  forgetSeen();
  const request = { method: "POST", headers: key, body: "hello" } as const;
  const answered = await ask(policy, `${upstream.origin}/v1/chat?a=1`, request);
  expect(answered).toEqual({ status: 200, body: "POST hello" });
  expect(upstream.seen).toEqual([
    {
      method: "POST",
      path: "/v1/chat?a=1",
      host: `127.0.0.1:${upstream.port}`,
      authorization: "Bearer secret-key",
    },
  ]);
});

test("a name is connected to at the address that was checked, under its own name", async () => {
  forgetSeen();
  // No resolver of this machine knows the name: only the checked address can have been used.
  expect(await ask(policy, `http://api.test:${upstream.port}/v1`)).toMatchObject({ status: 200 });
  expect(upstream.seen[0]?.host).toBe(`api.test:${upstream.port}`);
});

test("headers of the connection are never the caller's", async () => {
  forgetSeen();
  const headers = { HOST: "evil.test", "Content-Length": "3", "Transfer-Encoding": "chunked", ...key };
  const request = { method: "POST", headers, body: "hello" } as const;
  for (const origin of [`http://api.test:${upstream.port}`, upstream.origin])
    expect(await ask(policy, origin, request)).toEqual({ status: 200, body: "POST hello" });
  expect(upstream.seen.map(({ host }) => host)).toEqual([
    `api.test:${upstream.port}`,
    `127.0.0.1:${upstream.port}`,
  ]);
});

test("connections are reused, for names too", async () => {
  const server = startServer();
  for (let call = 0; call < 10; call += 1) {
    await post(policy, `http://api.test:${server.port}/${call}`);
    await connectionsRested();
  }
  expect(server.seen).toHaveLength(10);
  expect(server.ports.size).toBe(1);
  await server.stop();
});

test("odd but harmless spellings of a path survive", async () => {
  forgetSeen();
  for (const path of ["", "?q=1", "/a%20b/../c", "/a\\b", "/x#frag", "/x//y", "/@evil.test", "/ä b"])
    await ask(policy, `http://api.test:${upstream.port}${path}`);
  expect(upstream.seen.map((request) => request.path)).toEqual([
    "/",
    "/?q=1",
    "/c",
    "/a/b",
    "/x",
    "/x//y",
    "/@evil.test",
    "/%C3%A4%20b",
  ]);
});

for (const status of [301, 302, 303, 307, 308]) {
  test(`a ${status} to another host is refused, and the key stays`, async () => {
    forgetSeen();
    const url = `${upstream.origin}/${status}/${encodeURIComponent(`http://localhost:${other.port}/steal`)}`;
    for (const method of ["GET", "HEAD", "POST", "DELETE"] as const)
      await expect(ask(policy, url, { method, headers: key })).rejects.toMatchObject(refused);
    expect(other.seen).toEqual([]);
  });

  test(`a ${status} of a POST is refused, even to the same host`, async () => {
    forgetSeen();
    await expect(post(policy, `${upstream.origin}/${status}/%2Fv2`)).rejects.toMatchObject(refused);
    expect(upstream.seen).toHaveLength(1);
  });

  test(`a ${status} of a GET to the same host is followed with the key`, async () => {
    forgetSeen();
    const url = `http://api.test:${upstream.port}/${status}/%2Fv2%3Fa`;
    expect(await ask(policy, url, { headers: key })).toEqual({ status: 200, body: "GET " });
    expect(upstream.seen[1]).toEqual({
      method: "GET",
      path: "/v2?a",
      host: `api.test:${upstream.port}`,
      authorization: "Bearer secret-key",
    });
  });
}

test("the same host on another port or with another scheme, name or user is another host", async () => {
  forgetSeen();
  const targets = [
    other.origin,
    `http://api.test:${other.port}/`,
    `https://127.0.0.1:${upstream.port}/`,
    `http://127.0.0.1.evil.test:${upstream.port}/`,
    `//localhost:${upstream.port}/`,
    "http://169.254.169.254/latest",
    "file:///etc/passwd",
    "http://",
  ];
  for (const target of targets) {
    const url = `${upstream.origin}/302/${encodeURIComponent(target)}`;
    await expect(ask(policy, url, { headers: key })).rejects.toMatchObject(refused);
  }
  const withUser = `${upstream.origin}/302/${encodeURIComponent(`http://a:b@127.0.0.1:${upstream.port}/`)}`;
  await expect(ask(policy, withUser)).rejects.toMatchObject({ code: "egress.userinfo-refused" });
  expect(other.seen).toEqual([]);
  expect(upstream.seen).toHaveLength(targets.length + 1);
});

test("three redirects are followed and a fourth is not", async () => {
  expect(await ask(policy, `${upstream.origin}/count/3`, { method: "HEAD" })).toEqual({
    status: 200,
    body: "",
  });
  await expect(ask(policy, `${upstream.origin}/count/4`)).rejects.toMatchObject(refused);
});

test("a redirect without a place to go is an answer like others", async () => {
  expect(await ask(policy, `${upstream.origin}/302/`)).toEqual({ status: 302, body: "moved" });
});

test("a refused address sends nothing", async () => {
  for (const url of [
    "http://169.254.169.254/latest",
    "http://[::ffff:a9fe:a9fe]/",
    "http://unknown.test/",
    "ftp://x.test/",
  ])
    await expect(post(policy, url)).rejects.toMatchObject({ name: "EgressError" });
});

test("a dead address is passed over when nothing was sent, and avoided from then on", async () => {
  const url = `http://half-dead.test:${upstream.port}/v1`;
  const host = await policy.resolveAllowed(url);
  expect(host.connectOrigin()).toBe(`http://127.0.0.2:${upstream.port}`);
  expect(await post(policy, url)).toEqual({ status: 200, body: "POST x" });
  expect(host.connectOrigin()).toBe(`http://127.0.0.1:${upstream.port}`);
});

test("a host without a living address is refused", async () => {
  await expect(post(policy, `http://dead.test:${upstream.port}/v1`)).rejects.toMatchObject({
    name: "UpstreamFault",
    code: "refused",
    message: expect.stringContaining("no connection to http://127.0.0."),
  });
});

test("headers that cannot be sent are refused without telling their value", async () => {
  forgetSeen();
  for (const value of ["a\r\nhost: evil.test", "a\nb", "secret-\u20ac", "a\0b"]) {
    const problem = await ask(policy, upstream.origin, { headers: { "x-key": value } }).catch(String);
    expect(problem).toBe("UpstreamFault: the header x-key has a value that cannot be sent");
  }
  const badName = ask(policy, upstream.origin, { headers: { "x key": "a" } });
  await expect(badName).rejects.toMatchObject({ code: "refused" });
  expect(upstream.seen).toEqual([]);
});

test("an IPv6 address is reached", async () => {
  const server = Bun.serve({
    port: 0,
    hostname: "::1",
    fetch: (request) => new Response(request.headers.get("host")),
  });
  const host = `[::1]:${server.port}`;
  expect(await post(policy, `http://${host}/`)).toEqual({ status: 200, body: host });
  await server.stop(true);
});

test("proxies of the environment are not used, and idle connections let a process end", async () => {
  const script = `
    const { createEgressPolicy } = await import(${JSON.stringify(join(import.meta.dir, "egress-policy.ts"))});
    const { openExchange } = await import(${JSON.stringify(join(import.meta.dir, "upstream-exchange.ts"))});
    const request = { method: "GET", url: process.argv[1] + "/direct", headers: {} };
    const answer = await openExchange(request, createEgressPolicy("channel")).answer;
    process.stdout.write(await answer.bytes(100));`;
  forgetSeen();
  const child = Bun.spawn([process.execPath, "-e", script, upstream.origin], {
    env: { ...process.env, HTTP_PROXY: other.origin, http_proxy: other.origin, NO_PROXY: "", no_proxy: "" },
  });
  expect(await new Response(child.stdout).text()).toBe("GET ");
  expect(await child.exited).toBe(0);
  expect(other.seen).toEqual([]);
});
