import { Role } from "@tollgate/contract/roles";
import { UserStatus } from "@tollgate/contract/statuses";
import type { Tone } from "../../components/badge.tsx";
import type { Texts } from "../../i18n/i18n.ts";
import type { User } from "./use-users.ts";
import { isCancelled } from "./user-policy.ts";

interface UserStatusView {
  text: keyof Texts["users"]["status"];
  tone: "green" | "neutral" | "yellow" | "red";
}

/** Name and colour of a user's state; being cancelled counts more than the status. */
export function userStatusView(user: Pick<User, "status" | "DeletedAt">): UserStatusView {
  if (isCancelled(user)) return { text: "cancelled", tone: "neutral" };
  switch (user.status) {
    case UserStatus.enabled:
      return { text: "enabled", tone: "green" };
    case UserStatus.disabled:
      return { text: "disabled", tone: "red" };
    case UserStatus.locked:
      return { text: "locked", tone: "yellow" };
    default:
      return { text: "unknown", tone: "neutral" };
  }
}

interface RoleView {
  text: keyof Texts["users"]["role"];
  tone: Tone;
}

/** Name and colour of a role. */
export function roleView(role: number): RoleView {
  if (role >= Role.root) return { text: "root", tone: "orange" };
  return role >= Role.admin ? { text: "admin", tone: "violet" } : { text: "user", tone: "neutral" };
}
