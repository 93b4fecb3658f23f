import { heapStats } from "bun:jsc";
import { afterEach, expect, test } from "bun:test";
import type { ServerWebSocket } from "bun";
import { createHash } from "node:crypto";
import type { Socket } from "node:net";
import { join } from "node:path";
import { createEgressPolicy } from "../egress-policy.ts";
import { localPolicy, startRawUpstream } from "../http-client/raw-upstream.fixture.ts";
import { openWebSocket } from "./upstream-web-socket.ts";
import { MAX_MESSAGE_BYTES, openChecked, opened } from "./web-socket-checks.fixture.ts";

const policy = localPolicy();
const servers: { stop(force: boolean): unknown }[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop(true);
});

/** The runtime's own server, which answers every message with itself. */
function startEcho() {
  const sockets: ServerWebSocket[] = [];
  const closed = Promise.withResolvers<{ code: number; reason: string }>();
  const requests: Request[] = [];
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch(request, upgrader) {
      requests.push(request);
      if (request.url.endsWith("/refused")) return new Response("no", { status: 401 });
      if (request.url.endsWith("/moved")) return Response.redirect("http://127.0.0.1:1/", 302);
      upgrader.upgrade(request);
    },
    websocket: {
      backpressureLimit: 64 * 1024 * 1024,
      open: (socket) => void sockets.push(socket),
      message: (socket, message) => void socket.send(message),
      close: (_, code, reason) => closed.resolve({ code, reason }),
    },
  });
  servers.push(server);
  return { origin: `http://echo.test:${server.port}`, sockets, requests, closed: closed.promise };
}

test("a socket to a real server carries texts and bytes of every length, and its goodbye", async () => {
  const echo = startEcho();
  const checked = await opened(policy, `${echo.origin}/v1/realtime?model=a%20b`, {
    authorization: "Bearer k",
  });
  const sent = [1, 125, 126, 65_535, 65_536, 1_000_000].flatMap((size) => [
    "é".repeat(size / 2 + 1),
    Buffer.alloc(size, 5),
  ]);
  for (const message of sent) checked.socket.send(message);
  await checked.hears(sent.length);
  expect(checked.heard).toEqual(sent);
  checked.socket.ping();
  checked.socket.close(4002, "thanks");
  expect(await echo.closed).toEqual({ code: 4002, reason: "thanks" });
  const [request] = echo.requests;
  expect(request?.url).toBe(`${echo.origin}/v1/realtime?model=a%20b`);
  expect(request?.headers.get("authorization")).toBe("Bearer k");
});

test("a server's goodbye is told with its code and answered", async () => {
  const echo = startEcho();
  const checked = await opened(policy, echo.origin);
  echo.sockets[0]?.close(4003, "over");
  expect(await checked.closed).toEqual({ code: 4003, reason: "over", problem: undefined });
  expect(await echo.closed).toMatchObject({ code: 4003 });
});

test("a connection that breaks is told as 1006", async () => {
  const echo = startEcho();
  const checked = await opened(policy, echo.origin);
  echo.sockets[0]?.terminate();
  expect(await checked.closed).toMatchObject({ code: 1006, problem: expect.any(String) });
});

test("whoever pauses hears nothing, and holds the server back", async () => {
  const echo = startEcho();
  const checked = await opened(policy, echo.origin);
  checked.socket.send("first");
  await checked.hears(1);
  checked.socket.pause();
  const megabyte = "a".repeat(1024 * 1024);
  const [server] = echo.sockets;
  for (let count = 0; count < 30; count++) server?.send(megabyte);
  // What could have come by now has.
  const other = await opened(policy, echo.origin);
  for (let count = 1; count <= 5; count++) {
    other.socket.send("turn");
    await other.hears(count);
  }
  expect(checked.heard.length).toBe(1);
  expect(server?.getBufferedAmount()).toBeGreaterThan(10 * 1024 * 1024);
  checked.socket.resume();
  await checked.hears(31);
  expect(server?.getBufferedAmount()).toBe(0);
});

test("a server that does not read makes the sender wait, and tells when it goes on", async () => {
  const echo = startEcho();
  const checked = await opened(policy, echo.origin);
  checked.socket.send("first");
  await checked.hears(1);
  echo.sockets[0]?.pause();
  let sent = 1;
  while (checked.socket.send("b".repeat(1024 * 1024)) && sent < 64) sent += 1;
  expect(sent).toBeLessThan(64);
  echo.sockets[0]?.resume();
  await checked.drained;
  await checked.hears(sent + 1);
});

test("anything but a switch of protocols is a refusal, and redirects are not followed", async () => {
  const echo = startEcho();
  expect(await openChecked(policy, `${echo.origin}/refused`)).toBe(401);
  expect(await openChecked(policy, `${echo.origin}/moved`)).toBe(302);
  const outcome = await openWebSocket({ url: `${echo.origin}/refused`, headers: {} }, policy, 1).outcome;
  expect(outcome).toMatchObject({ kind: "refused", body: Buffer.from("no") });
});

test("addresses that the policy refuses are never connected to", async () => {
  const toMetadata = createEgressPolicy("channel", { lookup: async () => ["169.254.169.254"] });
  expect(await openChecked(toMetadata, "https://innocent.test/")).toBe("egress.metadata-refused");
  expect(await openChecked(policy, "http://127.0.0.1:9/")).toBe("refused");
  expect(await openChecked(policy, "http://x.test/", { "x-key": "a\nb" })).toBe("refused");
});

/** A handshake as RFC 6455 wants it, or not. */
function switching(head: string, change: (answer: string) => string = (answer) => answer): string {
  const key = /^sec-websocket-key: (.*)$/im.exec(head)?.[1] ?? "";
  const proof = createHash("sha1").update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest("base64");
  const lines = ["HTTP/1.1 101 Switching Protocols", "Upgrade: websocket", "Connection: Upgrade"];
  return change(`${[...lines, `Sec-WebSocket-Accept: ${proof}`].join("\r\n")}\r\n\r\n`);
}

test("a handshake is read wherever it is cut, with what comes right behind it", async () => {
  const length = Buffer.byteLength(switching(""));
  const hello = Buffer.from([0x81, 5, ...Buffer.from("Hello")]);
  for (const cut of [1, 5, 12, 13, 14, length - 2, length - 1, length, length + 1, length + 3]) {
    await using upstream = await startRawUpstream(({ head, socket }) => {
      const bytes = Buffer.concat([Buffer.from(switching(head)), hello]);
      socket.setNoDelay(true);
      socket.write(bytes.subarray(0, cut), () => setTimeout(() => socket.write(bytes.subarray(cut)), 2));
    });
    const checked = await opened(policy, upstream.origin);
    await checked.hears(1);
    expect(checked.heard, `cut at ${cut}`).toEqual(["Hello"]);
    checked.socket.terminate();
  }
});

test.each<readonly [string, (answer: string) => string]>([
  ["the proof of another request", (answer) => answer.replace(/Accept: .{4}/, "Accept: AAAA")],
  ["no proof", (answer) => answer.replace(/Sec-WebSocket-Accept.*\r\n/, "")],
  ["another protocol", (answer) => answer.replace("Upgrade: websocket", "Upgrade: h2c")],
  ["no word of an upgrade", (answer) => answer.replace("Connection: Upgrade", "Connection: close")],
  [
    "an extension",
    (answer) => answer.replace("\r\n\r\n", "\r\nSec-WebSocket-Extensions: permessage-deflate\r\n\r\n"),
  ],
  ["a broken head", (answer) => answer.replace("Upgrade: websocket", "Upgrade websocket")],
  ["no HTTP at all", () => "SSH-2.0-OpenSSH_9.6\r\n"],
])("a server that switches with %s is refused", async (_, change) => {
  await using upstream = await startRawUpstream(
    ({ head, socket }) => void socket.write(switching(head, change)),
  );
  expect(await openChecked(policy, upstream.origin)).toBe("invalid");
});

test("a server that breaks the rules is told so, and left", async () => {
  const gone = Promise.withResolvers<Socket>();
  const sent: Buffer[] = [];
  await using upstream = await startRawUpstream(({ head, socket }) => {
    socket.removeAllListeners("data");
    socket.on("data", (data: Buffer) => void sent.push(data));
    socket.on("close", () => gone.resolve(socket));
    socket.write(Buffer.concat([Buffer.from(switching(head)), Buffer.from([0x81, 0x81, 1, 2, 3, 4, 5])]));
  });
  const checked = await opened(policy, upstream.origin);
  expect(await checked.closed).toMatchObject({ code: 1006, problem: "a server's frame is masked" });
  await gone.promise;
  const [head, length, ...rest] = Buffer.concat(sent);
  expect([head, length]).toEqual([0x88, 0x82]);
  const code = rest.slice(4).map((byte, index) => byte ^ (rest[index] ?? 0));
  expect(code).toEqual([0x03, 0xea]);
});

test("a server that asks for signs of life and does not read them fills no memory", async () => {
  const ping = Buffer.concat([Buffer.from([0x89, 125]), Buffer.alloc(125)]);
  const pings = Buffer.concat(Array.from({ length: 100_000 }, () => ping));
  await using upstream = await startRawUpstream(({ head, socket }) => {
    socket.pause();
    socket.write(Buffer.concat([Buffer.from(switching(head)), pings, Buffer.from([0x81, 1, 0x61])]));
  });
  const objects = () => {
    Bun.gc(true);
    return heapStats().objectTypeCounts["Uint8Array"] ?? 0;
  };
  const before = objects();
  const checked = await opened(policy, upstream.origin);
  await checked.hears(1);
  expect(objects() - before).toBeLessThan(10_000);
  checked.socket.terminate();
});

test("an opening can be stopped, and a connection that closes before its answer is told", async () => {
  await using silent = await startRawUpstream(() => undefined);
  const opening = openWebSocket({ url: silent.origin, headers: {} }, policy, MAX_MESSAGE_BYTES);
  setTimeout(opening.abort, 10);
  await expect(opening.outcome).rejects.toMatchObject({ code: "aborted" });
  await using rude = await startRawUpstream(({ socket }) => void socket.end());
  expect(await openChecked(policy, rude.origin)).toBe("reset");
});

test("with TLS the certificate is verified, chain and name, before a byte is sent", async () => {
  const certificate = join(import.meta.dir, "..", "good-test-certificate.pem");
  const child = Bun.spawn(
    [process.execPath, join(import.meta.dir, "tls-web-socket.fixture.ts"), certificate],
    {
      env: { ...process.env, NODE_EXTRA_CA_CERTS: certificate },
      stderr: "inherit",
    },
  );
  expect(await new Response(child.stdout).json()).toEqual({ outcomes: [["hello"], "tls"], attempts: 1 });
});
