import { AUTO_GROUP } from "@tollgate/contract/groups";
import { Role } from "@tollgate/contract/roles";
import { NEVER_EXPIRES, TokenStatus, UserStatus } from "@tollgate/contract/statuses";
import type { TokenIdentity } from "../resources/tokens/token-identities.ts";
import { RelayError } from "./relay-error.ts";

/** What a call asks for, as far as a token's rules are concerned. */
export interface TokenUse {
  readonly nowSeconds: number;
  readonly ip: string;
  /** Absent for calls that name no model. */
  readonly model?: string | undefined;
  readonly channelId?: number | undefined;
  groupExists(group: string): boolean;
  mayUseGroup(userGroup: string, group: string): boolean;
}

/**
 * The rules of a token in the order they are checked. Answers the group to use: the token's own, which may be `auto`, else its user's.
 * Throws the first rule that refuses.
 */
export function checkToken(identity: TokenIdentity, use: TokenUse): string {
  if (identity.userStatus !== UserStatus.enabled) throw new RelayError("user.banned");
  if (identity.tokenStatus === TokenStatus.expired) throw new RelayError("key.expired");
  if (identity.tokenStatus === TokenStatus.exhausted) throw new RelayError("key.exhausted");
  if (identity.tokenStatus !== TokenStatus.enabled) throw new RelayError("key.disabled");
  if (identity.expiredTime !== NEVER_EXPIRES && identity.expiredTime <= use.nowSeconds)
    throw new RelayError("key.expired");
  if (identity.allowIps && !identity.allowIps.matches(use.ip))
    throw new RelayError("key.ip-refused", { ip: use.ip });
  if (use.channelId !== undefined && identity.userRole < Role.admin)
    throw new RelayError("key.channel-refused");
  const group = identity.tokenGroup || identity.userGroup;
  // Which of its groups may be used is seen where one is chosen.
  if (group !== AUTO_GROUP) {
    if (identity.tokenGroup !== "" && !use.mayUseGroup(identity.userGroup, group))
      throw new RelayError("group.refused", { group });
    if (!use.groupExists(group)) throw new RelayError("group.retired", { group });
  }
  if (use.model !== undefined && identity.modelLimits && !identity.modelLimits.has(use.model)) {
    throw new RelayError("key.model-refused", { model: use.model });
  }
  return group;
}
