import { lowestRole, type Access } from "@tollgate/contract/roles";
import { createLocalJson, useLocalValue } from "../lib/local-value.ts";

/** Who is signed in, as far as the console needs to know without asking. */
export interface SessionUser {
  id: number;
  username: string;
  display_name: string;
  role: number;
}

/** The signed-in user, kept by the browser; undefined for a guest. */
export const sessionUser = createLocalJson<SessionUser | undefined>("user", undefined, (value) =>
  isSessionUser(value) ? value : undefined,
);

export const useSessionUser = () => useLocalValue(sessionUser);

/** Whether a user, or a guest, may open what needs `access`. */
export function mayOpen(user: SessionUser | undefined, access: Access | "guest"): boolean {
  if (access === "guest") return user === undefined;
  return access === "open" || (user !== undefined && user.role >= lowestRole[access]);
}

function isSessionUser(value: unknown): value is SessionUser {
  if (typeof value !== "object" || value === null) return false;
  // Every field is checked before it counts.
  const { id, username, display_name, role } = value as Partial<Record<keyof SessionUser, unknown>>;
  return (
    typeof id === "number" &&
    typeof username === "string" &&
    typeof display_name === "string" &&
    typeof role === "number"
  );
}
