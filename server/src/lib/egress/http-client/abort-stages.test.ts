import { afterAll, expect, test } from "bun:test";
import { heapStats } from "bun:jsc";
import { createServer } from "node:net";
import type { Socket } from "node:net";
import { createEgressPolicy } from "../egress-policy.ts";
import { openExchange } from "../upstream-exchange.ts";
import type { UpstreamRequest } from "../upstream-exchange.ts";
import { connectionsRested, fault, post, until } from "./exchange-checks.fixture.ts";
import { answerText, listen, localPolicy, startRawUpstream } from "./raw-upstream.fixture.ts";

const policy = localPolicy();
afterAll(() => policy.close());

const OK = "HTTP/1.1 200 OK\r\n";
const aborted = fault("aborted");

function postOf(url: string, body = "x"): UpstreamRequest {
  return { method: "POST", url, headers: {}, body };
}

test("aborted while the name is looked up, nothing is connected", async () => {
  const lookup = Promise.withResolvers<readonly string[]>();
  await using upstream = await startRawUpstream(({ socket }) => socket.write(answerText("a")));
  const slow = createEgressPolicy("channel", { lookup: () => lookup.promise });
  const url = `http://api.test:${upstream.port}`;
  const exchange = openExchange(postOf(url), slow);
  exchange.abort();
  await expect(exchange.answer).rejects.toMatchObject(aborted);
  lookup.resolve(["127.0.0.1"]);
  expect(await post(slow, url)).toMatchObject({ body: "a" });
  expect(upstream.sockets).toHaveLength(1);
  slow.close();
});

test("aborted in the turn that it was asked for in, nothing is connected", async () => {
  await using upstream = await startRawUpstream(({ socket }) => socket.write(answerText("a")));
  await policy.resolveAllowed(upstream.origin);
  const exchange = openExchange(postOf(upstream.origin), policy);
  exchange.abort();
  await expect(exchange.answer).rejects.toMatchObject(aborted);
  expect(await post(policy, upstream.origin)).toMatchObject({ body: "a" });
  expect(upstream.sockets).toHaveLength(1);
});

test("aborted while connecting, nothing is sent", async () => {
  await using upstream = await startRawUpstream(({ socket }) => socket.write(answerText("a")));
  await policy.resolveAllowed(upstream.origin);
  const exchange = openExchange(postOf(upstream.origin), policy);
  // What a turn has to send goes out at its end.
  await new Promise((resolve) => setImmediate(resolve));
  exchange.abort();
  await expect(exchange.answer).rejects.toMatchObject(aborted);
  await until(() => upstream.sockets.length === 1 && upstream.sockets[0]?.destroyed === true);
  expect(upstream.requests).toHaveLength(0);
});

test("aborted in the turn that opened it, nobody is connected to", async () => {
  await using upstream = await startRawUpstream(({ socket }) => socket.write(answerText("a")));
  await policy.resolveAllowed(upstream.origin);
  const exchange = openExchange(postOf(upstream.origin), policy);
  exchange.abort();
  await expect(exchange.answer).rejects.toMatchObject(aborted);
  expect(await post(policy, upstream.origin)).toMatchObject({ body: "a" });
  expect(upstream.sockets).toHaveLength(1);
});

test("aborted while the request is being sent, the sending stops", async () => {
  let connected: Socket | undefined;
  // A server that takes nothing.
  const server = createServer({ pauseOnConnect: true }, (socket) => {
    connected = socket;
    socket.on("error", () => undefined);
  });
  const port = await listen(server);
  const exchange = openExchange(postOf(`http://127.0.0.1:${port}`, "x".repeat(50_000_000)), policy);
  await until(() => connected !== undefined);
  exchange.abort();
  await expect(exchange.answer).rejects.toMatchObject(aborted);
  const closed = new Promise((resolve) => connected?.once("close", resolve));
  connected?.resume();
  await closed;
  expect(connected?.bytesRead).toBeLessThan(50_000_000);
  server.close();
});

test("aborted before the answer, the server sees it at once", async () => {
  await using upstream = await startRawUpstream(() => {});
  const exchange = openExchange(postOf(upstream.origin), policy);
  await until(() => upstream.requests.length === 1);
  const abortedAtMs = performance.now();
  exchange.abort();
  await expect(exchange.answer).rejects.toMatchObject(aborted);
  await until(() => upstream.sockets[0]?.destroyed === true);
  expect(performance.now() - abortedAtMs).toBeLessThan(1000);
});

test("aborted in the body, whoever reads hears of it and what waited is gone", async () => {
  await using upstream = await startRawUpstream(({ socket }) =>
    socket.write(`${OK}content-length: 9\r\n\r\nhello`),
  );
  const first = openExchange(postOf(upstream.origin), policy);
  const answer = await first.answer;
  await answer.read();
  const reading = answer.read();
  first.abort();
  await expect(reading).rejects.toMatchObject(aborted);

  const second = openExchange(postOf(upstream.origin), policy);
  const unread = await second.answer;
  second.abort();
  await expect(unread.read()).rejects.toMatchObject(aborted);
  await expect(unread.bytes(100)).rejects.toMatchObject(aborted);
  await until(() => upstream.sockets.length === 2 && upstream.sockets.every((socket) => socket.destroyed));
});

test("aborted in a compressed body, whoever reads hears of it", async () => {
  const body = Buffer.from(Bun.gzipSync(Buffer.alloc(1000, "a")));
  const head = `${OK}content-encoding: gzip\r\ncontent-length: ${body.length}\r\n\r\n`;
  await using upstream = await startRawUpstream(({ socket }) => {
    socket.write(Buffer.concat([Buffer.from(head), body.subarray(0, 12)]));
  });
  const exchange = openExchange(postOf(upstream.origin), policy);
  const reading = (await exchange.answer).read();
  exchange.abort();
  await expect(reading).rejects.toMatchObject(aborted);
});

test("aborted after the end, nothing happens and the connection stays", async () => {
  await using upstream = await startRawUpstream(({ socket }) => socket.write(answerText("hello")));
  const exchange = openExchange(postOf(upstream.origin), policy);
  const answer = await exchange.answer;
  exchange.abort();
  expect(Buffer.from(await answer.bytes(100)).toString()).toBe("hello");
  exchange.abort();
  await connectionsRested();
  await post(policy, upstream.origin);
  expect(upstream.sockets).toHaveLength(1);
});

test("an aborted exchange that nobody waits for is no unhandled rejection", async () => {
  await using upstream = await startRawUpstream(() => {});
  const unhandled: unknown[] = [];
  const note = (problem: unknown) => unhandled.push(problem);
  process.on("unhandledRejection", note);
  const exchange = openExchange(postOf(upstream.origin), policy);
  await until(() => upstream.requests.length === 1);
  exchange.abort();
  await until(() => upstream.sockets[0]?.destroyed === true);
  process.off("unhandledRejection", note);
  expect(unhandled).toEqual([]);
});

test("a thousand aborted exchanges leave nothing behind", async () => {
  const answers = [
    "",
    "HTTP/1.1 200",
    `${OK}content-length: 9\r\n\r\nhello`,
    `${OK}\r\n${"x".repeat(100_000)}`,
  ];
  let open = 0;
  await using upstream = await startRawUpstream(({ socket }) => {
    open += 1;
    socket.once("close", () => (open -= 1));
    socket.write(answers[upstream.requests.length % answers.length] ?? "");
  });
  const body = "x".repeat(10_000);
  const abortMany = async (count: number) => {
    for (let done = 0; done < count; done += 100) {
      const before = upstream.requests.length;
      const exchanges = Array.from({ length: 100 }, () =>
        openExchange(postOf(upstream.origin, body), policy),
      );
      await until(() => upstream.requests.length === before + 100);
      // Some have their head by now and are being read, others wait for it.
      for (const { answer } of exchanges)
        answer.then(async (reply) => [await reply.read(), await reply.read()]).catch(() => undefined);
      await new Promise((resolve) => setImmediate(resolve));
      for (const { abort } of exchanges) abort();
      await Promise.all(exchanges.map(({ answer }) => answer.catch(() => undefined)));
    }
    await until(() => open === 0);
    upstream.requests.length = 0;
    upstream.sockets.length = 0;
    Bun.gc(true);
  };
  const endpoint = (await policy.resolveAllowed(upstream.origin)).endpoint();
  await abortMany(200);
  const sockets = () => Object.entries(heapStats().objectTypeCounts).filter(([type]) => /Socket/.test(type));
  const before = new Map(sockets());
  await abortMany(1000);
  expect(endpoint.idle).toHaveLength(0);
  for (const [type, count] of sockets()) expect(count - (before.get(type) ?? 0)).toBeLessThan(100);
});
