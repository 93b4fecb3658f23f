import { afterAll, expect, test } from "bun:test";
import type { Socket } from "node:net";
import { openExchange } from "../upstream-exchange.ts";
import { ask, fault, post, until } from "./exchange-checks.fixture.ts";
import { closeExpired, takeIdle } from "./idle-connections.ts";
import { answerText, localPolicy, startRawUpstream } from "./raw-upstream.fixture.ts";
import type { RawUpstream } from "./raw-upstream.fixture.ts";

const policy = localPolicy();
afterAll(() => policy.close());

const OK = "HTTP/1.1 200 OK\r\n";

async function idleOf(upstream: RawUpstream) {
  return (await policy.resolveAllowed(upstream.origin)).endpoint().idle;
}

/** What was used is there for the next one when the event loop has turned. */
async function idleAgain(upstream: RawUpstream, count = 1): Promise<void> {
  const idle = await idleOf(upstream);
  await until(() => idle.length === count);
}

test("a connection serves one exchange after the other", async () => {
  await using upstream = await startRawUpstream(({ socket }) => socket.write(answerText("a")));
  for (let call = 0; call < 20; call += 1) {
    await post(policy, upstream.origin);
    await idleAgain(upstream);
  }
  expect(upstream.sockets).toHaveLength(1);
});

test("exchanges at once upon each other share two connections", async () => {
  await using upstream = await startRawUpstream(({ socket }) => socket.write(answerText("a")));
  for (let call = 0; call < 20; call += 1) await post(policy, upstream.origin);
  expect(upstream.sockets).toHaveLength(2);
});

test("a server that closes right behind an answer, without having said so, breaks no other exchange", async () => {
  await using upstream = await startRawUpstream(({ socket }) => socket.end(answerText("a")));
  for (let call = 0; call < 50; call += 1)
    expect(await post(policy, upstream.origin)).toEqual({ status: 200, body: "a" });
});

test("exchanges at the same time have a connection each, all of which are kept", async () => {
  const waiting: Socket[] = [];
  await using upstream = await startRawUpstream(({ socket }) => {
    if (waiting.push(socket) === 10) for (const each of waiting) each.write(answerText("a"));
  });
  await Promise.all(Array.from({ length: 10 }, () => post(policy, upstream.origin)));
  await idleAgain(upstream, 10);
});

const unusable: readonly (readonly [string, string])[] = [
  ["says that it closes", answerText("a", "connection: close\r\n")],
  ["speaks HTTP/1.0", "HTTP/1.0 200 OK\r\ncontent-length: 1\r\n\r\na"],
  ["sends bytes after the end", `${answerText("a")}${answerText("evil")}`],
  ["sends a line break after the end", `${answerText("a")}\r\n`],
  ["sends a body that must not be", "HTTP/1.1 204 No Content\r\n\r\na"],
  ["keeps it for a second only", answerText("a", "keep-alive: timeout=1\r\n")],
];
for (const [name, bytes] of unusable) {
  test(`a connection whose server ${name} is not used again`, async () => {
    await using upstream = await startRawUpstream(({ socket }) => socket.write(bytes));
    for (let call = 1; call <= 3; call += 1) {
      expect(await post(policy, upstream.origin)).toMatchObject({ body: bytes.includes("204") ? "" : "a" });
      await until(() => upstream.sockets.every((socket) => socket.destroyed));
      expect(upstream.sockets).toHaveLength(call);
    }
  });
}

test("bytes on an idle connection are the end of it, and no answer to anyone", async () => {
  await using upstream = await startRawUpstream(({ socket }) => socket.write(answerText("a")));
  await post(policy, upstream.origin);
  await idleAgain(upstream);
  upstream.sockets[0]?.write(answerText("evil"));
  await until(() => upstream.sockets[0]?.destroyed === true);
  expect(await idleOf(upstream)).toHaveLength(0);
  expect(await post(policy, upstream.origin)).toMatchObject({ body: "a" });
});

for (const how of ["end", "resetAndDestroy"] as const) {
  test(`a connection that the server closes while idle is dropped (${how})`, async () => {
    await using upstream = await startRawUpstream(({ socket }) => socket.write(answerText("a")));
    await post(policy, upstream.origin);
    const idle = await idleOf(upstream);
    await idleAgain(upstream);
    upstream.sockets[0]?.[how]();
    await until(() => idle.length === 0);
    expect(await post(policy, upstream.origin)).toMatchObject({ body: "a" });
    expect(upstream.sockets).toHaveLength(2);
  });
}

/** Answers once a connection, then closes it when the next request arrives. */
function forgetful() {
  const served = new Set<number>();
  return startRawUpstream(({ socket, connection }) => {
    if (served.has(connection)) socket.destroy();
    else socket.write(answerText("a"));
    served.add(connection);
  });
}

test("a GET is sent once more when a kept connection breaks before it is answered", async () => {
  await using upstream = await forgetful();
  await ask(policy, upstream.origin);
  await idleAgain(upstream);
  expect(await ask(policy, upstream.origin)).toEqual({ status: 200, body: "a" });
  expect(upstream.requests.map(({ connection }) => connection)).toEqual([1, 1, 2]);
});

test("a GET is not sent a third time", async () => {
  let isLoyal = true;
  await using upstream = await startRawUpstream(({ socket }) => {
    if (isLoyal) socket.write(answerText("a"));
    else socket.destroy();
  });
  await ask(policy, upstream.origin);
  await idleAgain(upstream);
  isLoyal = false;
  await expect(ask(policy, upstream.origin)).rejects.toMatchObject(fault("reset"));
  expect(upstream.requests).toHaveLength(3);
});

test("a POST is never sent again once a byte of it was written", async () => {
  await using upstream = await forgetful();
  await post(policy, upstream.origin);
  await idleAgain(upstream);
  await expect(post(policy, upstream.origin)).rejects.toMatchObject(fault("reset"));
  expect(upstream.requests).toHaveLength(2);
});

test("a GET that was answered in part is not sent again", async () => {
  await using upstream = await startRawUpstream(({ socket }) => {
    if (upstream.requests.length === 1) socket.write(answerText("a"));
    else socket.end("HTTP/1.1 2");
  });
  await ask(policy, upstream.origin);
  await idleAgain(upstream);
  await expect(ask(policy, upstream.origin)).rejects.toMatchObject(fault("reset"));
  expect(upstream.requests).toHaveLength(2);
});

test("what must not be sent twice uses no connection that has waited long", async () => {
  await using upstream = await startRawUpstream(({ socket }) => socket.write(answerText("a")));
  await post(policy, upstream.origin);
  await idleAgain(upstream);
  const endpoint = (await policy.resolveAllowed(upstream.origin)).endpoint();
  const nowMs = performance.now();
  expect(takeIdle(endpoint, false, nowMs + 4500)).toBeUndefined();
  expect(takeIdle(endpoint, true, nowMs + 61_000)).toBeUndefined();
  expect(takeIdle(endpoint, true, nowMs + 55_000)).toBeDefined();
});

test("a server's own limit takes precedence, less a second", async () => {
  const head = "keep-alive: timeout=20\r\n";
  await using upstream = await startRawUpstream(({ socket }) => socket.write(answerText("a", head)));
  await post(policy, upstream.origin);
  await idleAgain(upstream);
  const endpoint = (await policy.resolveAllowed(upstream.origin)).endpoint();
  const nowMs = performance.now();
  expect(takeIdle(endpoint, true, nowMs + 19_100)).toBeUndefined();
  expect(takeIdle(endpoint, false, nowMs + 18_500)).toBeDefined();
});

test("connections that waited too long are closed", async () => {
  await using upstream = await startRawUpstream(({ socket }) => socket.write(answerText("a")));
  await post(policy, upstream.origin);
  await idleAgain(upstream);
  closeExpired(performance.now() + 61_000);
  expect(await idleOf(upstream)).toHaveLength(0);
  await until(() => upstream.sockets[0]?.destroyed === true);
});

test("addresses that a name has no longer, and closed policies, keep no connections", async () => {
  const waiting: Socket[] = [];
  await using upstream = await startRawUpstream(({ socket }) => {
    if (waiting.push(socket) === 2) socket.write(answerText("a"));
  });
  const own = localPolicy();
  const url = `http://api.test:${upstream.port}`;
  const running = post(own, url);
  await until(() => waiting.length === 1);
  await post(own, url);
  const host = await own.resolveAllowed(url);
  const endpoint = host.endpoint();
  await until(() => endpoint.idle.length === 1);
  host.update(["127.0.0.9"]);
  expect(endpoint.idle).toHaveLength(0);
  // What is in use goes on, and is closed then.
  waiting[0]?.write(answerText("late"));
  expect(await running).toMatchObject({ body: "late" });
  await until(() => upstream.sockets.every((socket) => socket.destroyed));
  own.close();
});

test("an answer that nobody reads keeps its connection from others", async () => {
  await using upstream = await startRawUpstream(({ socket }) =>
    socket.write(`${OK}content-length: 9\r\n\r\nhello`),
  );
  const exchange = openExchange({ method: "GET", url: upstream.origin, headers: {} }, policy);
  await exchange.answer;
  expect(await idleOf(upstream)).toHaveLength(0);
  exchange.abort();
  await until(() => upstream.sockets[0]?.destroyed === true);
});
