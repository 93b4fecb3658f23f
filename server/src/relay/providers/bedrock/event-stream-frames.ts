import { EventStreamCodec } from "@smithy/core/event-streams";
import { UpstreamFault } from "../../../lib/egress/upstream-fault.ts";

/** One message of AWS's event stream. */
export interface Frame {
  /** `:message-type`, `:event-type` and the like; values that are no text are left out. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

export interface FrameReader {
  /** The frames that a piece completes. Throws UpstreamFault `damaged` when a checksum or a length is wrong. */
  push(piece: Uint8Array): Frame[];
  /** Bytes of a frame that has not ended wait for the rest. */
  isMidFrame(): boolean;
}

/** Lengths, two checksums, nothing else. */
const FRAME_MIN_BYTES = 16;
/** AWS allows 24 MB. Source: https://smithy.io/2.0/aws/amazon-eventstream.html */
const FRAME_MAX_BYTES = 32 * 1024 * 1024;

/** Cuts a body into frames, each with its checksums proved. Memory is bounded by the largest frame. */
export function createFrameReader(): FrameReader {
  const decoder = new TextDecoder();
  const encoder = new TextEncoder();
  const codec = new EventStreamCodec(
    (bytes) => (typeof bytes === "string" ? bytes : decoder.decode(bytes)),
    (text) => encoder.encode(text),
  );
  let waiting: Uint8Array[] = [];
  let waitingBytes = 0;
  const take = (data: Uint8Array, length: number): Frame => {
    try {
      const { headers, body } = codec.decode(data.subarray(0, length));
      const texts = Object.entries(headers).flatMap(([name, { type, value }]) =>
        type === "string" ? [[name, value] as const] : [],
      );
      return { headers: Object.fromEntries(texts), body };
    } catch {
      throw new UpstreamFault("damaged", "a frame of the event stream is damaged");
    }
  };
  return {
    push(piece) {
      waiting.push(piece);
      waitingBytes += piece.byteLength;
      // The pieces of a large frame are joined once, when it is whole.
      const expected = firstLength(waiting, waitingBytes);
      if (expected === undefined || waitingBytes < expected) return [];
      let data: Uint8Array = Buffer.concat(waiting);
      const frames: Frame[] = [];
      for (;;) {
        const length = firstLength([data], data.byteLength);
        if (length === undefined || data.byteLength < length) break;
        frames.push(take(data, length));
        data = data.subarray(length);
      }
      waiting = data.byteLength === 0 ? [] : [data];
      waitingBytes = data.byteLength;
      return frames;
    },
    isMidFrame: () => waitingBytes > 0,
  };
}

/** How long the frame is that the pieces begin with; undefined while that is not known. */
function firstLength(pieces: readonly Uint8Array[], totalBytes: number): number | undefined {
  if (totalBytes < 4) return undefined;
  let length = 0;
  let seen = 0;
  for (const piece of pieces) {
    for (let at = 0; at < piece.byteLength && seen < 4; at++, seen++)
      length = length * 256 + (piece[at] ?? 0);
    if (seen === 4) break;
  }
  if (length < FRAME_MIN_BYTES || length > FRAME_MAX_BYTES)
    throw new UpstreamFault("damaged", "a frame of the event stream has no possible length");
  return length;
}
