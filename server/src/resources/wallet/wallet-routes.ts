import { getAffiliateCode, redeemCode, transferAffiliateQuota } from "@tollgate/contract/wallet";
import { route } from "../../http/route.ts";
import type { Route } from "../../http/route.ts";
import { newAffiliateCode } from "../users/create-user.ts";
import { existingUser } from "../users/manage-user.ts";
import type { UserStore } from "../users/user-store.ts";
import { transferEarned } from "./affiliate-transfer.ts";
import type { TransferParts } from "./affiliate-transfer.ts";
import { redeemCodeFor } from "./redeem-code.ts";
import type { RedeemParts } from "./redeem-code.ts";

export interface WalletRouteParts extends RedeemParts, TransferParts {
  ledger: RedeemParts["ledger"] & TransferParts["ledger"];
  users: Pick<UserStore, "find" | "update">;
}

/** What users do with their own money. */
export function walletRoutes(parts: WalletRouteParts): Route[] {
  const { users } = parts;
  return [
    route(redeemCode, ({ caller, body }) => redeemCodeFor(parts, caller, body.key)),
    route(getAffiliateCode, async ({ caller }) => {
      const user = await existingUser(users, caller.id);
      if (user.aff_code !== "") return user.aff_code;
      const code = newAffiliateCode();
      await users.update(user.id, { aff_code: code });
      return code;
    }),
    route(transferAffiliateQuota, async ({ caller, body, requestId }) => {
      const { quota: amount, request_key: requestKey } = body;
      await transferEarned(parts, caller, { amount, requestId, requestKey });
      return undefined;
    }),
  ];
}
