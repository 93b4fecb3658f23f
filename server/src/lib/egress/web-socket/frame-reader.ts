import { CloseCode, isSendableCode, WebSocketFault } from "./web-socket-fault.ts";

/** A whole message, its fragments joined, or a control frame. */
export type Incoming =
  | { readonly kind: "text"; readonly data: string }
  | { readonly kind: "binary" | "ping" | "pong"; readonly data: Uint8Array }
  | { readonly kind: "close"; readonly code: number; readonly reason: string };

/** Reads a server's frames from bytes that arrive in pieces of any size. */
export interface FrameReader {
  /** The bytes are the reader's from then on. */
  feed(data: Buffer): void;
  /**
   * The next message, undefined while it is not whole. Throws WebSocketFault for what RFC 6455 forbids a server, and for
   * a message above the limit as soon as its length is told.
   */
  next(): Incoming | undefined;
}

const CONTINUATION = 0;
const TEXT = 1;
const BINARY = 2;
const CLOSE = 8;
const PING = 9;
const PONG = 10;
const LENGTH_16 = 126;
const LENGTH_64 = 127;
const CONTROL_MAX_BYTES = 125;

interface FrameHead {
  readonly isLast: boolean;
  readonly opcode: number;
  readonly length: number;
}

export function createFrameReader(maxMessageBytes: number): FrameReader {
  const waiting = createByteQueue();
  let head: FrameHead | undefined;
  /** The message that has begun and is not whole. */
  let message: PartialMessage | undefined;

  function takeHead(): FrameHead | undefined {
    const start = waiting.peek(2);
    if (!start) return undefined;
    const headBytes = headLength(start);
    const bytes = headBytes === 2 ? start : waiting.peek(headBytes);
    if (!bytes) return undefined;
    const read = readHead(bytes);
    checkOrder(read, message !== undefined);
    if (read.opcode < CLOSE && (message?.length ?? 0) + read.length > maxMessageBytes)
      throw new WebSocketFault(CloseCode.tooLarge, `a message is larger than ${maxMessageBytes} bytes`);
    waiting.skip(headBytes);
    return read;
  }

  /** A whole frame; a message when it was its last. */
  function takeFrame({ isLast, opcode }: FrameHead, payload: Uint8Array): Incoming | undefined {
    if (opcode >= CLOSE) return controlOf(opcode, payload);
    if (isLast && !message) return messageOf(opcode, payload);
    message ??= { opcode, bytes: Buffer.alloc(0), length: 0 };
    append(message, payload);
    if (!isLast) return undefined;
    const { opcode: kind, bytes, length } = message;
    message = undefined;
    return messageOf(kind, bytes.subarray(0, length));
  }

  return {
    feed: waiting.add,
    next() {
      for (;;) {
        head ??= takeHead();
        const payload = head && waiting.take(head.length);
        if (!head || !payload) return undefined;
        const whole = takeFrame(head, payload);
        head = undefined;
        if (whole) return whole;
      }
    },
  };
}

/** In one piece of memory, of which the first `length` bytes are used: a message may come in millions of parts. */
interface PartialMessage {
  readonly opcode: number;
  bytes: Buffer;
  length: number;
}

/** Grows in doublings. */
function append(message: PartialMessage, part: Uint8Array): void {
  const length = message.length + part.length;
  if (length > message.bytes.length) {
    const grown = Buffer.allocUnsafe(length * 2);
    message.bytes.copy(grown, 0, 0, message.length);
    message.bytes = grown;
  }
  message.bytes.set(part, message.length);
  message.length = length;
}

function messageOf(opcode: number, data: Uint8Array): Incoming {
  return opcode === TEXT ? { kind: "text", data: decodeText(data) } : { kind: "binary", data };
}

function headLength(start: Uint8Array): number {
  const length = (start[1] ?? 0) & 0x7f;
  return length === LENGTH_64 ? 10 : length === LENGTH_16 ? 4 : 2;
}

function readHead(bytes: Buffer): FrameHead {
  const [first = 0, second = 0] = bytes;
  if (first & 0x70) throw broken("a frame uses an extension that was not agreed");
  if (second & 0x80) throw broken("a server's frame is masked");
  const short = second & 0x7f;
  const length =
    short === LENGTH_64 ? longLength(bytes) : short === LENGTH_16 ? bytes.readUInt16BE(2) : short;
  if (short === LENGTH_16 && length < LENGTH_16) throw broken("a length is not in its shortest form");
  return { isLast: (first & 0x80) !== 0, opcode: first & 0x0f, length };
}

function longLength(bytes: Buffer): number {
  const length = bytes.readUInt32BE(2) * 2 ** 32 + bytes.readUInt32BE(6);
  if (length <= 0xffff) throw broken("a length is not in its shortest form");
  return length;
}

function checkOrder({ isLast, opcode, length }: FrameHead, isInMessage: boolean): void {
  if (opcode === CLOSE || opcode === PING || opcode === PONG) {
    if (!isLast || length > CONTROL_MAX_BYTES) throw broken("a control frame is too large or in parts");
    return;
  }
  if (opcode > BINARY) throw broken("a frame is of no known kind");
  if ((opcode === CONTINUATION) !== isInMessage) throw broken("a message's parts are out of order");
}

function controlOf(opcode: number, payload: Uint8Array): Incoming {
  if (opcode !== CLOSE) return { kind: opcode === PING ? "ping" : "pong", data: payload };
  if (payload.length === 0) return { kind: "close", code: CloseCode.noneGiven, reason: "" };
  const code = (payload[0] ?? 0) * 256 + (payload[1] ?? 0);
  if (payload.length === 1 || !isSendableCode(code)) throw broken("a close frame has no proper code");
  return { kind: "close", code, reason: decodeText(payload.subarray(2)) };
}

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

function decodeText(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes);
  } catch {
    throw new WebSocketFault(CloseCode.invalidText, "a text is not UTF-8");
  }
}

function broken(why: string): WebSocketFault {
  return new WebSocketFault(CloseCode.protocolError, why);
}

/** Bytes that wait to be read, in the pieces in which they came. */
function createByteQueue() {
  const pieces: Buffer[] = [];
  let bytes = 0;

  function joined(length: number): Buffer | undefined {
    const [first] = pieces;
    if (bytes < length || first === undefined) return undefined;
    if (first.length < length) pieces.splice(0, pieces.length, Buffer.concat(pieces));
    return pieces[0]?.subarray(0, length);
  }

  function skip(length: number): void {
    const [first] = pieces;
    bytes -= length;
    if (first === undefined) return;
    if (first.length === length) pieces.shift();
    else pieces[0] = first.subarray(length);
  }

  return {
    add(data: Buffer) {
      if (data.length === 0) return;
      pieces.push(data);
      bytes += data.length;
    },
    peek: joined,
    skip,
    /** Undefined while not so many are there. */
    take(length: number): Buffer | undefined {
      if (length === 0) return Buffer.alloc(0);
      const taken = joined(length);
      if (taken) skip(length);
      return taken;
    },
  };
}
