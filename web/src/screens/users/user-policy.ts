import { Role } from "@tollgate/contract/roles";
import { UserStatus } from "@tollgate/contract/statuses";
import type { RowAction, User } from "./use-users.ts";

interface Ranked {
  id: number;
  role: number;
}
type Judged = Pick<User, "id" | "role" | "status" | "DeletedAt">;

/** Whether the account was cancelled: nothing can be done with it any more. */
export function isCancelled(user: Pick<User, "DeletedAt">): boolean {
  return user.DeletedAt !== null;
}

/** Whether the reader may open and change a user: one of a lower role, or, for root, himself. */
export function mayEdit(reader: Ranked, user: Judged): boolean {
  if (isCancelled(user)) return false;
  return reader.role > user.role || (reader.role === Role.root && reader.id === user.id);
}

/** Whether the server shows the reader the user's figures. */
export function maySeeFigures(reader: Ranked, user: Ranked): boolean {
  return reader.role > user.role || reader.id === user.id;
}

/** What the reader may do with a user, by the rules of rank that the server enforces. */
export function allowedActions(reader: Ranked, user: Judged): RowAction[] {
  if (isCancelled(user) || reader.role <= user.role) return [];
  const actions: RowAction[] = [];
  if (user.status === UserStatus.enabled) actions.push("disable");
  if (user.status === UserStatus.disabled) actions.push("enable");
  if (reader.role === Role.root) actions.push(user.role < Role.admin ? "promote" : "demote");
  actions.push("delete");
  return actions;
}
