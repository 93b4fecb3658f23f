import { heapStats } from "bun:jsc";
import { expect, test } from "bun:test";
import { createFrameReader } from "./frame-reader.ts";
import type { Incoming } from "./frame-reader.ts";
import { writeClose, writeFrame } from "./frame-writer.ts";

const MAX_BYTES = 100_000;

/** A server's frame: nothing is masked. `first` holds the mark of the last part and the kind. */
function frame(first: number, payload: Uint8Array | string, length?: readonly number[]): Buffer {
  const bytes = Buffer.from(payload);
  const size = bytes.length;
  const short = [size];
  const medium = [126, size >> 8, size & 0xff];
  const long = [127, 0, 0, 0, 0, 0, size >> 16, (size >> 8) & 0xff, size & 0xff];
  return Buffer.from([first, ...(length ?? (size < 126 ? short : size < 65_536 ? medium : long)), ...bytes]);
}

const TEXT = 0x81;
const FIRST_TEXT = 0x01;
const FIRST_BYTES = 0x02;
const MIDDLE = 0x00;
const LAST = 0x80;
const CLOSE = 0x88;
const PING = 0x89;
const PONG = 0x8a;

function readAll(pieces: readonly Buffer[], maxBytes = MAX_BYTES): (Incoming | { code: number })[] {
  const reader = createFrameReader(maxBytes);
  const read: (Incoming | { code: number })[] = [];
  try {
    for (const piece of pieces) {
      reader.feed(Buffer.from(piece));
      for (let next = reader.next(); next; next = reader.next()) read.push(next);
    }
  } catch (error) {
    read.push({ code: Object(error).closeCode });
  }
  return read;
}

const emoji = Buffer.from("é😀");
const CONVERSATION = Buffer.concat([
  frame(TEXT, "Hello"),
  frame(FIRST_TEXT, emoji.subarray(0, 3)),
  frame(PING, "are you there"),
  frame(MIDDLE, ""),
  frame(LAST, emoji.subarray(3)),
  frame(FIRST_BYTES, Buffer.from([1, 2])),
  frame(PONG, ""),
  frame(LAST, Buffer.alloc(200, 7)),
  frame(TEXT, ""),
  frame(CLOSE, Buffer.from([0x03, 0xe8, ..."bye".split("").map((letter) => letter.charCodeAt(0))])),
]);
const HEARD: readonly unknown[] = [
  { kind: "text", data: "Hello" },
  { kind: "ping", data: Buffer.from("are you there") },
  { kind: "text", data: "é😀" },
  { kind: "pong", data: Buffer.alloc(0) },
  { kind: "binary", data: Buffer.from([1, 2, ...Buffer.alloc(200, 7)]) },
  { kind: "text", data: "" },
  { kind: "close", code: 1000, reason: "bye" },
];

test("messages are the same wherever the bytes are cut", () => {
  expect<unknown>(readAll([CONVERSATION])).toEqual(HEARD);
  for (let cut = 1; cut < CONVERSATION.length; cut++) {
    const heard = readAll([CONVERSATION.subarray(0, cut), CONVERSATION.subarray(cut)]);
    expect<unknown>(heard, `cut at ${cut}`).toEqual(HEARD);
  }
  const singly = Array.from(CONVERSATION, (byte) => Buffer.from([byte]));
  expect<unknown>(readAll(singly)).toEqual(HEARD);
});

test("lengths of one, two and eight bytes are read", () => {
  for (const size of [0, 125, 126, 65_535, 65_536, MAX_BYTES])
    expect<unknown>(readAll([frame(TEXT, "a".repeat(size))])).toEqual([
      { kind: "text", data: "a".repeat(size) },
    ]);
});

test.each<readonly [string, number, Buffer]>([
  ["a frame that is masked", 1002, Buffer.from([TEXT, 0x85])],
  ["an extension's bit", 1002, frame(0xc1, "a")],
  ["a kind that nobody knows", 1002, frame(0x83, "a")],
  ["a part without a beginning", 1002, frame(LAST, "a")],
  ["a message within another", 1002, Buffer.concat([frame(FIRST_TEXT, "a"), frame(TEXT, "b")])],
  ["a ping in parts", 1002, frame(0x09, "a")],
  ["a ping that is too long", 1002, frame(PING, "a".repeat(126))],
  ["two bytes for a short length", 1002, frame(TEXT, "a", [126, 0, 1])],
  ["eight bytes for a short length", 1002, frame(TEXT, "a", [127, 0, 0, 0, 0, 0, 0, 0, 1])],
  ["a goodbye with half a code", 1002, frame(CLOSE, Buffer.from([3]))],
  ["a goodbye with a code for nobody", 1002, frame(CLOSE, Buffer.from([0x03, 0xed]))],
  ["a text that is not UTF-8", 1007, frame(TEXT, Buffer.from([0xc3, 0x28]))],
  ["a reason that is not UTF-8", 1007, frame(CLOSE, Buffer.from([0x03, 0xe8, 0xff]))],
  ["a message above the bound, before it has come", 1009, frame(TEXT, "", [127, 0, 0, 0, 0, 0, 0x10, 0, 0])],
  [
    "parts that are above the bound together",
    1009,
    Buffer.concat([frame(FIRST_TEXT, "a".repeat(60_000)), frame(LAST, "a".repeat(60_000))]),
  ],
])("%s is refused", (_, code, bytes) => {
  expect<unknown>(readAll([bytes])).toEqual([{ code }]);
});

test("a message in a hundred thousand parts takes little more memory than its bytes", () => {
  const reader = createFrameReader(MAX_BYTES);
  const objects = () => {
    Bun.gc(true);
    return heapStats().objectTypeCounts["Uint8Array"] ?? 0;
  };
  const before = objects();
  const read: unknown[] = [];
  const feed = (bytes: Buffer) => {
    reader.feed(bytes);
    read.push(reader.next());
  };
  feed(frame(FIRST_TEXT, ""));
  const parts = Buffer.concat(Array.from({ length: 1000 }, () => frame(MIDDLE, "a")));
  for (let count = 0; count < 99; count++) feed(Buffer.from(parts));
  expect(objects() - before).toBeLessThan(1000);
  feed(frame(LAST, "b"));
  expect<unknown>(read.at(-1)).toEqual({ kind: "text", data: `${"a".repeat(99_000)}b` });
  expect(read.slice(0, -1).every((incoming) => incoming === undefined)).toBe(true);
});

/** Takes the mask off, as a server does. */
function unmasked(written: Buffer): Buffer {
  const second = written[1] ?? 0;
  expect(second & 0x80).toBe(0x80);
  const short = second & 0x7f;
  const start = short === 127 ? 10 : short === 126 ? 4 : 2;
  const mask = written.subarray(start, start + 4);
  const payload = written.subarray(start + 4).map((byte, index) => byte ^ (mask[index & 3] ?? 0));
  const head = Buffer.from(written.subarray(0, start));
  head[1] = short;
  return Buffer.concat([head, payload]);
}

test("what is written, masked, is what a server reads", () => {
  for (const size of [0, 1, 125, 126, 65_535, 65_536]) {
    const data = Buffer.alloc(size, "abc");
    expect<unknown>(readAll([unmasked(writeFrame("binary", data))])).toEqual([{ kind: "binary", data }]);
  }
  expect(writeFrame("text", Buffer.from("a"))).not.toEqual(writeFrame("text", Buffer.from("a")));
  const goodbye = readAll([unmasked(writeClose(4000, "é".repeat(100)))]);
  expect<unknown>(goodbye).toEqual([{ kind: "close", code: 4000, reason: "é".repeat(61) }]);
  expect<unknown>(readAll([unmasked(writeClose(undefined, "no code"))])).toEqual([
    { kind: "close", code: 1005, reason: "" },
  ]);
});
