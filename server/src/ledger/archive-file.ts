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

/** Makes the file, empty. Throws ArchiveFileError when it cannot, or when there is one: it is never overwritten. */
export function createArchiveFile(path: string): void {
  explained(path, () => {
    const file = openSync(path, "a", OWNER_ONLY);
    try {
      if (fstatSync(file).size > 0)
        throw new ArchiveFileError(`${path} exists already: an archive is never overwritten`);
    } finally {
      closeSync(file);
    }
    syncFolder(path);
  });
}

/**
 * Opens the file to go on with it: what was never committed is cut off. Throws ArchiveFileError when what was committed
 * is not there, or not as it was.
 */
export async function openArchiveFile(
  path: string,
  committed: { fileBytes: number; digest: string },
): Promise<ArchiveFile> {
  const file = explained(path, () => openSync(path, committed.fileBytes === 0 ? "w" : "r+", OWNER_ONLY));
  try {
    if (fstatSync(file).size < committed.fileBytes)
      throw new ArchiveFileError(`${path} is shorter than what was archived`);
    ftruncateSync(file, committed.fileBytes);
    const hasher = new Bun.CryptoHasher("sha256");
    if (committed.fileBytes > 0) {
      for await (const line of archiveLines(path)) hasher.update(`${line}\n`);
      if (hasher.copy().digest("hex") !== committed.digest)
        throw new ArchiveFileError(`${path} is not what was archived: its digest differs`);
    }
    return appendTo(path, file, hasher);
  } catch (error) {
    closeSync(file);
    throw error;
  }
}

/** What the system says of a file, as a sentence for the operator. */
function explained<Result>(path: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (error instanceof ArchiveFileError) throw error;
    const reason = error instanceof Error && "code" in error ? String(error.code) : String(error);
    throw new ArchiveFileError(`${path} cannot be written (${reason})`);
  }
}

/** The archive's file is not what its checkpoint says. */
export class ArchiveFileError extends Error {
  override readonly name = "ArchiveFileError";
}

function appendTo(path: string, file: number, hasher: Bun.CryptoHasher): ArchiveFile {
  let fileBytes = fstatSync(file).size;
  return {
    append(lines) {
      const text = `${lines.join("\n")}\n`;
      const member = Bun.gzipSync(text);
      explained(path, () => {
        for (let written = 0; written < member.length;)
          written += writeSync(file, member, written, member.length - written, fileBytes + written);
        fsyncSync(file);
      });
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
