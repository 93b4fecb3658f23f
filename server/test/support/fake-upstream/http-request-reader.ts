import { createBodyReader, type BodyReader } from "./http-body-reader.ts";
import { HttpSyntaxError } from "./http-syntax-error.ts";

const MAX_HEAD_BYTES = 64 * 1024;
const HEAD_END = Buffer.from("\r\n\r\n");
const EMPTY = Buffer.alloc(0);

export interface HttpRequest {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** Names in lower case; the values of a repeated header are joined by ', '. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** Whether the client lets the connection be used again. */
  readonly keepAlive: boolean;
}

export interface HttpRequestReader {
  push(bytes: Buffer): void;
  /** The next whole request, undefined while it is incomplete. Throws HttpSyntaxError. */
  next(): HttpRequest | undefined;
  /** True once for each request that waits for `100 Continue` before it sends its body. */
  takeExpectation(): boolean;
}

type RequestHead = Omit<HttpRequest, "body">;

/** Reads the requests of one connection, one after another, from bytes that arrive in any pieces. */
export function createHttpRequestReader(): HttpRequestReader {
  let pending: Buffer = EMPTY;
  let head: RequestHead | undefined;
  let body: BodyReader | undefined;
  let isContinueExpected = false;

  function takeHead(): RequestHead | undefined {
    const end = pending.indexOf(HEAD_END);
    if (end === -1) {
      if (pending.length > MAX_HEAD_BYTES) throw new HttpSyntaxError("The head of the request is too long.");
      return undefined;
    }
    const parsed = parseHead(pending.toString("latin1", 0, end));
    pending = pending.subarray(end + HEAD_END.length);
    return parsed;
  }

  return {
    push(bytes) {
      pending = pending.length === 0 ? bytes : Buffer.concat([pending, bytes]);
    },
    next() {
      if (head === undefined || body === undefined) {
        head = takeHead();
        if (head === undefined) return undefined;
        body = createBodyReader(head.headers);
        isContinueExpected = head.headers["expect"]?.toLowerCase() === "100-continue";
      }
      pending = body.take(pending);
      const bytes = body.whole();
      if (bytes === undefined) return undefined;
      const request = { ...head, body: bytes };
      head = undefined;
      body = undefined;
      isContinueExpected = false;
      return request;
    },
    takeExpectation() {
      const isExpected = isContinueExpected;
      isContinueExpected = false;
      return isExpected;
    },
  };
}

function parseHead(text: string): RequestHead {
  const [requestLine = "", ...headerLines] = text.split("\r\n");
  const [method = "", target = "", version = ""] = requestLine.split(" ");
  if (method === "" || target === "" || !version.startsWith("HTTP/1.")) {
    throw new HttpSyntaxError(`Not a request line: ${requestLine}`);
  }
  const headers: Record<string, string> = {};
  for (const line of headerLines) {
    const colon = line.indexOf(":");
    if (colon < 1) throw new HttpSyntaxError(`Not a header line: ${line}`);
    const name = line.slice(0, colon).toLowerCase();
    const value = line.slice(colon + 1).trim();
    const former = headers[name];
    headers[name] = former === undefined ? value : `${former}, ${value}`;
  }
  const question = target.indexOf("?");
  return {
    method,
    path: question === -1 ? target : target.slice(0, question),
    query: new URLSearchParams(question === -1 ? "" : target.slice(question + 1)),
    headers,
    keepAlive: version !== "HTTP/1.0" && headers["connection"]?.toLowerCase() !== "close",
  };
}
