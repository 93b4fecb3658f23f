import { expect, test } from "bun:test";
import { UpstreamFault } from "../upstream-fault.ts";
import { connectDialog } from "./connect-dialog.ts";
import type { ProxyDialog } from "./proxy-dialog.ts";
import { socks5Dialog } from "./socks5-dialog.ts";

const NAME = { host: "api.test", port: 443 };
const OPEN = Buffer.from([5, 0, 0, 1, 10, 0, 0, 1, 0, 80]);
const ME = { username: "me", password: "p@ss:word" };

/** What is said and how it ends when each reply comes in two pieces, cut at every place. */
function conversations(begin: () => ProxyDialog, replies: readonly Uint8Array[]): Set<string> {
  const outcomes = new Set<string>();
  for (let cut = 0; cut <= Math.max(...replies.map((reply) => reply.length)); cut += 1) {
    const dialog = begin();
    const said = [hex(dialog.opening)];
    let end = "wait";
    try {
      for (const reply of replies)
        for (const piece of [reply.subarray(0, cut), reply.subarray(cut)]) {
          if (piece.length === 0 || end === "open") continue;
          const step = dialog.feed(Buffer.from(piece));
          if (typeof step === "string") end = step;
          else said.push(hex(step.send));
        }
    } catch (problem) {
      end = problem instanceof UpstreamFault ? problem.code : String(problem);
    }
    outcomes.add([...said, end].join(" "));
  }
  return outcomes;
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("hex");
}

const connectReply = (text: string) => [Buffer.from(text)];
const connect = (reply: string) =>
  [...conversations(() => connectDialog(NAME, undefined), connectReply(reply))].map((outcome) =>
    outcome.replace(/^\S+ /, ""),
  );

test("CONNECT names the target and the user, and an IPv6 address in brackets", () => {
  expect(Buffer.from(connectDialog(NAME, ME).opening).toString()).toBe(
    "CONNECT api.test:443 HTTP/1.1\r\nhost: api.test:443\r\nuser-agent: Tollgate\r\n" +
      "proxy-authorization: Basic bWU6cEBzczp3b3Jk\r\n\r\n",
  );
  expect(Buffer.from(connectDialog({ host: "::1", port: 80 }, undefined).opening).toString()).toStartWith(
    "CONNECT [::1]:80 HTTP/1.1\r\nhost: [::1]:80\r\n",
  );
});

test("an HTTP proxy's answer means the same wherever it is cut", () => {
  expect(connect("HTTP/1.0 200 Connection established\r\n\r\n")).toEqual(["open"]);
  expect(connect("HTTP/1.1 200 OK\r\ncontent-length: 5\r\ntransfer-encoding: identity\r\n\r\n")).toEqual([
    "proxy-invalid",
  ]);
  expect(connect("HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\n")).toEqual(["open"]);
  expect(connect("HTTP/1.1 407 No\r\ncontent-length: 0\r\n\r\n")).toEqual(["proxy-auth"]);
  expect(connect("HTTP/1.1 502 No\r\ncontent-length: 0\r\n\r\n")).toEqual(["proxy-refused"]);
  expect(connect("SSH-2.0-OpenSSH\r\n")).toEqual(["proxy-invalid"]);
});

test("bytes behind a proxy's answer are no upstream's", () => {
  const socks = socks5Dialog(NAME, undefined);
  socks.feed(Buffer.from([5, 0]));
  expect(() => socks.feed(Buffer.from([...OPEN, 1]))).toThrow("spoken to");
  const dialog = connectDialog(NAME, undefined);
  expect(() => dialog.feed(Buffer.from("HTTP/1.1 200 OK\r\n\r\nHTTP/1.1 200 OK\r\n"))).toThrow("spoken to");
});

const ASKED_BY_NAME = "05010003086170692e7465737401bb";

test("SOCKS5 opens with and without a password, wherever its replies are cut", () => {
  const plain = [Buffer.from([5, 0]), OPEN];
  expect([...conversations(() => socks5Dialog(NAME, undefined), plain)]).toEqual([
    `050100 ${ASKED_BY_NAME} open`,
  ]);
  const signedIn = [Buffer.from([5, 2]), Buffer.from([1, 0]), OPEN];
  expect([...conversations(() => socks5Dialog(NAME, ME), signedIn)]).toEqual([
    `05020002 01026d6509704073733a776f7264 ${ASKED_BY_NAME} open`,
  ]);
  // It may do without the password that it is offered.
  expect([...conversations(() => socks5Dialog(NAME, ME), plain)]).toEqual([`05020002 ${ASKED_BY_NAME} open`]);
});

test("SOCKS5 names IPv4 and IPv6 addresses by their bytes, and reads all forms of reply", () => {
  const greeted = (host: string, reply: Uint8Array) => [
    ...conversations(() => socks5Dialog({ host, port: 80 }, undefined), [Buffer.from([5, 0]), reply]),
  ];
  expect(greeted("192.0.2.7", OPEN)).toEqual(["050100 05010001c00002070050 open"]);
  const ipv6Reply = Buffer.concat([Buffer.from([5, 0, 0, 4]), Buffer.alloc(18)]);
  expect(greeted("2001:db8::1", ipv6Reply)).toEqual([
    "050100 0501000420010db80000000000000000000000010050 open",
  ]);
  const nameReply = Buffer.concat([Buffer.from([5, 0, 0, 3, 3]), Buffer.from("a.b"), Buffer.alloc(2)]);
  expect(greeted("192.0.2.7", nameReply)).toEqual(["050100 05010001c00002070050 open"]);
});

test("every refusal of a SOCKS5 proxy has its name", () => {
  const ending = (credentials: typeof ME | undefined, ...replies: number[][]) => {
    const outcomes = conversations(
      () => socks5Dialog(NAME, credentials),
      replies.map((reply) => Buffer.from(reply)),
    );
    return [...new Set([...outcomes].map((outcome) => outcome.replace(/^.* /, "")))];
  };
  expect(ending(undefined, [5, 255])).toEqual(["proxy-auth"]);
  expect(ending(undefined, [5, 2])).toEqual(["proxy-auth"]);
  expect(ending(undefined, [5, 7])).toEqual(["proxy-invalid"]);
  expect(ending(ME, [5, 2], [1, 1])).toEqual(["proxy-auth"]);
  for (const code of [1, 2, 3, 4, 5, 6, 7, 8, 99])
    expect(ending(undefined, [5, 0], [5, code, 0, 1, 0, 0, 0, 0, 0, 0])).toEqual(["proxy-refused"]);
  expect(ending(undefined, [5, 0], [5, 0, 0, 9, 0])).toEqual(["proxy-invalid"]);
  expect(ending(undefined, [4, 0])).toEqual(["proxy-invalid"]);
  expect(ending(undefined, [72, 84, 84, 80])).toEqual(["proxy-invalid"]);
});
