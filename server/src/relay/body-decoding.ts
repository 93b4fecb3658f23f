import { promisify } from "node:util";
import { brotliDecompress, gunzip, inflate, inflateRaw, zstdDecompress } from "node:zlib";
import { RelayError } from "./relay-error.ts";

type Unpack = (bytes: Uint8Array, bound: { maxOutputLength: number }) => Promise<Uint8Array>;

const unpackGzip: Unpack = promisify(gunzip);
const unpackZlib: Unpack = promisify(inflate);
const unpackRaw: Unpack = promisify(inflateRaw);

/** Content codings by name: https://www.rfc-editor.org/rfc/rfc9110#section-8.4.1 */
const CODINGS: ReadonlyMap<string, Unpack> = new Map([
  ["gzip", unpackGzip],
  ["x-gzip", unpackGzip],
  // RFC 9110 means zlib's wrapping; some clients send the bare stream.
  ["deflate", (bytes, bound) => (isZlib(bytes) ? unpackZlib : unpackRaw)(bytes, bound)],
  ["br", promisify(brotliDecompress)],
  ["zstd", promisify(zstdDecompress)],
]);

/** Nobody packs a body more often; each turn may cost the whole bound. */
const CODINGS_MAX = 2;

/**
 * How a body with this `Content-Encoding` is unpacked; undefined for one that is not packed. Throws body.encoding for a
 * coding that is not known.
 */
export function codingsOf(encoding: string | null): readonly Unpack[] | undefined {
  if (encoding === null) return undefined;
  const names = encoding
    .toLowerCase()
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "" && name !== "identity");
  if (names.length === 0) return undefined;
  const codings = names.map((name) => CODINGS.get(name)).filter((coding) => coding !== undefined);
  if (codings.length < names.length || names.length > CODINGS_MAX)
    throw new RelayError("body.encoding", { encoding });
  // They are named in the order in which they were applied.
  return codings.toReversed();
}

/**
 * A body without its codings. At most `limitBytes` are ever unpacked: a small body that would grow beyond is refused when
 * it gets there. `tooLarge` makes that refusal. Throws body.corrupt.
 */
export async function unpackBody(
  packed: Uint8Array,
  codings: readonly Unpack[],
  { limitBytes, tooLarge }: { limitBytes: number; tooLarge: () => RelayError },
): Promise<Uint8Array> {
  let bytes = packed;
  for (const unpack of codings) {
    try {
      bytes = await unpack(bytes, { maxOutputLength: limitBytes });
    } catch (error) {
      throw isOverflow(error) ? tooLarge() : new RelayError("body.corrupt");
    }
  }
  return bytes;
}

function isOverflow(error: unknown): boolean {
  return Object(error).code === "ERR_BUFFER_TOO_LARGE";
}

/** Zlib's two bytes: the method 8, and a checksum of them that is a multiple of 31. */
function isZlib([first = 0, second = 0]: Uint8Array): boolean {
  return (first & 0x0f) === 8 && (first * 256 + second) % 31 === 0;
}
