import { Database as SqliteConnection } from "bun:sqlite";
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { StartError } from "./start-error.ts";

export interface DataDirectory {
  /** Stays the same for the directory: holds are stamped with it, and freed at the next start. */
  readonly nodeId: string;
  release(): void;
}

/**
 * Takes the data directory for this process's life (made when absent), so that two processes never share a node id or
 * a SQLite file. The operating system lets go of it when the process ends, however it ends. Throws StartError.
 */
export function openDataDirectory(path: string): DataDirectory {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
    const lock = new SqliteConnection(join(path, "lock.db"), { create: true, readwrite: true });
    try {
      lock.run("begin exclusive");
    } catch (error) {
      lock.close();
      throw error;
    }
    return { nodeId: readNodeId(join(path, "node-id")), release: () => lock.close() };
  } catch (error) {
    throw new StartError(problemWith(path, error));
  }
}

function readNodeId(file: string): string {
  try {
    const nodeId = readFileSync(file, "utf8").trim();
    if (nodeId !== "") return nodeId;
  } catch (error) {
    if (codeOf(error) !== "ENOENT") throw error;
  }
  const nodeId = crypto.randomUUID();
  writeFileSync(`${file}.new`, `${nodeId}\n`, { flush: true });
  renameSync(`${file}.new`, file);
  return nodeId;
}

function problemWith(path: string, error: unknown): string {
  const code = codeOf(error);
  if (code === "SQLITE_BUSY")
    return `the data directory ${path} is in use by another running tollgate; stop it, or choose another with --data-dir`;
  return `the data directory ${path} cannot be used (${code || String(error)}): it must be a folder that this user may write to`;
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}
