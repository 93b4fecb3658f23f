import { createAnswerHeaders } from "./answer-headers.ts";
import type { AnswerHeaders } from "./answer-headers.ts";
import { UpstreamFault } from "../upstream-fault.ts";

/** Where a body ends: after so many bytes, with its last chunk, or with the connection. */
export type BodyEnd = number | "chunked" | "close";

/** The head of an answer, checked. */
export interface AnswerHead {
  readonly status: number;
  readonly headers: AnswerHeaders;
  readonly bodyEnd: BodyEnd;
  readonly contentEncoding: string | undefined;
  /** The connection may serve another request when the body is over. */
  readonly keepsAlive: boolean;
  /** How long the server says it keeps it. */
  readonly keepAliveSeconds: number | undefined;
}

/** What the headers say about the message itself. */
interface Framing {
  contentLength: string | undefined;
  transferEncoding: string | undefined;
  connection: string | undefined;
  keepAlive: string | undefined;
  contentEncoding: string | undefined;
}

const STATUS_LINE = /^HTTP\/1\.([01]) ([1-9]\d\d)(?: [\t\u0020-\u007e\u0080-\u00ff]*)?$/;

/** 1 for the characters that names consist of. */
const IN_NAMES = new Uint8Array(256);
for (const character of "!#$%&'*+-.^_`|~0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")
  IN_NAMES[character.charCodeAt(0)] = 1;
/** 1 for those of values: all but control characters, among them line breaks. */
const IN_VALUES = new Uint8Array(256).fill(1, 32).fill(1, 9, 10).fill(0, 127, 128);

/** Places in a status line. */
const MINOR_PLACE = "HTTP/1.".length;
const STATUS_START = "HTTP/1.1 ".length;

const ONE = 49;
const COLON = 58;
const RETURN = 13;
const NEWLINE = 10;

/**
 * Reads a head from its status line to the last header's line break. Anything on which two readers might disagree
 * about where the body ends is an error: a length given twice or beside a transfer coding, codings other than chunked,
 * folded or nameless lines. Throws UpstreamFault `invalid`.
 */
export function parseAnswerHead(text: string, isAnswerToHead: boolean): AnswerHead {
  const statusEnd = text.indexOf("\r\n");
  const line = text.slice(0, statusEnd);
  if (!STATUS_LINE.test(line)) throw invalid("its first line is not a status line");
  const status = Number(line.slice(STATUS_START, STATUS_START + 3));
  // Who asks for another protocol reads it with `parseSwitchHead`.
  if (status === 101) throw invalid("it switches protocols");
  const framing = readFraming(text, statusEnd + 2);
  const isVersion1 = line.charCodeAt(MINOR_PLACE) === ONE;
  const bodyEnd = bodyEndOf(status, framing, isVersion1, isAnswerToHead);
  return {
    status,
    headers: createAnswerHeaders(text, statusEnd + 2),
    bodyEnd,
    contentEncoding: framing.contentEncoding,
    keepsAlive: bodyEnd !== "close" && isKeptAlive(framing.connection, isVersion1),
    keepAliveSeconds: keepAliveSeconds(framing.keepAlive),
  };
}

/** The headers of a head that switches protocols (101), just as strictly read; undefined when it is another. */
export function parseSwitchHead(text: string): AnswerHeaders | undefined {
  const statusEnd = text.indexOf("\r\n");
  if (STATUS_LINE.exec(text.slice(0, statusEnd))?.[2] !== "101") return undefined;
  readFraming(text, statusEnd + 2);
  return createAnswerHeaders(text, statusEnd + 2);
}

function readFraming(text: string, from: number): Framing {
  const framing: Framing = {
    contentLength: undefined,
    transferEncoding: undefined,
    connection: undefined,
    keepAlive: undefined,
    contentEncoding: undefined,
  };
  for (let start = from; start < text.length;) {
    const colon = endOfName(text, start);
    const end = endOfValue(text, colon + 1);
    readHeader(framing, text, start, colon, end);
    start = end + 2;
  }
  return framing;
}

/** Only lengths of names that matter are looked at closer. */
function readHeader(framing: Framing, text: string, start: number, colon: number, end: number): void {
  const length = colon - start;
  if (length !== 10 && length !== 14 && length !== 16 && length !== 17) return;
  const name = text.slice(start, colon).toLowerCase();
  if (name === "content-length") {
    if (framing.contentLength !== undefined) throw invalid("it has two lengths");
    framing.contentLength = valueIn(text, colon, end);
  } else if (name === "transfer-encoding") {
    if (framing.transferEncoding !== undefined) throw invalid("it has two transfer codings");
    framing.transferEncoding = valueIn(text, colon, end);
  } else if (name === "connection")
    framing.connection = joined(framing.connection, valueIn(text, colon, end));
  else if (name === "keep-alive") framing.keepAlive = valueIn(text, colon, end);
  else if (name === "content-encoding")
    framing.contentEncoding = joined(framing.contentEncoding, valueIn(text, colon, end));
}

function valueIn(text: string, colon: number, end: number): string {
  return text.slice(colon + 1, end).trim();
}

function joined(before: string | undefined, value: string): string {
  return before === undefined ? value : `${before}, ${value}`;
}

function endOfName(text: string, start: number): number {
  let index = start;
  while (IN_NAMES[text.charCodeAt(index)] === 1) index += 1;
  if (index === start || text.charCodeAt(index) !== COLON) throw invalid("a header has no proper name");
  return index;
}

function endOfValue(text: string, start: number): number {
  let index = start;
  while (IN_VALUES[text.charCodeAt(index)] === 1) index += 1;
  if (text.charCodeAt(index) !== RETURN || text.charCodeAt(index + 1) !== NEWLINE)
    throw invalid("a header holds a control character or a stray line break");
  return index;
}

function bodyEndOf(status: number, framing: Framing, isVersion1: boolean, isAnswerToHead: boolean): BodyEnd {
  const { contentLength, transferEncoding } = framing;
  if (transferEncoding !== undefined) {
    if (contentLength !== undefined) throw invalid("it has both a length and a transfer coding");
    if (!isVersion1 || transferEncoding.toLowerCase() !== "chunked")
      throw invalid("its transfer coding is not known");
  }
  const length = contentLength === undefined ? undefined : Number(contentLength);
  if (contentLength !== undefined && (!/^\d+$/.test(contentLength) || !Number.isSafeInteger(length)))
    throw invalid("its length is not a number");
  if (isAnswerToHead || status < 200 || status === 204 || status === 304) return 0;
  return transferEncoding === undefined ? (length ?? "close") : "chunked";
}

function isKeptAlive(connection: string | undefined, isVersion1: boolean): boolean {
  if (connection === undefined || connection === "keep-alive") return isVersion1 || connection !== undefined;
  const options = connection.toLowerCase().split(/[ \t]*,[ \t]*/);
  return !options.includes("close") && (isVersion1 || options.includes("keep-alive"));
}

function keepAliveSeconds(value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  const [, seconds] = /(?:^|[ ,;\t])timeout=(\d{1,6})(?!\d)/i.exec(value) ?? [];
  return seconds === undefined ? undefined : Number(seconds);
}

function invalid(why: string): UpstreamFault {
  return new UpstreamFault("invalid", `the answer is not HTTP: ${why}`);
}
