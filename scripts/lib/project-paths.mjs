import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

/** The repository's folder. */
export const ROOT = resolve(fileURLToPath(new URL("../..", import.meta.url)));

/** A path inside the repository. */
export const inRoot = (...parts) => join(ROOT, ...parts);

export const SERVER_ENTRY = inRoot("server/src/main.ts");
export const CONSOLE_DIST = inRoot("web/dist");
export const EXECUTABLE = inRoot("dist", process.platform === "win32" ? "tollgate.exe" : "tollgate");
