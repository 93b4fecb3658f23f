import type { Self, SignedIn } from "@tollgate/contract/session";
import type { User as UserOnWire } from "@tollgate/contract/users";
import type { Balance } from "../../ledger/verbs.ts";
import type { User } from "./user-store.ts";

/** One's own account on the wire. */
export function selfView(user: User, balance: Balance, affiliate: Balance): Self {
  return { ...accountView(user, balance, affiliate), setting: user.setting };
}

/** A user as an administrator of a higher role sees him. */
export function userView(user: User, balance: Balance, affiliate: Balance): UserOnWire {
  const account = accountView(user, balance, affiliate);
  return {
    ...account,
    quota_seen: account.quota,
    created_at: user.created_at,
    last_login_at: user.last_login_at,
    DeletedAt: user.deleted_at === null ? null : new Date(user.deleted_at * 1000).toISOString(),
  };
}

/** An equal or a superior in an administrator's list: who it is, and no more. */
export function withheldView(user: User): UserOnWire {
  const nothing = { posted: 0, held: 0, used: 0, requests: 0 };
  return {
    ...userView(user, nothing, nothing),
    email: "",
    aff_code: "",
    aff_count: 0,
    aff_history_quota: 0,
    inviter_id: 0,
    github_id: "",
    wechat_id: "",
    telegram_id: "",
    linux_do_id: "",
    last_login_at: 0,
  };
}

/** What sign-in answers. */
export function signedInView(user: User, defaultPassword: boolean): SignedIn {
  const { id, username, display_name, role, status, group } = user;
  return { id, username, display_name, role, status, group, default_password: defaultPassword };
}

/** Units that running calls hold are not part of the quota shown. */
function accountView(user: User, balance: Balance, affiliate: Balance) {
  return {
    id: user.id,
    username: user.username,
    display_name: user.display_name,
    role: user.role,
    status: user.status,
    email: user.email,
    group: user.group,
    quota: balance.posted - balance.held,
    used_quota: balance.used,
    request_count: balance.requests,
    aff_code: user.aff_code,
    aff_count: user.aff_count,
    aff_quota: affiliate.posted,
    aff_history_quota: user.aff_history,
    inviter_id: user.inviter_id,
    github_id: user.github_id,
    wechat_id: user.wechat_id,
    telegram_id: user.telegram_id,
    linux_do_id: user.linux_do_id,
  };
}
