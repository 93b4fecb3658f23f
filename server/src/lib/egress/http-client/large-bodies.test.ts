import { afterAll, expect, test } from "bun:test";
import { createServer } from "node:net";
import type { Socket } from "node:net";
import { openExchange } from "../upstream-exchange.ts";
import { connectionsRested, post, until } from "./exchange-checks.fixture.ts";
import { answerText, listen, localPolicy, startRawUpstream } from "./raw-upstream.fixture.ts";

const policy = localPolicy();
afterAll(() => policy.close());

const OK = "HTTP/1.1 200 OK\r\n";
const MB = 1024 * 1024;

/** Bytes whose order shows. */
function pattern(length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  const words = new Uint32Array(bytes.buffer, 0, length >> 2);
  for (let index = 0; index < words.length; index += 1) words[index] = index * 2_654_435_761;
  return bytes;
}

/** A server that gets the head of a request and whatever comes after. */
async function startTaker(onData: (socket: Socket, data: Buffer) => void) {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket);
    socket.on("error", () => undefined);
    socket.on("data", (data: Buffer) => onData(socket, data));
  });
  const port = await listen(server);
  return {
    origin: `http://127.0.0.1:${port}`,
    sockets,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

for (const length of [1, 65_000, 65_536, 65_537, 1_000_000]) {
  test(`a body of ${length} bytes arrives as it is, on one connection`, async () => {
    const body = pattern(length);
    await using upstream = await startRawUpstream(({ socket }) => socket.write(answerText("a")));
    for (let call = 0; call < 3; call += 1) {
      await post(policy, upstream.origin, body);
      await connectionsRested();
    }
    for (const request of upstream.requests) expect(request.body.equals(body)).toBe(true);
    expect(upstream.sockets).toHaveLength(1);
  });
}

test("100 MB are sent as fast as they are taken", async () => {
  const body = pattern(100 * MB);
  let isHeld = true;
  let taken = 0;
  await using upstream = await startTaker((socket, data) => {
    taken += data.length;
    if (isHeld) {
      socket.pause();
      return;
    }
    if (taken > body.length) socket.write(answerText("all"));
  });
  const answering = post(policy, upstream.origin, body);
  await until(() => taken > 0);
  // What the system's buffers hold has gone; the rest waits here without being copied.
  const [socket] = upstream.sockets;
  isHeld = false;
  socket?.resume();
  expect(await answering).toEqual({ status: 200, body: "all" });
  expect(taken).toBeGreaterThan(body.length);
});

test("an answer that comes before the request was taken is read, and ends the sending", async () => {
  let hasAnswered = false;
  await using upstream = await startTaker((socket) => {
    if (hasAnswered) return;
    hasAnswered = true;
    socket.pause();
    socket.write("HTTP/1.1 413 Content Too Large\r\ncontent-length: 5\r\n\r\nlarge");
  });
  expect(await post(policy, upstream.origin, pattern(20 * MB))).toEqual({ status: 413, body: "large" });
  upstream.sockets[0]?.resume();
  await until(() => upstream.sockets[0]?.destroyed === true);
  expect(upstream.sockets[0]?.bytesRead).toBeLessThan(20 * MB);
});

test("an early answer is read although the server takes no more and half-closes", async () => {
  let hasAnswered = false;
  await using upstream = await startTaker((socket) => {
    if (hasAnswered) return;
    hasAnswered = true;
    socket.end(`HTTP/1.1 401 Unauthorized\r\nconnection: close\r\n\r\nno`);
  });
  expect(await post(policy, upstream.origin, pattern(20 * MB))).toEqual({ status: 401, body: "no" });
});

test("an answer may begin while the request is still being sent", async () => {
  const body = pattern(20 * MB);
  let taken = 0;
  let isDone = false;
  await using upstream = await startTaker((socket, data) => {
    if (taken === 0) socket.write(`${OK}transfer-encoding: chunked\r\n\r\n5\r\nearly\r\n`);
    taken += data.length;
    if (taken < body.length || isDone) return;
    isDone = true;
    socket.write("4\r\nlate\r\n0\r\n\r\n");
  });
  expect(await post(policy, upstream.origin, body)).toEqual({ status: 200, body: "earlylate" });
});

test("a server is held back while nobody reads, and nothing is lost", async () => {
  const body = pattern(64 * MB);
  let firstSent = 0;
  await using upstream = await startRawUpstream(({ socket, connection }) => {
    socket.write(`${OK}content-length: ${body.length}\r\n\r\n`);
    let sent = 0;
    const send = () => {
      for (let isTaken = true; isTaken && sent < body.length;) {
        const end = Math.min(body.length, sent + 256 * 1024);
        isTaken = socket.write(body.subarray(sent, end));
        sent = end;
        if (connection === 1) firstSent = sent;
      }
    };
    socket.on("drain", send);
    send();
  });
  const exchange = openExchange({ method: "GET", url: upstream.origin, headers: {} }, policy);
  const answer = await exchange.answer;
  // A reader that stops after one piece: what still gets through is what the system's buffers hold.
  await answer.read();
  let before = -1;
  while (before !== firstSent) {
    before = firstSent;
    for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  }
  expect(firstSent).toBeLessThan(32 * MB);
  exchange.abort();
  const hash = new Bun.CryptoHasher("sha256");
  const again = openExchange({ method: "GET", url: upstream.origin, headers: {} }, policy);
  const whole = await again.answer;
  for (let piece = await whole.read(); piece !== undefined; piece = await whole.read()) hash.update(piece);
  expect(hash.digest("hex")).toBe(new Bun.CryptoHasher("sha256").update(body).digest("hex"));
});

test("a held back answer whose server has closed is still read to its end", async () => {
  const body = pattern(3 * MB);
  await using upstream = await startRawUpstream(({ socket }) => {
    socket.write(`${OK}\r\n`);
    socket.end(body);
  });
  const answer = await openExchange({ method: "GET", url: upstream.origin, headers: {} }, policy).answer;
  const pieces = [(await answer.read()) ?? new Uint8Array()];
  await until(
    () => upstream.sockets[0]?.writableFinished === true || upstream.sockets[0]?.bytesWritten !== 0,
  );
  for (let piece = await answer.read(); piece !== undefined; piece = await answer.read()) {
    pieces.push(piece);
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(Buffer.concat(pieces).equals(body)).toBe(true);
});
