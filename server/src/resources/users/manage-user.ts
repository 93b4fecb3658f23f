import type { Updateable } from "kysely";
import type { BodyOf } from "@tollgate/contract/endpoint";
import { Role } from "@tollgate/contract/roles";
import { UserStatus } from "@tollgate/contract/statuses";
import type { manageUser, updateUser, UserAction } from "@tollgate/contract/users";
import type { UsersTable } from "../../db/schema.ts";
import { AppError } from "../../lib/app-error.ts";
import { nowSeconds } from "../../lib/clock.ts";
import { givenFields } from "../../lib/given-fields.ts";
import type { Passwords } from "../../secrets/passwords.ts";
import type { SessionStore } from "../../sign-in/session-store.ts";
import type { Groups } from "../groups/groups.ts";
import { askedChange, changeQuota } from "./quota-change.ts";
import type { QuotaChangeParts } from "./quota-change.ts";
import type { QuotaReadingStore } from "./quota-reading-store.ts";
import { checkAction, checkManageable } from "./user-policy.ts";
import type { Ranked } from "./user-policy.ts";
import type { User, UserStore } from "./user-store.ts";

export interface ManageParts extends QuotaChangeParts {
  users: UserStore;
  sessions: Pick<SessionStore, "endOthers">;
  passwords: Pick<Passwords, "hash">;
  groups: Pick<Groups, "exists">;
  quotaReadings: QuotaReadingStore;
}

/** Who acts, in which call. */
export interface Acting {
  readonly caller: Ranked & { readonly username: string };
  readonly requestId: string;
}

/** Does what `POST /api/user/manage` asks for, as far as rank allows. */
export async function actOnUser(
  parts: ManageParts,
  acting: Acting,
  body: Omit<BodyOf<typeof manageUser>, "mode"> & Partial<Pick<BodyOf<typeof manageUser>, "mode">>,
): Promise<void> {
  const user = await existingUser(parts.users, body.id);
  checkAction(acting.caller, user, body.action);
  if (body.action === "add_quota") {
    const change = askedChange(body.mode ?? "add", body.value);
    await changeQuota(parts, { ...acting, user, requestKey: body.request_key }, change);
    return;
  }
  await change(parts.users, user, changesOf(body.action, nowSeconds(parts.clock)));
  if (body.action === "disable" || body.action === "delete")
    await parts.sessions.endOthers(user.id, undefined);
}

/** Changes what an administrator's form holds; the balance last, so that nothing has moved when a name is taken. */
export async function editUser(
  parts: ManageParts,
  acting: Acting,
  body: BodyOf<typeof updateUser>,
): Promise<void> {
  const user = await existingUser(parts.users, body.id);
  checkManageable(acting.caller, user);
  const { group, password } = body;
  // A group that the user has already may stay, even if it exists no more.
  if (group !== undefined && group !== user.group && !parts.groups.exists(group))
    throw new AppError("user.group-unknown", { group });
  const password_hash = password ? await parts.passwords.hash(password) : undefined;
  const { username, display_name } = body;
  const changes = givenFields({ username, display_name, group, password_hash });
  if (Object.keys(changes).length > 0) await change(parts.users, user, changes);
  if (password_hash !== undefined) await parts.sessions.endOthers(user.id, undefined);
  if (body.quota !== undefined) await reachQuota(parts, acting, user, { ...body, quota: body.quota });
}

/** See the contract's `updateUser`: a difference to what the caller saw, or a balance when nobody knows what that was. */
async function reachQuota(
  parts: ManageParts,
  acting: Acting,
  user: User,
  body: { quota: number; quota_seen?: number | undefined; request_key?: string | undefined },
): Promise<void> {
  const { quotaReadings } = parts;
  const seen = body.quota_seen ?? (await quotaReadings.find(acting.caller.id, user.id));
  const asked = seen === undefined ? { to: body.quota } : { by: body.quota - seen };
  await changeQuota(parts, { ...acting, user, requestKey: body.request_key }, asked);
  // What the caller believes now: the same form, sent again, moves nothing.
  await quotaReadings.remember(acting.caller.id, [{ userId: user.id, quota: body.quota }]);
}

/** Throws user.not-found; a cancelled user is not found. */
export async function existingUser(users: Pick<UserStore, "find">, id: number): Promise<User> {
  const user = await users.find(id);
  if (user === undefined) throw new AppError("user.not-found");
  return user;
}

/** What cancels a user. The caller ends the sessions. */
export function cancellation(atSeconds: number): { deleted_at: number; access_token_hash: null } {
  return { deleted_at: atSeconds, access_token_hash: null };
}

async function change(users: UserStore, judged: User, changes: Updateable<UsersTable>): Promise<void> {
  if (!(await users.updateJudged(judged, changes))) throw new AppError("user.changed-meanwhile");
}

function changesOf(
  action: Exclude<UserAction, "add_quota">,
  deletedAt: number,
): Pick<Updateable<UsersTable>, "status" | "role" | "deleted_at" | "access_token_hash"> {
  switch (action) {
    case "disable":
      return { status: UserStatus.disabled };
    case "enable":
      return { status: UserStatus.enabled };
    case "promote":
      return { role: Role.admin };
    case "demote":
      return { role: Role.user };
    case "delete":
      return cancellation(deletedAt);
  }
}
