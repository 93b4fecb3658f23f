import { UpstreamFault } from "../upstream-fault.ts";

type Phase =
  | "size"
  | "size-padding"
  | "extension"
  | "size-end"
  | "data"
  | "data-return"
  | "data-end"
  | "trailer-start"
  | "trailer"
  | "trailer-end"
  | "last-end"
  | "done";

/** Where in a chunked body the reader is. */
export interface ChunkedBody {
  phase: Phase;
  /** Size of the chunk as far as it has been read, then what is missing of it. */
  left: number;
  /** Bytes of the line or of the trailers so far, which are bounded. */
  lineLength: number;
  /** In the bytes given last: where the body ended. */
  endOffset: number;
}

const MAX_SIZE_LINE = 4096;
const MAX_TRAILERS = 16 * 1024;
/** 16^12 is well below what numbers hold exactly. */
const MAX_SIZE_DIGITS = 12;

const RETURN = 13;
const NEWLINE = 10;
const SEMICOLON = 59;
const SPACE = 32;
const TAB = 9;

export function createChunkedBody(): ChunkedBody {
  return { phase: "size", left: 0, lineLength: 0, endOffset: 0 };
}

/**
 * Takes bytes as they arrived and returns what they hold of the body, in the same memory: `data` is used up. Chunk
 * extensions and trailers are skipped. Once `phase` is "done", `endOffset` says where in `data` the body ended. Throws
 * UpstreamFault `invalid`.
 */
export function takeChunks(body: ChunkedBody, data: Buffer): Buffer | undefined {
  let start = -1;
  let end = 0;
  let index = 0;
  while (index < data.length && body.phase !== "done") {
    if (body.phase !== "data") {
      // The index is below the length.
      takeFramingByte(body, data[index] as number);
      index += 1;
      continue;
    }
    const count = Math.min(body.left, data.length - index);
    if (start < 0) {
      start = index;
      end = index;
    } else if (end !== index) {
      data.copyWithin(end, index, index + count);
    }
    end += count;
    index += count;
    body.left -= count;
    if (body.left === 0) body.phase = "data-return";
  }
  body.endOffset = index;
  return start < 0 ? undefined : data.subarray(start, end);
}

function takeFramingByte(body: ChunkedBody, byte: number): void {
  switch (body.phase) {
    case "size":
    case "size-padding":
    case "extension":
      takeSizeByte(body, byte);
      return;
    case "size-end":
      expectByte(byte, NEWLINE);
      body.lineLength = 0;
      body.phase = body.left === 0 ? "trailer-start" : "data";
      return;
    case "data-return":
      expectByte(byte, RETURN);
      body.phase = "data-end";
      return;
    case "data-end":
      expectByte(byte, NEWLINE);
      body.phase = "size";
      return;
    default:
      takeTrailerByte(body, byte);
  }
}

function takeSizeByte(body: ChunkedBody, byte: number): void {
  const digit = body.phase === "size" ? hexDigit(byte) : -1;
  body.lineLength += 1;
  if (digit >= 0) {
    if (body.lineLength > MAX_SIZE_DIGITS) throw broken();
    body.left = body.left * 16 + digit;
    return;
  }
  if (body.lineLength === 1 || body.lineLength > MAX_SIZE_LINE) throw broken();
  if (byte === RETURN) body.phase = "size-end";
  else if (body.phase === "extension") {
    if (byte === NEWLINE) throw broken();
  } else if (byte === SEMICOLON) body.phase = "extension";
  else if (byte === SPACE || byte === TAB) body.phase = "size-padding";
  else throw broken();
}

function takeTrailerByte(body: ChunkedBody, byte: number): void {
  body.lineLength += 1;
  if (body.lineLength > MAX_TRAILERS) throw broken();
  if (body.phase === "trailer-start") body.phase = byte === RETURN ? "last-end" : "trailer";
  else if (body.phase === "trailer") {
    if (byte === RETURN) body.phase = "trailer-end";
    else if (byte === NEWLINE) throw broken();
  } else {
    expectByte(byte, NEWLINE);
    body.phase = body.phase === "last-end" ? "done" : "trailer-start";
  }
}

/** -1 when it is none. */
function hexDigit(byte: number): number {
  if (byte >= 48 && byte <= 57) return byte - 48;
  const lower = byte | 32;
  return lower >= 97 && lower <= 102 ? lower - 87 : -1;
}

function expectByte(byte: number, expected: number): void {
  if (byte !== expected) throw broken();
}

function broken(): UpstreamFault {
  return new UpstreamFault("invalid", "the answer is not HTTP: its chunks are malformed");
}
