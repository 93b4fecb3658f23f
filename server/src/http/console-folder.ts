import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const brotliAsync = promisify(brotliCompress);
const gzipAsync = promisify(gzip);
/** 9 of 11: a tenth of the time of the highest for two percent more bytes. */
const BROTLI_QUALITY = 9;
const COMPRESSED_FROM_BYTES = 1024;

export type Encoding = "br" | "gzip";

/** One file of the built console, read once and compressed at the first request that wants it so. */
export interface ConsoleFile {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly mediaType: string;
  readonly etag: string;
  /** Undefined where compressing gains nothing. */
  compressed(encoding: Encoding): Promise<Uint8Array<ArrayBuffer>> | undefined;
}

export interface ConsoleFolder {
  /** The file of a URL path such as `/assets/main-x1.js`, as it is on the disk now. */
  file(path: string): ConsoleFile | undefined;
}

/** Where the built console lies: inside a compiled executable, else in the repository. */
export function consoleFolderPath(): string {
  return Bun.isStandaloneExecutable
    ? join(import.meta.dir, "console")
    : join(import.meta.dir, "..", "..", "..", "web", "dist");
}

export function openConsoleFolder(folder: string): ConsoleFolder {
  const files = new Map<string, { stamp: string; file: ConsoleFile }>();
  return {
    file(path) {
      // Hidden files and anything that could leave the folder are not there.
      if (!/^(\/[\w@+~-][\w@+~.-]*)+$/.test(path)) return undefined;
      const onDisk = join(folder, path);
      const stat = statSync(onDisk, { throwIfNoEntry: false });
      if (!stat?.isFile()) return undefined;
      const stamp = `${stat.mtimeMs}/${stat.size}`;
      const known = files.get(path);
      if (known?.stamp === stamp) return known.file;
      const file = readFile(onDisk);
      files.set(path, { stamp, file });
      return file;
    },
  };
}

function readFile(path: string): ConsoleFile {
  const bytes = new Uint8Array(readFileSync(path));
  const mediaType = Bun.file(path).type;
  const gains =
    bytes.byteLength >= COMPRESSED_FROM_BYTES && /^text\/|javascript|json|svg|xml/.test(mediaType);
  const made: Partial<Record<Encoding, Promise<Uint8Array<ArrayBuffer>>>> = {};
  return {
    bytes,
    mediaType,
    etag: `"${Bun.hash(bytes).toString(36)}"`,
    compressed: (encoding) => (gains ? (made[encoding] ??= compress(bytes, encoding)) : undefined),
  };
}

async function compress(bytes: Uint8Array, encoding: Encoding): Promise<Uint8Array<ArrayBuffer>> {
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } };
  return encoding === "br" ? await brotliAsync(bytes, quality) : await gzipAsync(bytes, { level: 9 });
}
