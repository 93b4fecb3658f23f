/**
 * Cuts a byte stream of server-sent events into whole events, each with its exact bytes (separator included), so that
 * a broken upstream never leaves half an event with the client. Memory is bounded by the largest event.
 */
export interface SseSplitter {
  /** The events that `chunk` completes. Throws RangeError when one event exceeds the bound. */
  push(chunk: Uint8Array): Uint8Array[];
  /** Bytes of an event that has not ended. */
  rest(): Uint8Array;
}

const LF = 0x0a;
const CR = 0x0d;
const EMPTY = new Uint8Array();

/** From this size on (a picture) an event is put together once, at its end: else each piece would copy all before it. */
const LARGE_BYTES = 256 * 1024;
/** How much of a separator may stand in the pieces before. */
const STRADDLE_BYTES = 3;

export function createSseSplitter(maxEventBytes = 32 * 1024 * 1024): SseSplitter {
  let pending: Uint8Array = EMPTY;
  /** What has come of a large event behind `pending`. */
  let pieces: Uint8Array[] = [];
  let piecesBytes = 0;
  let tail: Uint8Array = EMPTY;

  const bounded = (bytes: number) => {
    if (bytes > maxEventBytes) throw new RangeError(`an event is larger than ${maxEventBytes} bytes`);
  };
  const goesOn = (chunk: Uint8Array): boolean => {
    const end = Buffer.concat([pieces.length === 0 ? pending.subarray(-STRADDLE_BYTES) : tail, chunk]);
    if (eventEnd(end, 0) >= 0) return false;
    tail = end.subarray(-STRADDLE_BYTES);
    pieces.push(chunk);
    piecesBytes += chunk.byteLength;
    bounded(pending.byteLength + piecesBytes);
    return true;
  };
  const joined = (chunk: Uint8Array): Uint8Array => {
    const before = pieces;
    pieces = [];
    piecesBytes = 0;
    return Buffer.concat([pending, ...before, chunk]);
  };

  return {
    push(chunk) {
      if (pending.byteLength >= LARGE_BYTES && goesOn(chunk)) return [];
      // The separator may straddle two chunks: look again at the last bytes of what was pending.
      let from = Math.max(0, pending.byteLength + piecesBytes - STRADDLE_BYTES);
      const data = pending.byteLength === 0 ? chunk : joined(chunk);
      let start = 0;
      const events: Uint8Array[] = [];
      for (;;) {
        const end = eventEnd(data, from);
        if (end < 0) break;
        // The usual piece is one event: it needs no view of its own.
        events.push(end - start === data.byteLength ? data : data.subarray(start, end));
        start = end;
        from = end;
        if (end === data.byteLength) break;
      }
      pending = start === data.byteLength ? EMPTY : data.subarray(start);
      bounded(pending.byteLength);
      return events;
    },
    rest: () => (pieces.length === 0 ? pending : Buffer.concat([pending, ...pieces])),
  };
}

/** Index past the blank line that ends an event (LF LF, CR LF CR LF or CR CR), or −1. */
function eventEnd(data: Uint8Array, from: number): number {
  let at = from;
  for (;;) {
    const lf = data.indexOf(LF, at);
    if (lf < 0) return crCrEnd(data, from);
    const next = data[lf + 1];
    if (next === LF) return lf + 2;
    if (next === CR && data[lf + 2] === LF) return lf + 3;
    at = lf + 1;
  }
}

function crCrEnd(data: Uint8Array, from: number): number {
  for (let at = data.indexOf(CR, from); at >= 0; at = data.indexOf(CR, at + 1)) {
    if (data[at + 1] === CR) return at + 2;
  }
  return -1;
}

const decoder = new TextDecoder();

/** What an event says. */
export interface SseMessage {
  readonly event?: string;
  readonly data: string;
}

/** An event's name, where it has one, and its data; undefined for comments and events without data. */
export function readMessage(event: Uint8Array): SseMessage | undefined {
  const text = decoder.decode(event);
  // The common cases, one data line with or without a name before it: no splitting.
  if (text.startsWith("data:") && isLastLine(text, 5)) return messageOf(undefined, text.slice(5));
  if (text.startsWith("event:")) {
    const nameEnd = text.indexOf("\n");
    const dataStart = nameEnd + 6;
    if (text.startsWith("data:", nameEnd + 1) && isLastLine(text, dataStart))
      return messageOf(text.slice(6, nameEnd), text.slice(dataStart));
  }
  const lines = text.split(/\r\n|\n|\r/);
  const data = lines
    .filter((line) => line.startsWith("data:"))
    .map((line) => line.slice(5).replace(/^ /, ""));
  return messageOf(lines.find((line) => line.startsWith("event:"))?.slice(6), data.join("\n"));
}

/** The joined `data:` of an event, or undefined for comments and events without data. */
export function eventData(event: Uint8Array): string | undefined {
  return readMessage(event)?.data;
}

/** Whether only line ends follow the line that holds this place. */
function isLastLine(text: string, place: number): boolean {
  const lineEnd = text.indexOf("\n", place);
  for (let at = lineEnd; at >= 0 && at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code !== LF && code !== CR) return false;
  }
  return true;
}

function messageOf(name: string | undefined, data: string): SseMessage | undefined {
  const trimmed = data.trim();
  if (trimmed === "") return undefined;
  const event = name?.trim();
  return event ? { event, data: trimmed } : { data: trimmed };
}
