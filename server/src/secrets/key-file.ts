import { randomBytes } from "node:crypto";
import {
  chmodSync,
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { SecretError } from "./secret-error.ts";

const KEY_FILE_NAME = "secret.key";
export const KEY_BYTES = 32;
const OWNER_ONLY = 0o600;
const READABLE_BY_OTHERS = 0o077;

export interface KeyFile {
  readonly key: Buffer;
  readonly isNew: boolean;
  /** One line for the operator, or null: the file was open to others and has been closed. */
  readonly warning: string | null;
}

/**
 * Reads `<dataDir>/secret.key`, or makes it at the first start: 32 random bytes as hex, mode 0600, on the disk before
 * this returns, because what is sealed with a key that did not reach the disk is lost.
 *
 * A file that others can read (a backup copied back has mode 0644) is closed to 0600 and reported as a warning; only
 * where the mode cannot be changed is the start refused. Throws SecretError with a `secrets.key-file-*` code.
 */
export function openKeyFile(dataDir: string): KeyFile {
  const path = join(dataDir, KEY_FILE_NAME);
  try {
    const isNew = createKeyFile(dataDir, path);
    const warning = closeToOthers(path);
    return { key: parseKey(readFileSync(path, "utf8"), path), isNew, warning };
  } catch (cause) {
    if (cause instanceof SecretError) throw cause;
    throw new SecretError(
      "secrets.key-file-unreadable",
      `the key file ${path} cannot be used: ${errorCode(cause)}`,
      {
        cause,
      },
    );
  }
}

/** Makes the key file unless there is one. Complete at once or not there: two processes may start together. */
function createKeyFile(dataDir: string, path: string): boolean {
  if (statSync(path, { throwIfNoEntry: false }) !== undefined) return false;
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const draft = `${path}.${randomBytes(6).toString("hex")}.tmp`;
  writeDurably(draft, `${randomBytes(KEY_BYTES).toString("hex")}\n`);
  try {
    linkSync(draft, path);
    return true;
  } catch (cause) {
    if (errorCode(cause) === "EEXIST") return false;
    // Some network and memory-card file systems have no hard links.
    renameSync(draft, path);
    return true;
  } finally {
    rmSync(draft, { force: true });
    syncDirectory(dataDir);
  }
}

function writeDurably(path: string, text: string): void {
  const file = openSync(path, "wx", OWNER_ONLY);
  try {
    writeSync(file, text);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** Makes the file's name durable too. Not every system lets a directory be opened; there the file's own sync must do. */
function syncDirectory(path: string): void {
  if (process.platform === "win32") return;
  const directory = openSync(path, "r");
  try {
    fsyncSync(directory);
  } finally {
    closeSync(directory);
  }
}

function closeToOthers(path: string): string | null {
  // Windows has no mode bits; access follows the folder's list.
  if (process.platform === "win32" || !isOpenToOthers(path)) return null;
  try {
    chmodSync(path, OWNER_ONLY);
  } catch (cause) {
    throw exposed(path, cause);
  }
  if (isOpenToOthers(path)) throw exposed(path);
  return `the key file ${path} could be read by other users of this machine; its mode is now 0600`;
}

function isOpenToOthers(path: string): boolean {
  return (statSync(path).mode & READABLE_BY_OTHERS) !== 0;
}

function exposed(path: string, cause?: unknown): SecretError {
  const line = `the key file ${path} can be read by other users and its mode cannot be changed: run "chmod 600" on it as its owner, or give the key in TOLLGATE_SECRET_KEY`;
  return new SecretError("secrets.key-file-exposed", line, { cause });
}

function parseKey(text: string, path: string): Buffer {
  const hex = text.trim();
  if (isKeyHex(hex)) return Buffer.from(hex, "hex");
  throw new SecretError(
    "secrets.key-file-malformed",
    `the key file ${path} must hold 64 hexadecimal digits: restore it from a backup`,
  );
}

/** Whether a text is a whole key in the form of the key file. */
export function isKeyHex(text: string): boolean {
  return text.length === KEY_BYTES * 2 && /^[0-9a-f]+$/i.test(text);
}

function errorCode(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : String(error);
}
