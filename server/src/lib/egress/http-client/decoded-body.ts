import { once } from "node:events";
import type { Transform } from "node:stream";
import {
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  createZstdDecompress,
} from "node:zlib";
import type { ReadPiece } from "./body-inflow.ts";
import { UpstreamFault } from "../upstream-fault.ts";

/** Makes a decoder for a body that begins with these bytes. */
type DecoderMaker = (beginning: Uint8Array) => Transform;

const DECODERS: ReadonlyMap<string, DecoderMaker> = new Map<string, DecoderMaker>([
  ["gzip", () => createGunzip()],
  ["x-gzip", () => createGunzip()],
  ["br", () => createBrotliDecompress()],
  ["zstd", () => createZstdDecompress()],
  // Some servers send it bare, without the wrapping that the name stands for, which begins with a method of 8.
  ["deflate", (beginning) => (((beginning[0] ?? 0) & 15) === 8 ? createInflate() : createInflateRaw())],
]);

/** Nobody compresses more often; a thousand layers of nothing cost minutes of the processor. */
const MAX_CODINGS = 3;

/**
 * `read` as it is without Content-Encoding. Upstreams are asked not to compress; some do anyway. Codings that are not
 * known (some put a character set there) leave the body alone. Broken data makes the reading throw `compression`, as
 * does data that stops early; of zstd the runtime does not tell that.
 */
export function decodedRead(read: ReadPiece, contentEncoding: string | undefined): ReadPiece {
  if (contentEncoding === undefined) return read;
  // The coding applied last is to be undone first.
  const codings = contentEncoding.toLowerCase().split(",").toReversed();
  const decoders = codings.flatMap((coding) => DECODERS.get(coding.trim()) ?? []);
  if (decoders.length <= MAX_CODINGS) return decoders.reduce(decodedOnce, read);
  return () => Promise.reject(new UpstreamFault("compression", "the answer is compressed too many times"));
}

function decodedOnce(read: ReadPiece, createDecoder: DecoderMaker): ReadPiece {
  let output: AsyncIterator<Uint8Array> | undefined;
  return async () => {
    if (output === undefined) {
      const beginning = await read();
      if (beginning === undefined) return undefined;
      const decoder = createDecoder(beginning);
      output = decoder[Symbol.asyncIterator]();
      void pump(read, beginning, decoder);
    }
    try {
      const { done, value } = await output.next();
      return done === true ? undefined : value;
    } catch (error) {
      if (error instanceof UpstreamFault) throw error;
      throw new UpstreamFault("compression", "the answer's compression is broken", error);
    }
  };
}

/** Never rejects: what goes wrong comes out of the decoder. */
async function pump(read: ReadPiece, beginning: Uint8Array, decoder: Transform): Promise<void> {
  try {
    for (let piece: Uint8Array | undefined = beginning; piece !== undefined; piece = await read()) {
      if (decoder.destroyed) return;
      if (!decoder.write(piece)) await once(decoder, "drain");
    }
    decoder.end();
  } catch (error) {
    decoder.destroy(error instanceof Error ? error : undefined);
  }
}
