import { afterAll, describe, expect, test } from "bun:test";
import { openExchange } from "../upstream-exchange.ts";
import { ask, connectionsRested, fault, post, readToEnd, until } from "./exchange-checks.fixture.ts";
import { answerText, localPolicy, startRawUpstream } from "./raw-upstream.fixture.ts";
import type { RawRequest } from "./raw-upstream.fixture.ts";

const policy = localPolicy();
afterAll(() => policy.close());

const OK = "HTTP/1.1 200 OK\r\n";

/** A server that sends these bytes to each request and then closes its side, or breaks the connection. */
function answering(bytes: string, ending: "keep" | "end" | "reset" = "keep") {
  return startRawUpstream(({ socket }) => {
    socket.write(bytes, "latin1", () => {
      if (ending === "end") socket.end();
      // The bytes must have been read: a reset overtakes them.
      if (ending === "reset") setTimeout(() => socket.resetAndDestroy(), 30);
    });
  });
}

describe("answers that fail", () => {
  const cases: readonly (readonly [string, string, "keep" | "end" | "reset", string])[] = [
    ["nothing, then the end", "", "end", "reset"],
    ["nothing, then a reset", "", "reset", "reset"],
    ["half a head, then the end", `${OK}content-le`, "end", "reset"],
    ["half a head, then a reset", `${OK}content-le`, "reset", "reset"],
    ["an interim answer only", "HTTP/1.1 100 Continue\r\n\r\n", "end", "reset"],
    ["less than announced, then the end", `${OK}content-length: 5\r\n\r\nhell`, "end", "truncated"],
    ["less than announced, then a reset", `${OK}content-length: 5\r\n\r\nhell`, "reset", "truncated"],
    ["chunks without the last", `${OK}transfer-encoding: chunked\r\n\r\n2\r\nab\r\n`, "end", "truncated"],
    ["half a chunk", `${OK}transfer-encoding: chunked\r\n\r\n5\r\nab`, "end", "truncated"],
    ["a last chunk without its end", `${OK}transfer-encoding: chunked\r\n\r\n0\r\n`, "end", "truncated"],
    ["a body until the end that is reset", `${OK}\r\nabc`, "reset", "truncated"],
    ["another protocol", "SSH-2.0-OpenSSH\r\n", "keep", "invalid"],
    ["a page without a head", "<html>", "keep", "invalid"],
    ["broken chunks", `${OK}transfer-encoding: chunked\r\n\r\nxyz\r\n`, "keep", "invalid"],
    ["a head without end", `${OK}a: ${"b".repeat(70_000)}`, "keep", "too-large"],
    ["a large body of unknown length", `${OK}\r\n${"x".repeat(101)}`, "keep", "too-large"],
  ];

  for (const [name, bytes, ending, code] of cases) {
    test(`${name}: ${code}`, async () => {
      await using upstream = await answering(bytes, ending);
      const request = { method: "POST", url: upstream.origin, headers: {}, body: "x" } as const;
      const whole = openExchange(request, policy).answer.then((answer) => answer.bytes(100));
      await expect(whole).rejects.toMatchObject(fault(code));
      const isTooLarge = code === "too-large";
      if (!isTooLarge) {
        const pieces = openExchange(request, policy).answer.then(readToEnd);
        await expect(pieces).rejects.toMatchObject(fault(code));
      }
      // No fault makes a request be sent again, and none leaves a connection.
      expect(upstream.requests).toHaveLength(isTooLarge ? 1 : 2);
      await until(() => upstream.sockets.every((socket) => socket.destroyed));
    });
  }
});

test("a body larger than allowed is refused, and its connection closed while it still comes", async () => {
  await using upstream = await answering(`${OK}content-length: 101\r\n\r\nxxx`);
  const { answer } = openExchange({ method: "POST", url: upstream.origin, headers: {} }, policy);
  await expect((await answer).bytes(100)).rejects.toMatchObject(fault("too-large"));
  await until(() => upstream.sockets[0]?.destroyed === true);
});

test("what arrived before a break can still be read", async () => {
  await using upstream = await answering(`${OK}content-length: 9\r\n\r\nhello`, "end");
  const answer = await openExchange({ method: "GET", url: upstream.origin, headers: {} }, policy).answer;
  await until(() => upstream.sockets[0]?.destroyed === true);
  expect(Buffer.from((await answer.read()) ?? []).toString()).toBe("hello");
  await expect(answer.read()).rejects.toMatchObject(fault("truncated"));
  await expect(answer.read()).rejects.toMatchObject(fault("truncated"));
});

test("a body that ends with the connection is whole", async () => {
  await using upstream = await answering(`${OK}\r\nuntil the end`, "end");
  expect(await post(policy, upstream.origin)).toEqual({ status: 200, body: "until the end" });
});

test("an answer that comes byte by byte is read", async () => {
  const text = `HTTP/1.1 100 Continue\r\n\r\n${OK}transfer-encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n`;
  await using upstream = await startRawUpstream(async ({ socket }) => {
    for (const character of text) await new Promise((sent) => socket.write(character, sent));
  });
  for (let call = 0; call < 3; call += 1) {
    expect(await post(policy, upstream.origin)).toEqual({ status: 200, body: "hello" });
    await connectionsRested();
  }
  expect(upstream.sockets).toHaveLength(1);
});

test("pieces come as they arrive", async () => {
  let send = (_text: string) => {};
  await using upstream = await startRawUpstream(({ socket }) => {
    send = (text) => socket.write(`${text.length.toString(16)}\r\n${text}\r\n`);
    socket.write(`${OK}transfer-encoding: chunked\r\n\r\n`);
  });
  const exchange = openExchange({ method: "GET", url: upstream.origin, headers: {} }, policy);
  const answer = await exchange.answer;
  for (const text of ["one", "two", "three"]) {
    const next = answer.read();
    send(text);
    expect(Buffer.from((await next) ?? []).toString()).toBe(text);
  }
  exchange.abort();
  await expect(answer.read()).rejects.toMatchObject(fault("aborted"));
});

test("a request is sent to the letter", async () => {
  await using upstream = await startRawUpstream(({ socket }) => socket.write(answerText("")));
  const headers = { authorization: "Bearer k", "X-Name": " caf\u00e9 " };
  await ask(policy, `${upstream.origin}/a?b=c`, { method: "POST", headers, body: "\u00e4" });
  await ask(policy, upstream.origin, { method: "POST" });
  await ask(policy, upstream.origin, { method: "DELETE", headers: { "user-agent": "own", accept: "a/b" } });
  const host = `host: 127.0.0.1:${upstream.port}\r\n`;
  const own = "accept-encoding: identity\r\nconnection: keep-alive";
  const identity = "user-agent: Tollgate\r\naccept: */*\r\n";
  expect(upstream.requests.map(({ head }) => head)).toEqual([
    `POST /a?b=c HTTP/1.1\r\n${host}${identity}authorization: Bearer k\r\nx-name: caf\u00e9\r\n${own}\r\ncontent-length: 2`,
    `POST / HTTP/1.1\r\n${host}${identity}${own}\r\ncontent-length: 0`,
    `DELETE / HTTP/1.1\r\n${host}user-agent: own\r\naccept: a/b\r\n${own}`,
  ]);
  expect(upstream.requests[0]?.body.toString()).toBe("\u00e4");
});

test("frozen headers are sent each time, changed ones as they are", async () => {
  await using upstream = await startRawUpstream(({ socket }) => socket.write(answerText("")));
  const frozen = Object.freeze({ "x-a": "1" });
  const changing = { "x-a": "2" };
  for (const headers of [frozen, frozen, changing]) await ask(policy, upstream.origin, { headers });
  changing["x-a"] = "3";
  await ask(policy, upstream.origin, { headers: changing });
  const sent = upstream.requests.map(({ head }: RawRequest) => /x-a: (\d)/.exec(head)?.[1]);
  expect(sent).toEqual(["1", "1", "2", "3"]);
});
