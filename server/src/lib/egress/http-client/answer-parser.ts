import { parseAnswerHead } from "./answer-head.ts";
import type { AnswerHead } from "./answer-head.ts";
import { createChunkedBody, takeChunks } from "./chunked-body.ts";
import type { ChunkedBody } from "./chunked-body.ts";
import { UpstreamFault } from "../upstream-fault.ts";

/** Reads one answer from bytes that arrive in pieces of any size. */
export interface AnswerParser {
  readonly isAnswerToHead: boolean;
  /** Set once the head is whole; interim answers (1xx) are skipped. */
  head: AnswerHead | undefined;
  isComplete: boolean;
  /** Bytes came after the answer's end: the connection must not be used again. */
  hasExcess: boolean;
  /** Any byte came at all. */
  hasBegun: boolean;
  /** The incomplete head: the first `pendingLength` bytes of `pending`. */
  pending: Buffer | undefined;
  pendingLength: number;
  /** Bytes of heads so far, interim ones included. */
  headBytes: number;
  /** What is missing of a body with a length. */
  left: number;
  chunks: ChunkedBody | undefined;
}

const MAX_HEAD_BYTES = 64 * 1024;
const HEAD_END = Buffer.from("\r\n\r\n");
const BEGINNING = Buffer.from("HTTP/1.");

export function createAnswerParser(isAnswerToHead: boolean): AnswerParser {
  return {
    isAnswerToHead,
    head: undefined,
    isComplete: false,
    hasExcess: false,
    hasBegun: false,
    pending: undefined,
    pendingLength: 0,
    headBytes: 0,
    left: 0,
    chunks: undefined,
  };
}

/**
 * Takes bytes as they arrived and returns what they hold of the body, in the same memory: `data` is the parser's from
 * then on. Throws UpstreamFault, `invalid` or `too-large` (the head).
 */
export function feedAnswer(parser: AnswerParser, data: Buffer): Buffer | undefined {
  parser.hasBegun = true;
  let rest = data;
  while (parser.head === undefined) {
    const afterHead = takeHead(parser, rest);
    if (afterHead === undefined) return undefined;
    rest = afterHead;
  }
  return rest.length === 0 ? undefined : takeBody(parser, parser.head, rest);
}

/** The peer closed its side in order: whether the answer is whole with that. */
export function endAnswer(parser: AnswerParser): boolean {
  if (parser.head?.bodyEnd === "close") parser.isComplete = true;
  return parser.isComplete;
}

/** What follows the head, or undefined while it is not whole. An interim head leaves `parser.head` unset. */
function takeHead(parser: AnswerParser, data: Buffer): Buffer | undefined {
  const before = parser.pendingLength;
  const bytes = before === 0 ? data : appendPending(parser, data);
  // The end may have begun in the bytes before.
  const end = bytes.indexOf(HEAD_END, Math.max(0, before - 3));
  const length = end < 0 ? bytes.length : end + HEAD_END.length;
  if (parser.headBytes + length > MAX_HEAD_BYTES)
    throw new UpstreamFault("too-large", `the answer's head is larger than ${MAX_HEAD_BYTES} bytes`);
  if (end < 0) {
    if (before === 0 && data.length > 0) appendPending(parser, data);
    if (before < BEGINNING.length) expectBeginning(bytes);
    if (bytes.includes("\n\n", Math.max(0, before - 1))) throw notHttp();
    return undefined;
  }
  parser.headBytes += length;
  parser.pending = undefined;
  parser.pendingLength = 0;
  startBody(parser, parseAnswerHead(bytes.toString("latin1", 0, end + 2), parser.isAnswerToHead));
  return data.subarray(length - before);
}

/** What is not HTTP may never have the end of a head, so it must show earlier. */
function expectBeginning(bytes: Buffer): void {
  const length = Math.min(bytes.length, BEGINNING.length);
  if (bytes.compare(BEGINNING, 0, length, 0, length) !== 0) throw notHttp();
}

function notHttp(): UpstreamFault {
  return new UpstreamFault("invalid", "the answer is not HTTP");
}

/** Grows in doublings, so that a head that comes byte by byte is not copied as often. */
function appendPending(parser: AnswerParser, data: Buffer): Buffer {
  const length = parser.pendingLength + data.length;
  if (parser.pending === undefined || parser.pending.length < length) {
    const grown = Buffer.allocUnsafe(Math.max(1024, length * 2));
    parser.pending?.copy(grown, 0, 0, parser.pendingLength);
    parser.pending = grown;
  }
  data.copy(parser.pending, parser.pendingLength);
  parser.pendingLength = length;
  return parser.pending.subarray(0, length);
}

function startBody(parser: AnswerParser, head: AnswerHead): void {
  if (head.status < 200) return;
  parser.head = head;
  if (head.bodyEnd === "chunked") parser.chunks = createChunkedBody();
  else if (head.bodyEnd !== "close") {
    parser.left = head.bodyEnd;
    parser.isComplete = head.bodyEnd === 0;
  }
}

function takeBody(parser: AnswerParser, head: AnswerHead, data: Buffer): Buffer | undefined {
  if (parser.isComplete) {
    parser.hasExcess = true;
    return undefined;
  }
  if (head.bodyEnd === "close") return data;
  if (parser.chunks !== undefined) {
    const piece = takeChunks(parser.chunks, data);
    parser.isComplete = parser.chunks.phase === "done";
    parser.hasExcess = parser.chunks.endOffset < data.length;
    return piece;
  }
  const piece = data.length <= parser.left ? data : data.subarray(0, parser.left);
  parser.hasExcess = data.length > parser.left;
  parser.left -= piece.length;
  parser.isComplete = parser.left === 0;
  return piece;
}
