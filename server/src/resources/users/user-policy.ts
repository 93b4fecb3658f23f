import { Role } from "@tollgate/contract/roles";
import { UserStatus } from "@tollgate/contract/statuses";
import type { UserAction } from "@tollgate/contract/users";
import { AppError } from "../../lib/app-error.ts";

/** As much of a caller or user as the rules of rank need. */
export interface Ranked {
  readonly id: number;
  readonly role: number;
}

/** Whether the caller may read and change the user: one of a lower role. Root stands above itself too. */
export function outranks(caller: Ranked, user: Ranked): boolean {
  return caller.role > user.role || (caller.role === Role.root && caller.id === user.id);
}

/** Throws user.not-readable. */
export function checkReadable(caller: Ranked, user: Ranked): void {
  if (!outranks(caller, user)) throw new AppError("user.not-readable");
}

/** Throws user.not-manageable. */
export function checkManageable(caller: Ranked, user: Ranked): void {
  if (!outranks(caller, user)) throw new AppError("user.not-manageable");
}

/** Throws user.role-too-high: nobody makes an equal or a superior. */
export function checkNewRole(caller: Pick<Ranked, "role">, role: number): void {
  if (role >= caller.role) throw new AppError("user.role-too-high");
}

/** Throws what keeps the caller from the action on the user as he is now. */
export function checkAction(caller: Ranked, user: Ranked & { status: number }, action: UserAction): void {
  checkManageable(caller, user);
  const isRoot = user.role === Role.root;
  switch (action) {
    case "disable":
      if (isRoot) throw new AppError("user.root-not-disabled");
      return;
    case "delete":
      if (isRoot) throw new AppError("user.root-not-deleted");
      return;
    case "enable":
      if (user.status === UserStatus.locked) throw new AppError("user.not-enableable");
      return;
    case "promote":
      if (caller.role !== Role.root) throw new AppError("user.promotion-by-root-only");
      if (user.role >= Role.admin) throw new AppError("user.admin-already");
      return;
    case "demote":
      if (isRoot) throw new AppError("user.root-not-demoted");
      if (user.role === Role.user) throw new AppError("user.ordinary-already");
      return;
    case "add_quota":
  }
}
