import { describe, expect, test } from "bun:test";
import { createSseSplitter, eventData } from "./sse-events.ts";

const bytes = (text: string) => new TextEncoder().encode(text);
const text = (data: Uint8Array) => new TextDecoder().decode(data);

describe("createSseSplitter", () => {
  const stream = 'data: {"a":"é😀"}\n\n: comment\r\n\r\nevent: x\ndata: 1\ndata: 2\n\ndata: [DONE]\n\n';
  const whole = [
    'data: {"a":"é😀"}\n\n',
    ": comment\r\n\r\n",
    "event: x\ndata: 1\ndata: 2\n\n",
    "data: [DONE]\n\n",
  ];

  test("the events are the same wherever the stream is cut", () => {
    const data = bytes(stream);
    for (let cut = 0; cut <= data.length; cut++) {
      const splitter = createSseSplitter();
      const events = [...splitter.push(data.subarray(0, cut)), ...splitter.push(data.subarray(cut))];
      expect(events.map(text)).toEqual(whole);
      expect(splitter.rest().byteLength).toBe(0);
    }
  });
  test("the events are the same when every byte comes alone", () => {
    const splitter = createSseSplitter();
    expect([...bytes(stream)].flatMap((byte) => splitter.push(Uint8Array.of(byte))).map(text)).toEqual(whole);
  });
  test("half an event stays behind", () => {
    const splitter = createSseSplitter();
    expect(splitter.push(bytes("data: 1\n\ndata: 2")).map(text)).toEqual(["data: 1\n\n"]);
    expect(text(splitter.rest())).toBe("data: 2");
  });
  test("an event above the bound is an error", () => {
    expect(() => createSseSplitter(10).push(bytes("data: 0123456789"))).toThrow(RangeError);
    const splitter = createSseSplitter(400_000);
    const piece = new Uint8Array(100_000).fill(65);
    for (let count = 0; count < 4; count++) splitter.push(piece);
    expect(() => splitter.push(piece)).toThrow(RangeError);
  });
  test.each(["\n\n", "\r\n\r\n", "\r\r"])(
    "a large event is whole in whatever pieces it comes, its end %j too",
    (separator) => {
      const large = bytes(`data: ${"x".repeat(600_000)}${separator}`);
      const small = bytes(`data: 1${separator}`);
      const stream = Buffer.concat([small, large, small]);
      const ends = large.byteLength + small.byteLength;
      // The first cuts leave a large event behind; the others fall on the places around its end.
      for (let cut = ends - 6; cut <= ends + 2; cut++)
        for (const step of [1, 2, 100]) {
          const splitter = createSseSplitter();
          const cuts = [0, 300_000, 400_000, cut, cut + step, cut + 2 * step, stream.byteLength];
          const events = cuts.flatMap((from, index) => splitter.push(stream.subarray(from, cuts[index + 1])));
          expect(events.map(({ byteLength }) => byteLength)).toEqual(
            [small, large, small].map((one) => one.byteLength),
          );
          expect(Buffer.concat(events).equals(stream)).toBe(true);
        }
      const splitter = createSseSplitter();
      for (let at = 0; at < 500_000; at += 100_000) splitter.push(large.subarray(at, at + 100_000));
      expect(splitter.rest()).toEqual(large.slice(0, 500_000));
    },
  );
});

describe("eventData", () => {
  test("joins data lines, strips one space, ignores comments and other fields", () => {
    expect(eventData(bytes('data: {"a":1}\n\n'))).toBe('{"a":1}');
    expect(eventData(bytes("data:[DONE]\r\n\r\n"))).toBe("[DONE]");
    expect(eventData(bytes("event: x\ndata: 1\ndata: 2\n\n"))).toBe("1\n2");
    expect(eventData(bytes(": keep-alive\n\n"))).toBeUndefined();
  });
});
