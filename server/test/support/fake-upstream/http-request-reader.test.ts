import { describe, expect, test } from "bun:test";

import { createHttpRequestReader, type HttpRequest } from "./http-request-reader.ts";
import { HttpSyntaxError } from "./http-syntax-error.ts";

const SIZED =
  'POST /v1/x?key=k1&a=b HTTP/1.1\r\nHost: h\r\nContent-Length: 8\r\nX-A: 1\r\nx-a: 2\r\n\r\n{"é":1}';
const CHUNKED =
  "POST /v1/y HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n4;ext=1\r\nwiki\r\n6\r\npedia!\r\n0\r\nTrailer: t\r\n\r\n";

function readInPieces(text: string, sizeBytes: number): HttpRequest[] {
  const bytes = Buffer.from(text);
  const reader = createHttpRequestReader();
  const requests: HttpRequest[] = [];
  for (let at = 0; at < bytes.length; at += sizeBytes) {
    reader.push(bytes.subarray(at, at + sizeBytes));
    for (let next = reader.next(); next !== undefined; next = reader.next()) requests.push(next);
  }
  return requests;
}

describe("reading requests", () => {
  test.each([1, 2, 3, 7, 64, 10_000])("requests arrive whole from pieces of %d bytes", (sizeBytes) => {
    const requests = readInPieces(SIZED + CHUNKED + SIZED, sizeBytes);
    expect(requests.map((request) => request.body.toString())).toEqual(['{"é":1}', "wikipedia!", '{"é":1}']);
    expect(requests.map((request) => request.path)).toEqual(["/v1/x", "/v1/y", "/v1/x"]);
  });

  test("the query is apart from the path, and repeated headers are joined", () => {
    const [request] = readInPieces(SIZED, 1000);
    expect(request?.query.get("key")).toBe("k1");
    expect(request?.headers["x-a"]).toBe("1, 2");
    expect(request?.method).toBe("POST");
  });

  test("a request is kept alive unless the client says otherwise", () => {
    const lines = [
      "GET / HTTP/1.1\r\n\r\n",
      "GET / HTTP/1.1\r\nConnection: close\r\n\r\n",
      "GET / HTTP/1.0\r\n\r\n",
    ];
    expect(lines.map((line) => readInPieces(line, 1000)[0]?.keepAlive)).toEqual([true, false, false]);
  });

  test("an expectation is told once, and only while the body is missing", () => {
    const reader = createHttpRequestReader();
    reader.push(Buffer.from("POST / HTTP/1.1\r\nExpect: 100-continue\r\nContent-Length: 1\r\n\r\n"));
    expect(reader.next()).toBeUndefined();
    expect(reader.takeExpectation()).toBe(true);
    expect(reader.takeExpectation()).toBe(false);
    reader.push(Buffer.from("x"));
    expect(reader.next()?.body.toString()).toBe("x");
  });

  test.each([
    "nonsense\r\n\r\n",
    "GET / HTTP/1.1\r\nno colon\r\n\r\n",
    "POST / HTTP/1.1\r\nContent-Length: -1\r\n\r\n",
    "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
    "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nabc\r\n",
    `GET /${"x".repeat(70_000)}`,
  ])("what is not HTTP is refused (%#)", (text) => {
    expect(() => readInPieces(text, 100_000)).toThrow(HttpSyntaxError);
  });
});
