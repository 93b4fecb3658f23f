import type { Self, SignedIn } from "@tollgate/contract/session";
import type { Balance } from "../../ledger/verbs.ts";
import type { User } from "./user-store.ts";

/** One's own account on the wire. Units that running calls hold are not part of the quota shown. */
export function selfView(user: User, balance: Balance, affiliate: Balance): Self {
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
    aff_history_quota: affiliate.posted,
    inviter_id: user.inviter_id,
    github_id: user.github_id,
    wechat_id: user.wechat_id,
    telegram_id: user.telegram_id,
    linux_do_id: user.linux_do_id,
    setting: user.setting,
  };
}

/** What sign-in answers. */
export function signedInView(user: User, defaultPassword: boolean): SignedIn {
  const { id, username, display_name, role, status, group } = user;
  return { id, username, display_name, role, status, group, default_password: defaultPassword };
}
