import { execFileSync } from "node:child_process";

/**
 * Whom to run PostgreSQL as, since it refuses to be run by root: `{ uid, gid }` of the first of its usual users that
 * exists, or nothing when this process is not root.
 */
export function unprivilegedUser() {
  if (process.getuid?.() !== 0) return {};
  for (const name of ["postgres", "nobody"]) {
    try {
      const idOf = (flag) =>
        Number(execFileSync("id", [flag, name], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }));
      return { uid: idOf("-u"), gid: idOf("-g") };
    } catch {
      // No such user: try the next.
    }
  }
  throw new Error("PostgreSQL cannot be run by root, and there is neither a user postgres nor nobody");
}
