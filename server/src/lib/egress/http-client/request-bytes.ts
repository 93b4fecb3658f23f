import type { UpstreamRequest } from "../upstream-exchange.ts";
import { UpstreamFault } from "../upstream-fault.ts";

/** A request as it is sent: `first`, then `rest` from `restOffset` on. */
export interface RequestBytes {
  readonly first: Buffer;
  readonly rest: Uint8Array | undefined;
  readonly restOffset: number;
}

/** As much goes out in one write; the rest of a larger body is not copied. */
const FIRST_WRITE_BYTES = 64 * 1024;

/** Headers that follow from the request itself or belong to the connection. */
const OWN_HEADERS: ReadonlySet<string> = new Set([
  "host",
  "content-length",
  "connection",
  "accept-encoding",
  "transfer-encoding",
  "keep-alive",
  "proxy-connection",
  "upgrade",
  "expect",
  "te",
  "trailer",
]);

const METHODS_WITH_BODY: ReadonlySet<string> = new Set(["POST", "PUT", "PATCH"]);

/** Writes a request in full. Throws UpstreamFault `refused` for a header that cannot be sent. */
export function requestBytes(request: UpstreamRequest, path: string, host: string): RequestBytes {
  const { method, body } = request;
  const start = `${method} ${path} HTTP/1.1\r\nhost: ${host}\r\n${headerLines(request.headers)}`;
  if (body === undefined) {
    const end = METHODS_WITH_BODY.has(method) ? "content-length: 0\r\n\r\n" : "\r\n";
    return { first: Buffer.from(start + end, "latin1"), rest: undefined, restOffset: 0 };
  }
  const bytes = typeof body === "string" ? encoder.encode(body) : body;
  const head = `${start}content-length: ${bytes.length}\r\n\r\n`;
  const bodyStart = head.length;
  const firstBodyBytes = Math.min(bytes.length, Math.max(0, FIRST_WRITE_BYTES - bodyStart));
  const first = Buffer.allocUnsafe(bodyStart + firstBodyBytes);
  first.write(head, 0, "latin1");
  first.set(firstBodyBytes === bytes.length ? bytes : bytes.subarray(0, firstBodyBytes), bodyStart);
  return firstBodyBytes === bytes.length
    ? { first, rest: undefined, restOffset: 0 }
    : { first, rest: bytes, restOffset: firstBodyBytes };
}

const encoder = new TextEncoder();

/** A frozen object stays as it is, so its lines do too. */
const linesOfFrozen = new WeakMap<UpstreamRequest["headers"], string>();

function headerLines(headers: UpstreamRequest["headers"]): string {
  const known = linesOfFrozen.get(headers);
  if (known !== undefined) return known;
  const lines = writeLines(headers);
  if (Object.isFrozen(headers)) linesOfFrozen.set(headers, lines);
  return lines;
}

const NAME = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
/** Latin-1 without control characters. */
const VALUE = /^[\t\u0020-\u007e\u0080-\u00ff]*$/;

function writeLines(headers: UpstreamRequest["headers"]): string {
  return `${checkedHeaderLines(headers)}accept-encoding: identity\r\nconnection: keep-alive\r\n`;
}

/** The caller's headers as lines, without those that are the connection's own. Throws UpstreamFault `refused`. */
export function checkedHeaderLines(headers: UpstreamRequest["headers"]): string {
  // Some servers turn away what does not say who it is.
  const given = new Map([
    ["user-agent", "Tollgate"],
    ["accept", "*/*"],
  ]);
  for (const [name, value] of Object.entries(headers)) given.set(name.toLowerCase(), value.trim());
  let lines = "";
  for (const [name, value] of given) {
    if (OWN_HEADERS.has(name)) continue;
    if (!NAME.test(name)) throw new UpstreamFault("refused", "a header's name cannot be sent");
    // The value stays unsaid: it may be a key.
    if (!VALUE.test(value))
      throw new UpstreamFault("refused", `the header ${name} has a value that cannot be sent`);
    lines += `${name}: ${value}\r\n`;
  }
  return lines;
}
