import { describe, expect, test } from "bun:test";
import { createAnswerParser, endAnswer, feedAnswer } from "./answer-parser.ts";

/** Feeds `parts` one after the other, then the end of the connection. */
function parse(parts: readonly string[], isAnswerToHead = false) {
  const parser = createAnswerParser(isAnswerToHead);
  let body = "";
  for (const part of parts) body += feedAnswer(parser, Buffer.from(part, "latin1"))?.toString("latin1") ?? "";
  const isCompleteBeforeEnd = parser.isComplete;
  const isWhole = endAnswer(parser);
  const { head, hasExcess } = parser;
  return {
    status: head?.status,
    type: head?.headers.get("content-type"),
    body,
    isCompleteBeforeEnd,
    isWhole,
    hasExcess,
    keepsAlive: head?.keepsAlive,
    keepAliveSeconds: head?.keepAliveSeconds,
  };
}

const OK = "HTTP/1.1 200 OK\r\n";

/** Answers of every kind of end, with what is to come of them. */
const answers: readonly (readonly [string, string, object])[] = [
  [
    "a length",
    `${OK}Content-Type: text/plain\r\nContent-Length: 5\r\n\r\nhello`,
    { type: "text/plain", body: "hello", isCompleteBeforeEnd: true, keepsAlive: true },
  ],
  ["an empty body", `${OK}content-length: 0\r\n\r\n`, { body: "", isCompleteBeforeEnd: true }],
  [
    "chunks",
    `${OK}Transfer-Encoding: Chunked\r\n\r\n5\r\nhello\r\n00a;x="y;z"\r\n, world!!!\r\n1 \t\r\n!\r\n0\r\n\r\n`,
    { body: "hello, world!!!!", isCompleteBeforeEnd: true, keepsAlive: true },
  ],
  [
    "chunks and trailers",
    `${OK}transfer-encoding: chunked\r\n\r\nC\r\n\r\n0\r\n\r\nabcde\r\n0;last\r\nX-Sum: 1\r\nY: 2\r\n\r\n`,
    { body: "\r\n0\r\n\r\nabcde", isCompleteBeforeEnd: true },
  ],
  [
    "the end of the connection",
    `HTTP/1.0 200\r\ncontent-type:a\r\n\r\nuntil the end\r\n\r\n`,
    {
      type: "a",
      body: "until the end\r\n\r\n",
      isCompleteBeforeEnd: false,
      isWhole: true,
      keepsAlive: false,
    },
  ],
  ["a status of its own", "HTTP/1.1 999 \r\ncontent-length: 2\r\n\r\nno", { status: 999, body: "no" }],
  [
    "interim answers before it",
    `HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nlink: a\r\n\r\n${OK}content-length: 2\r\n\r\nok`,
    { status: 200, body: "ok", isCompleteBeforeEnd: true },
  ],
  ["no content", "HTTP/1.1 204 No Content\r\n\r\n", { status: 204, body: "", isCompleteBeforeEnd: true }],
  [
    "nothing new",
    "HTTP/1.1 304 Not Modified\r\ncontent-length: 100\r\n\r\n",
    { status: 304, body: "", isCompleteBeforeEnd: true, keepsAlive: true },
  ],
  [
    "odd but allowed spellings",
    `HTTP/1.1 429 \r\nCONTENT-length:\t 3 \r\nX-Empty:\r\ncontent-type: a\r\nContent-Type:b\r\nx-e: \u00e9\r\n\r\nabc`,
    { status: 429, type: "a, b", body: "abc", isCompleteBeforeEnd: true },
  ],
];

for (const [name, text, expected] of answers) {
  test(`an answer with ${name} reads the same wherever it is split`, () => {
    const whole = parse([text]);
    expect(whole).toMatchObject({ status: 200, isWhole: true, hasExcess: false, ...expected });
    for (let first = 0; first <= text.length; first += 1) {
      expect(parse([text.slice(0, first), text.slice(first)])).toEqual(whole);
      const second = Math.min(text.length, first + 3);
      expect(parse([text.slice(0, first), text.slice(first, second), text.slice(second)])).toEqual(whole);
    }
    expect(parse([...text])).toEqual(whole);
  });

  test(`an answer with ${name} is not whole before its last byte`, () => {
    const isUntilClose = !parse([text]).isCompleteBeforeEnd;
    for (let length = 0; length < text.length; length += 1) {
      const part = parse([text.slice(0, length)]);
      expect(part.isWhole).toBe(isUntilClose && part.status !== undefined);
    }
  });
}

test("an answer to HEAD has no body, whatever its headers say", () => {
  for (const headers of ["content-length: 5\r\n", "transfer-encoding: chunked\r\n", ""]) {
    const read = parse([`${OK}${headers}\r\n`], true);
    expect(read).toMatchObject({ body: "", isCompleteBeforeEnd: true, keepsAlive: true });
  }
});

test("bytes after the end are noticed", () => {
  for (const text of [
    `${OK}content-length: 2\r\n\r\nokHTTP/1.1`,
    `${OK}content-length: 0\r\n\r\n\r\n`,
    `${OK}transfer-encoding: chunked\r\n\r\n0\r\n\r\nx`,
    "HTTP/1.1 204 No Content\r\n\r\n0\r\n\r\n",
  ]) {
    expect(parse([text])).toMatchObject({ isCompleteBeforeEnd: true, hasExcess: true });
    expect(parse([...text])).toMatchObject({ isCompleteBeforeEnd: true, hasExcess: true });
  }
});

test("the connection is kept as the server says", () => {
  const keeps = (version: string, headers: string) => {
    const read = parse([`HTTP/1.${version} 200 OK\r\n${headers}content-length: 0\r\n\r\n`]);
    return [read.keepsAlive, read.keepAliveSeconds];
  };
  expect(keeps("1", "")).toEqual([true, undefined]);
  expect(keeps("1", "Connection: Close\r\n")).toEqual([false, undefined]);
  expect(keeps("1", "connection: x , close\r\n")).toEqual([false, undefined]);
  expect(keeps("1", "connection: x\r\nconnection: close\r\n")).toEqual([false, undefined]);
  expect(keeps("0", "")).toEqual([false, undefined]);
  expect(keeps("0", "connection: keep-alive\r\n")).toEqual([true, undefined]);
  expect(keeps("1", "keep-alive: timeout=5, max=100\r\n")).toEqual([true, 5]);
  expect(keeps("1", "keep-alive: max=100,timeout=15\r\n")).toEqual([true, 15]);
  expect(keeps("1", "keep-alive: xtimeout=5\r\n")).toEqual([true, undefined]);
});

test("pieces of one read come as one, and stay as they are", () => {
  const parser = createAnswerParser(false);
  feedAnswer(parser, Buffer.from(`${OK}transfer-encoding: chunked\r\n\r\n`));
  const first = feedAnswer(parser, Buffer.from("3\r\nabc\r\n2\r\nde\r\n"));
  const second = feedAnswer(parser, Buffer.from("3\r\nfgh\r\n0\r\n\r\n"));
  expect([first?.toString(), second?.toString()]).toEqual(["abcde", "fgh"]);
});

describe("what is not HTTP to the letter is refused", () => {
  const CHUNKED = `${OK}transfer-encoding: chunked\r\n\r\n`;
  const invalid: readonly (readonly [string, string])[] = [
    ["another protocol", "SSH-2.0-OpenSSH_9.6\r\n"],
    ["a TLS alert", "\x15\x03\x03\x00\x02\x02\x28"],
    ["HTTP/2", "HTTP/2 200 OK\r\n\r\n"],
    ["HTTP/0.9", "<html>"],
    ["an old minor version", "HTTP/1.2 200 OK\r\n\r\n"],
    ["a short status", "HTTP/1.1 20 OK\r\n\r\n"],
    ["a long status", "HTTP/1.1 2000 OK\r\n\r\n"],
    ["a status out of range", "HTTP/1.1 099 OK\r\n\r\n"],
    ["two spaces before the status", "HTTP/1.1  200 OK\r\n\r\n"],
    ["a change of protocol", "HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\n\r\n"],
    ["bare line feeds", "HTTP/1.1 200 OK\ncontent-length: 0\n\n"],
    ["one bare line feed", "HTTP/1.1 200 OK\r\na: b\nc: d\r\ncontent-length: 0\r\n\r\n"],
    ["a bare return", "HTTP/1.1 200 OK\r\na: b\rcontent-length: 0\r\n\r\n"],
    ["a zero byte", "HTTP/1.1 200 OK\r\na: b\0c\r\ncontent-length: 0\r\n\r\n"],
    ["a folded header", `${OK}a: b\r\n c\r\ncontent-length: 0\r\n\r\n`],
    ["a space before the colon", `${OK}content-length : 0\r\n\r\n`],
    ["a space before the name", `${OK} content-length: 0\r\n\r\n`],
    ["a header without a colon", `${OK}content-length 0\r\n\r\n`],
    ["a header without a name", `${OK}: x\r\n\r\n`],
    ["two lengths", `${OK}content-length: 1\r\ncontent-length: 2\r\n\r\n`],
    ["the same length twice", `${OK}content-length: 1\r\nContent-Length: 1\r\n\r\n`],
    ["a list of lengths", `${OK}content-length: 1, 1\r\n\r\n`],
    ["a negative length", `${OK}content-length: -1\r\n\r\n`],
    ["a signed length", `${OK}content-length: +1\r\n\r\n`],
    ["a hexadecimal length", `${OK}content-length: 0x10\r\n\r\n`],
    ["an empty length", `${OK}content-length:\r\n\r\n`],
    ["a length beyond counting", `${OK}content-length: 99999999999999999999\r\n\r\n`],
    ["a length and chunks", `${OK}content-length: 5\r\ntransfer-encoding: chunked\r\n\r\n`],
    ["an unknown transfer coding", `${OK}transfer-encoding: gzip, chunked\r\n\r\n`],
    ["identity as a transfer coding", `${OK}transfer-encoding: identity\r\n\r\n`],
    ["two transfer codings", `${OK}transfer-encoding: chunked\r\ntransfer-encoding: chunked\r\n\r\n`],
    ["chunks in HTTP/1.0", "HTTP/1.0 200 OK\r\ntransfer-encoding: chunked\r\n\r\n"],
    ["a chunk without a size", `${CHUNKED}\r\nabc`],
    ["a chunk size that is none", `${CHUNKED}x\r\n`],
    ["a negative chunk size", `${CHUNKED}-1\r\n`],
    ["a chunk size with a prefix", `${CHUNKED}0x5\r\n`],
    ["a chunk size of two words", `${CHUNKED}5 5\r\n`],
    ["a chunk size beyond counting", `${CHUNKED}fffffffffffff\r\n`],
    ["a chunk size with too many zeros", `${CHUNKED}0000000000001\r\n`],
    ["a chunk size ended by a line feed", `${CHUNKED}5\nhello\r\n`],
    ["a chunk size ended by a return", `${CHUNKED}5\rhello\r\n`],
    ["a line feed in an extension", `${CHUNKED}5;a\nhello\r\n`],
    ["an endless extension", `${CHUNKED}5;${"a".repeat(5000)}`],
    ["a chunk longer than its size", `${CHUNKED}5\r\nhello!\r\n`],
    ["a chunk followed by a line feed", `${CHUNKED}5\r\nhello\n`],
    ["endless trailers", `${CHUNKED}0\r\n${"a: b\r\n".repeat(4000)}`],
    ["a trailer with a line feed", `${CHUNKED}0\r\na: b\n\r\n`],
    ["a last line that does not end", `${CHUNKED}0\r\n\rx`],
  ];

  for (const [name, text] of invalid) {
    test(name, () => {
      const refused = expect.objectContaining({ name: "UpstreamFault", code: "invalid" });
      expect(() => parse([text])).toThrow(refused);
      expect(() => parse([...text])).toThrow(refused);
    });
  }

  test("a head without end", () => {
    const tooLarge = expect.objectContaining({ name: "UpstreamFault", code: "too-large" });
    const long = `${OK}a: ${"b".repeat(65_536)}\r\n\r\n`;
    expect(() => parse([long])).toThrow(tooLarge);
    expect(() => parse([OK, ...Array.from({ length: 70 }, () => `a: ${"b".repeat(1000)}\r\n`)])).toThrow(
      tooLarge,
    );
    expect(() => parse(Array.from({ length: 4000 }, () => "HTTP/1.1 100 Continue\r\n\r\n"))).toThrow(
      tooLarge,
    );
  });
});

test("an answer's head costs little", () => {
  const head = Buffer.from(
    `${OK}date: Mon, 01 Jan 2026 00:00:00 GMT\r\ncontent-type: application/json\r\ncontent-length: 4\r\nx-request-id: req_1234567890\r\nopenai-processing-ms: 123\r\nopenai-version: 2020-10-01\r\nx-ratelimit-limit-requests: 10000\r\nx-ratelimit-remaining-requests: 9999\r\nserver: cloudflare\r\ncf-ray: 1234567890-FRA\r\nalt-svc: h3=":443"; ma=86400\r\n\r\nbody`,
  );
  const rounds = 50_000;
  let bytes = 0;
  const startedAt = performance.now();
  for (let round = 0; round < rounds; round += 1)
    bytes += feedAnswer(createAnswerParser(false), head)?.length ?? 0;
  const microseconds = ((performance.now() - startedAt) / rounds) * 1000;
  expect(bytes).toBe(4 * rounds);
  expect(microseconds).toBeLessThan(20);
});
