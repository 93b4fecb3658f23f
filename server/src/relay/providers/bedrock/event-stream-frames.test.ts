import { expect, test } from "bun:test";
import { awsFrame, chunkFrame, exceptionFrame } from "../../../../test/support/fake-cloud/aws-frames.ts";
import { UpstreamFault } from "../../../lib/egress/upstream-fault.ts";
import { eventOfFrame } from "./bedrock-events.ts";
import { createFrameReader } from "./event-stream-frames.ts";
import type { Frame } from "./event-stream-frames.ts";

const FRAMES = [chunkFrame({ type: "ping" }), awsFrame({ a: "1" }, ""), exceptionFrame("x", "wörld 世界")];
const BYTES = Buffer.concat(FRAMES);
const text = ({ body }: Frame) => Buffer.from(body).toString();

test("frames are the same wherever the bytes are cut", () => {
  const expected = createFrameReader().push(BYTES).map(text);
  expect(expected).toHaveLength(3);
  expect(expected[2]).toBe('{"message":"wörld 世界"}');
  for (let cut = 1; cut < BYTES.length; cut++) {
    const reader = createFrameReader();
    const frames = [...reader.push(BYTES.subarray(0, cut)), ...reader.push(BYTES.subarray(cut))];
    expect(frames.map(text)).toEqual(expected);
    expect(reader.isMidFrame()).toBe(false);
  }
  const bytewise = createFrameReader();
  expect([...BYTES].flatMap((byte) => bytewise.push(Uint8Array.of(byte))).map(text)).toEqual(expected);
});

test("no changed bit passes", () => {
  const [frame = Buffer.alloc(0)] = FRAMES;
  for (let at = 0; at < frame.length; at++) {
    const damaged = Buffer.from(frame);
    damaged.writeUInt8(frame.readUInt8(at) ^ 1, at);
    const reader = createFrameReader();
    let frames: Frame[] = [];
    try {
      frames = reader.push(damaged);
    } catch (error) {
      expect(error).toBeInstanceOf(UpstreamFault);
    }
    // A longer frame than was sent is still waited for.
    expect(frames).toEqual([]);
  }
});

test("a length that no frame has is refused at once, before memory is held for it", () => {
  for (const length of [0, 15, 0x7f_ff_ff_ff]) {
    const start = Buffer.alloc(12);
    start.writeUInt32BE(length);
    expect(() => createFrameReader().push(start)).toThrow(UpstreamFault);
  }
});

test("what is neither event nor exception is passed over, an event without content is damaged", () => {
  const frame = (headers: Record<string, string>, body: string) => {
    const [read] = createFrameReader().push(awsFrame(headers, body));
    if (!read) throw new Error("there is no frame");
    return eventOfFrame(read, "anthropic");
  };
  expect(frame({ ":message-type": "event", ":event-type": "other" }, "{}")).toBeUndefined();
  const chunk = { ":message-type": "event", ":event-type": "chunk" };
  for (const body of ["{}", "nonsense", '{"bytes":"bm8="}'])
    expect(() => frame(chunk, body)).toThrow(UpstreamFault);
  const error = frame(
    { ":message-type": "error", ":error-code": "InternalFailure", ":error-message": "oh" },
    "",
  );
  expect(Buffer.from(error ?? "").toString()).toContain('"type":"api_error","message":"oh"');
});
