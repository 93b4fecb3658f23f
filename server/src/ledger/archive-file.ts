import {
  closeSync,
  createReadStream,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  writeSync,
} from "node:fs";
import { dirname } from "node:path";
import { createGunzip } from "node:zlib";

/**
 * A file of gzip members, one a batch, whose text is JSON lines: `gunzip -c FILE | sha256sum` gives the digest of its
 * checkpoint. A member that was written and never committed lies at the end and is cut off before the next.
 */
export interface ArchiveFile {
  /** Appends lines and makes them durable; answers the size of the file and the digest of its text so far. */
  append(lines: readonly string[]): { fileBytes: number; digest: string };
  close(): void;
}

const OWNER_ONLY = 0o600;

/** Makes the file. Throws when there is one of that name: an archive is never overwritten. */
export function createArchiveFile(path: string): ArchiveFile {
  const file = openSync(path, "wx", OWNER_ONLY);
  syncFolder(path);
  return appendTo(file, new Bun.CryptoHasher("sha256"));
}

/**
 * Opens the file of a run that was cut off: what was never committed is cut off it. Throws ArchiveFileError when what
 * was committed is not there, or not as it was.
 */
export async function reopenArchiveFile(
  path: string,
  committed: { fileBytes: number; digest: string },
): Promise<ArchiveFile> {
  const file = openSync(path, committed.fileBytes === 0 ? "a+" : "r+", OWNER_ONLY);
  try {
    if (fstatSync(file).size < committed.fileBytes)
      throw new ArchiveFileError(`${path} is shorter than what was archived`);
    ftruncateSync(file, committed.fileBytes);
    const hasher = new Bun.CryptoHasher("sha256");
    if (committed.fileBytes > 0) for await (const line of archiveLines(path)) hasher.update(`${line}\n`);
    if (committed.fileBytes > 0 && hasher.copy().digest("hex") !== committed.digest)
      throw new ArchiveFileError(`${path} is not what was archived: its digest differs`);
    return appendTo(file, hasher);
  } catch (error) {
    closeSync(file);
    throw error;
  }
}

/** The archive's file is not what its checkpoint says. */
export class ArchiveFileError extends Error {
  override readonly name = "ArchiveFileError";
}

function appendTo(file: number, hasher: Bun.CryptoHasher): ArchiveFile {
  let fileBytes = fstatSync(file).size;
  return {
    append(lines) {
      const text = `${lines.join("\n")}\n`;
      const member = Bun.gzipSync(text);
      for (let written = 0; written < member.length;)
        written += writeSync(file, member, written, member.length - written, fileBytes + written);
      fsyncSync(file);
      fileBytes += member.length;
      hasher.update(text);
      return { fileBytes, digest: hasher.copy().digest("hex") };
    },
    close: () => closeSync(file),
  };
}

/** A new name is durable when its folder is. */
function syncFolder(path: string): void {
  const folder = openSync(dirname(path), "r");
  fsyncSync(folder);
  closeSync(folder);
}

/** The text of an archive, line by line. Throws when it is not whole gzip data. */
export async function* archiveLines(path: string): AsyncGenerator<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const source = createReadStream(path);
  const unpacked = createGunzip();
  source.on("error", (error) => unpacked.destroy(error));
  let rest = "";
  for await (const chunk of source.pipe(unpacked)) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
  }
  if (rest !== "") yield rest;
}
