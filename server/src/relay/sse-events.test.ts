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
  });
});

describe("eventData", () => {
  test("joins data lines, strips one space, ignores comments and other fields", () => {
    expect(eventData(bytes('data: {"a":1}\n\n'))).toBe('{"a":1}');
    expect(eventData(bytes("data:[DONE]\r\n\r\n"))).toBe("[DONE]");
    expect(eventData(bytes("event: x\ndata: 1\ndata: 2\n\n"))).toBe("1\n2");
    expect(eventData(bytes(": keep-alive\n\n"))).toBeUndefined();
  });
});
