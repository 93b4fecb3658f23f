import { expect, test } from "bun:test";
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from "node:zlib";
import type { ReadPiece } from "./body-inflow.ts";
import { decodedRead } from "./decoded-body.ts";
import { fault } from "./exchange-checks.fixture.ts";

const TEXT = 'data: {"text": "hello"}\n\n'.repeat(3000);
const plain = Buffer.from(TEXT);

/** A body that comes in pieces of that length. */
function piecesOf(bytes: Uint8Array, length: number): () => Promise<Uint8Array | undefined> {
  let offset = 0;
  return async () => {
    if (offset >= bytes.length) return undefined;
    offset += length;
    return bytes.subarray(offset - length, offset);
  };
}

async function readAllOf(read: ReadPiece): Promise<string> {
  const pieces: Uint8Array[] = [];
  for (let piece = await read(); piece !== undefined; piece = await read()) pieces.push(piece);
  return Buffer.concat(pieces).toString();
}

const codings: readonly (readonly [string, Uint8Array])[] = [
  ["gzip", gzipSync(plain)],
  ["GZIP", gzipSync(plain)],
  ["x-gzip", gzipSync(plain)],
  ["deflate", deflateSync(plain)],
  ["deflate", deflateRawSync(plain)],
  ["br", brotliCompressSync(plain)],
  ["zstd", zstdCompressSync(plain)],
  ["deflate, gzip", gzipSync(deflateSync(plain))],
  ["identity", plain],
  ["utf-8", plain],
];

for (const [coding, bytes] of codings) {
  test(`a body with ${coding} is decoded, in pieces of any size`, async () => {
    for (const length of [1, 7, 1000, bytes.length])
      expect(await readAllOf(decodedRead(piecesOf(bytes, length), coding))).toBe(TEXT);
  });
}

for (const [coding, bytes] of codings.slice(0, 8)) {
  test(`a broken body with ${coding} is noticed`, async () => {
    if (coding !== "zstd") {
      const short = decodedRead(piecesOf(bytes.subarray(0, bytes.length - 5), 100), coding);
      await expect(readAllOf(short)).rejects.toMatchObject(fault("compression"));
    }
    const garbage = decodedRead(piecesOf(Buffer.alloc(100, 255), 100), coding);
    await expect(readAllOf(garbage)).rejects.toMatchObject(fault("compression"));
  });
}

test("an empty body has nothing to decode", async () => {
  expect(await readAllOf(decodedRead(piecesOf(Buffer.alloc(0), 1), "gzip"))).toBe("");
});

test("decoded pieces come as soon as they can", async () => {
  const { createGzip, constants } = await import("node:zlib");
  const encoder = createGzip({ flush: constants.Z_SYNC_FLUSH });
  const encoded: Uint8Array[] = [];
  encoder.on("data", (piece: Uint8Array) => encoded.push(piece));
  await new Promise((resolve) => encoder.write("data: one\n\n", resolve));
  await new Promise((resolve) => setImmediate(resolve));
  const never = new Promise<undefined>(() => undefined);
  const read = decodedRead(async () => encoded.shift() ?? never, "gzip");
  expect(Buffer.from((await read()) ?? []).toString()).toBe("data: one\n\n");
  encoder.destroy();
});

test("what breaks the source breaks the decoded body", async () => {
  const read = decodedRead(async () => {
    throw Object.assign(new Error("gone"), fault("truncated"));
  }, "gzip");
  await expect(read()).rejects.toMatchObject(fault("truncated"));
});

test("a body that is compressed again and again is not decoded", async () => {
  const times = (count: number) => {
    const body = Array.from({ length: count }).reduce<Buffer>((bytes) => gzipSync(bytes), plain);
    const names = Array.from({ length: count }, () => "gzip").join(", ");
    return readAllOf(decodedRead(piecesOf(body, body.length), `utf-8, ${names}`));
  };
  expect(await times(3)).toBe(TEXT);
  await expect(times(4)).rejects.toMatchObject(fault("compression"));
});
