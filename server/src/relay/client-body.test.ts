import { describe, expect, test } from "bun:test";
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from "node:zlib";
import { readClientBody } from "./client-body.ts";
import { RelayError } from "./relay-error.ts";

const LIMIT = 8;
const request = (body: string | ReadableStream<Uint8Array>, headers: Record<string, string> = {}) =>
  new Request("http://gate.test", { method: "POST", body, headers });
const PACKED_LIMIT = 1024;
const packedRequest = (body: Uint8Array<ArrayBuffer>, encoding: string) =>
  new Request("http://gate.test", { method: "POST", body, headers: { "content-encoding": encoding } });
/** A body that announces no length. */
const streamOf = (...chunks: string[]) => {
  let cancelled = false;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const next = chunks.shift();
      if (next === undefined) controller.close();
      else controller.enqueue(Buffer.from(next));
    },
    cancel() {
      cancelled = true;
    },
  });
  return { body, isCancelled: () => cancelled, left: chunks };
};
const codeOf = (reading: Promise<unknown>) =>
  reading.then(
    () => "read",
    (error: unknown) => (error instanceof RelayError ? error.code : error),
  );
const textOf = async (reading: Promise<Uint8Array>) => new TextDecoder().decode(await reading);

describe("a client's body", () => {
  test("up to the limit is read whole", async () => {
    const told = request("12345678", { "content-length": "8" });
    expect(await textOf(readClientBody(told, LIMIT))).toBe("12345678");
    expect(await textOf(readClientBody(request(streamOf("1234", "5678").body), LIMIT))).toBe("12345678");
    expect(await textOf(readClientBody(new Request("http://gate.test"), LIMIT))).toBe("");
  });
  test("that says it is larger is refused unread", async () => {
    const { body, left } = streamOf("1", "2");
    const unread = new Request("http://gate.test", {
      method: "POST",
      body,
      headers: { "content-length": "9" },
    });
    expect(await codeOf(readClientBody(unread, LIMIT))).toBe("body.too-large");
    expect(left.length).toBeGreaterThan(0);
  });
  test("that grows over the limit is read no further", async () => {
    const { body, isCancelled, left } = streamOf("12345", "6789", "more", "and more");
    expect(await codeOf(readClientBody(request(body), LIMIT))).toBe("body.too-large");
    expect(isCancelled()).toBe(true);
    expect(left.length).toBeGreaterThan(0);
  });
  test.each([
    ["gzip", gzipSync],
    ["x-gzip", gzipSync],
    ["deflate", deflateSync],
    ["deflate", deflateRawSync],
    ["br", brotliCompressSync],
    ["ZSTD", zstdCompressSync],
  ])("packed by %s is unpacked, up to the limit", async (encoding, pack) => {
    const packed = (text: string) => packedRequest(pack(Buffer.from(text)), encoding);
    expect(await textOf(readClientBody(packed("12345678"), PACKED_LIMIT))).toBe("12345678");
    expect(await textOf(readClientBody(packed("x".repeat(PACKED_LIMIT)), PACKED_LIMIT))).toHaveLength(
      PACKED_LIMIT,
    );
    expect(await codeOf(readClientBody(packed("x".repeat(PACKED_LIMIT + 1)), PACKED_LIMIT))).toBe(
      "body.too-large",
    );
    const broken = packedRequest(Buffer.from("no such coding"), encoding);
    expect(await codeOf(readClientBody(broken, PACKED_LIMIT))).toBe("body.corrupt");
  });
  test("that is a bomb is refused without being unpacked whole", async () => {
    const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024));
    const inner = gzipSync(bomb);
    const before = process.memoryUsage.rss();
    expect(await codeOf(readClientBody(packedRequest(bomb, "gzip"), 1024 * 1024))).toBe("body.too-large");
    expect(await codeOf(readClientBody(packedRequest(inner, "gzip, gzip"), 1024 * 1024))).toBe(
      "body.too-large",
    );
    expect(process.memoryUsage.rss() - before).toBeLessThan(48 * 1024 * 1024);
  });
  test("packed twice is unpacked in the reverse order, and no more often", async () => {
    const twice = brotliCompressSync(gzipSync("12345678"));
    expect(await textOf(readClientBody(packedRequest(twice, "gzip, br"), PACKED_LIMIT))).toBe("12345678");
    expect(await codeOf(readClientBody(packedRequest(twice, "gzip, br, br"), PACKED_LIMIT))).toBe(
      "body.encoding",
    );
  });
  test("in an unknown encoding is refused unread, but for the one that is none", async () => {
    for (const encoding of ["compress", "gzip, rot13"])
      expect(await codeOf(readClientBody(request("{}", { "content-encoding": encoding }), LIMIT))).toBe(
        "body.encoding",
      );
    for (const encoding of ["Identity", "", "identity, identity"])
      expect(await codeOf(readClientBody(request("{}", { "content-encoding": encoding }), LIMIT))).toBe(
        "read",
      );
  });
  test("whose sender leaves is incomplete", async () => {
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.error(new Error("the connection was closed")),
    });
    expect(await codeOf(readClientBody(request(body), LIMIT))).toBe("body.incomplete");
  });
});
