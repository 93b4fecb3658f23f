import { afterAll, expect, test } from "bun:test";
import { createServer } from "node:net";
import { join } from "node:path";
import { createEgressPolicy } from "./egress-policy.ts";
import { fetchUpstream } from "./fetch-upstream.ts";

interface Seen {
  readonly method: string;
  readonly path: string;
  readonly host: string | null;
  readonly authorization: string | null;
}

/** A real server that records what arrives and answers `/to/<url>` with a redirect there. */
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
    throw new Error("no such name");
  },
});
afterAll(() => {
  policy.close();
  upstream.stop();
  other.stop();
});

const key = { authorization: "Bearer secret-key" };
const refused = expect.objectContaining({ name: "EgressError", code: "egress.redirect-refused" });

function forgetSeen(): void {
  upstream.seen.length = 0;
  other.seen.length = 0;
}

test("a request arrives whole and its answer comes back", async () => {
  forgetSeen();
  const response = await fetchUpstream(
    `${upstream.origin}/v1/chat?a=1`,
    { method: "POST", headers: key, body: "hello" },
    policy,
  );
  expect([response.status, await response.text()]).toEqual([200, "POST hello"]);
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
  const response = await fetchUpstream(`http://api.test:${upstream.port}/v1`, { headers: key }, policy);
  expect(response.status).toBe(200);
  expect(upstream.seen[0]?.host).toBe(`api.test:${upstream.port}`);
});

test("a Host header of the caller is dropped, in each form of headers", async () => {
  forgetSeen();
  const forms: Bun.HeadersInit[] = [
    { HOST: "evil.test", ...key },
    new Headers({ host: "evil.test", ...key }),
    [
      ["Host", "evil.test"],
      ["authorization", key.authorization],
    ],
  ];
  for (const headers of forms) {
    await fetchUpstream(`http://api.test:${upstream.port}/`, { headers }, policy);
    await fetchUpstream(`${upstream.origin}/`, { headers }, policy);
  }
  expect(upstream.seen).toHaveLength(6);
  for (const { host, authorization } of upstream.seen) {
    expect(host).not.toContain("evil");
    expect(authorization).toBe("Bearer secret-key");
  }
});

test("connections are reused, for names too", async () => {
  const server = startServer();
  for (let call = 0; call < 10; call += 1) {
    const response = await fetchUpstream(
      `http://api.test:${server.port}/${call}`,
      { method: "POST", body: "x" },
      policy,
    );
    await response.text();
  }
  expect(server.seen).toHaveLength(10);
  expect(server.ports.size).toBe(1);
  await server.stop();
});

test("odd but harmless spellings of a path survive", async () => {
  forgetSeen();
  for (const path of ["", "?q=1", "/a%20b/../c", "/a\\b", "/x#frag", "/x//y", "/@evil.test"]) {
    await fetchUpstream(`http://api.test:${upstream.port}${path}`, {}, policy);
  }
  expect(upstream.seen.map((request) => request.path)).toEqual([
    "/",
    "/?q=1",
    "/c",
    "/a/b",
    "/x",
    "/x//y",
    "/@evil.test",
  ]);
  expect(upstream.seen.every((request) => request.host === `api.test:${upstream.port}`)).toBe(true);
});

for (const status of [301, 302, 303, 307, 308]) {
  test(`a ${status} to another host is refused, and the key stays`, async () => {
    forgetSeen();
    const url = `${upstream.origin}/${status}/${encodeURIComponent(`http://localhost:${other.port}/steal`)}`;
    await expect(fetchUpstream(url, { headers: key }, policy)).rejects.toEqual(refused);
    await expect(fetchUpstream(url, { method: "POST", headers: key, body: "x" }, policy)).rejects.toEqual(
      refused,
    );
    expect(other.seen).toEqual([]);
  });

  test(`a ${status} of a POST is refused, even to the same host`, async () => {
    forgetSeen();
    const request = { method: "POST", headers: key, body: "x" };
    await expect(fetchUpstream(`${upstream.origin}/${status}/%2Fv2`, request, policy)).rejects.toEqual(
      refused,
    );
    expect(upstream.seen).toHaveLength(1);
  });

  test(`a ${status} of a GET to the same host is followed with the key`, async () => {
    forgetSeen();
    const response = await fetchUpstream(
      `http://api.test:${upstream.port}/${status}/%2Fv2%3Fa`,
      { headers: key },
      policy,
    );
    expect(await response.text()).toBe("GET ");
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
    await expect(fetchUpstream(url, { headers: key }, policy)).rejects.toEqual(refused);
  }
  const withUser = `${upstream.origin}/302/${encodeURIComponent(`http://a:b@127.0.0.1:${upstream.port}/`)}`;
  await expect(fetchUpstream(withUser, { headers: key }, policy)).rejects.toMatchObject({
    code: "egress.userinfo-refused",
  });
  expect(other.seen).toEqual([]);
  expect(upstream.seen).toHaveLength(targets.length + 1);
});

test("three redirects are followed and a fourth is not", async () => {
  const third = await fetchUpstream(`${upstream.origin}/count/3`, { method: "HEAD" }, policy);
  expect(third.status).toBe(200);
  await expect(fetchUpstream(`${upstream.origin}/count/4`, {}, policy)).rejects.toEqual(refused);
});

test("a redirect without a place to go is an answer like others", async () => {
  const response = await fetchUpstream(`${upstream.origin}/302/`, {}, policy);
  expect([response.status, await response.text()]).toEqual([302, "moved"]);
});

test("a refused address sends nothing", async () => {
  for (const url of [
    "http://169.254.169.254/latest",
    "http://[::ffff:a9fe:a9fe]/",
    "http://unknown.test/",
    "ftp://x.test/",
  ]) {
    await expect(fetchUpstream(url, { headers: key }, policy)).rejects.toMatchObject({ name: "EgressError" });
  }
});

test("a dead address is passed over when nothing was sent, and avoided from then on", async () => {
  const url = `http://half-dead.test:${upstream.port}/v1`;
  const host = await policy.resolveAllowed(url);
  expect(host.connectOrigin()).toBe(`http://127.0.0.2:${upstream.port}`);
  const response = await fetchUpstream(url, { method: "POST", body: "x" }, policy);
  expect(await response.text()).toBe("POST x");
  expect(host.connectOrigin()).toBe(`http://127.0.0.1:${upstream.port}`);
});

test("a request that may have been received is never repeated", async () => {
  let received = 0;
  const server = createServer((socket) => {
    socket.on("error", () => undefined);
    socket.once("data", () => {
      received += 1;
      socket.destroy();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" ? address?.port : 0;
  await expect(
    fetchUpstream(`http://127.0.0.1:${port}/`, { method: "POST", body: "x" }, policy),
  ).rejects.toThrow();
  expect(received).toBe(1);
  server.close();
});

test("the caller's signal ends a request", async () => {
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>();
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: () => {
      arrive();
      return new Promise<Response>(() => undefined);
    },
  });
  const stop = new AbortController();
  const running = fetchUpstream(`http://127.0.0.1:${server.port}/`, { signal: stop.signal }, policy);
  await arrived;
  stop.abort();
  await expect(running).rejects.toMatchObject({ name: "AbortError" });
  await server.stop(true);
});

test("a certificate is verified against the name, at the checked address, over one connection", async () => {
  const certificate = join(import.meta.dir, "good-test-certificate.pem");
  // Trusted roots can only be given at the start of a process.
  const script = join(import.meta.dir, "tls-check.fixture.ts");
  const child = Bun.spawn([process.execPath, script, certificate], {
    env: { ...process.env, NODE_EXTRA_CA_CERTS: certificate },
    stderr: "inherit",
  });
  expect(await new Response(child.stdout).json()).toEqual({
    answers: ["good.test", "good.test", "good.test"],
    trailingDot: "good.test",
    connections: 1,
    serverName: "good.test",
    wrongName: "ERR_TLS_CERT_ALTNAME_INVALID",
    rightNameAgain: "good.test",
  });
});

test("proxies of the environment are not used", async () => {
  const script = `
    const { createEgressPolicy } = await import(${JSON.stringify(join(import.meta.dir, "egress-policy.ts"))});
    const { fetchUpstream } = await import(${JSON.stringify(join(import.meta.dir, "fetch-upstream.ts"))});
    const response = await fetchUpstream(process.argv[1] + "/direct", {}, createEgressPolicy("channel"));
    process.stdout.write(await response.text());`;
  forgetSeen();
  const child = Bun.spawn([process.execPath, "-e", script, upstream.origin], {
    env: { ...process.env, HTTP_PROXY: other.origin, http_proxy: other.origin, NO_PROXY: "", no_proxy: "" },
  });
  expect(await new Response(child.stdout).text()).toBe("GET ");
  expect(other.seen).toEqual([]);
});
