import { logSentence } from "@tollgate/contract/log-sentences";
import { LogType } from "@tollgate/contract/statuses";
import { affiliateAccount, userAccount } from "../../ledger/account.ts";
import type { OptionStore } from "../options/option-store.ts";
import type { PendingGrant, PendingGrants } from "../wallet/pending-grants.ts";
import { quotaWords } from "../wallet/quota-words.ts";
import { createUser } from "./create-user.ts";
import type { CreateUserParts, UserToCreate } from "./create-user.ts";
import type { User } from "./user-store.ts";

export interface WelcomeParts extends CreateUserParts {
  options: Pick<OptionStore, "get">;
  grants: Pick<PendingGrants, "promise" | "book">;
}

type Person = Pick<User, "id" | "username">;

/**
 * Makes a user with the gifts that the options promise: for signing up, for having been invited, and for the inviter
 * into the affiliate balance. The promises commit with the user, so that a crash loses none of them and a replay pays
 * none twice. An invitation is counted even where it earns nothing. Answers the id; throws `user.name-taken`.
 */
export async function createUserWithGifts(
  parts: WelcomeParts,
  user: Omit<UserToCreate, "quota" | "inviterId">,
  inviter?: Person,
): Promise<number> {
  let keys: string[] = [];
  const id = await createUser(
    parts,
    { ...user, quota: 0, inviterId: inviter?.id ?? 0 },
    async (transaction, userId) => {
      const gifts = giftsOf(parts.options, { id: userId, username: user.username }, inviter);
      keys = gifts.map(({ key }) => key);
      if (inviter)
        await parts.users.countInvitation(transaction, inviter.id, parts.options.get("QuotaForInviter"));
      await parts.grants.promise(transaction, gifts);
    },
  );
  await parts.grants.book(keys);
  return id;
}

function giftsOf(
  options: Pick<OptionStore, "get">,
  user: Person,
  inviter: Person | undefined,
): PendingGrant[] {
  const words = quotaWords(options);
  const forUser = { account: userAccount(user.id), userId: user.id, username: user.username };
  const gift = { logType: LogType.system };
  const forNewUser = options.get("QuotaForNewUser");
  const gifts: PendingGrant[] = [
    {
      ...gift,
      ...forUser,
      key: `signup:${user.id}`,
      amount: forNewUser,
      note: "sign-up gift",
      logContent: logSentence("signUpGift", { amount: words(forNewUser) }),
    },
  ];
  if (inviter) {
    const [forInvitee, forInviter] = [options.get("QuotaForInvitee"), options.get("QuotaForInviter")];
    gifts.push(
      {
        ...gift,
        ...forUser,
        key: `invitee:${user.id}`,
        amount: forInvitee,
        note: `invited by user ${inviter.id}`,
        logContent: logSentence("inviteeGift", { amount: words(forInvitee) }),
      },
      {
        ...gift,
        key: `inviter:${user.id}`,
        account: affiliateAccount(inviter.id),
        userId: inviter.id,
        username: inviter.username,
        amount: forInviter,
        note: `invited user ${user.id}`,
        logContent: logSentence("inviterGift", { amount: words(forInviter) }),
      },
    );
  }
  return gifts.filter(({ amount }) => amount > 0);
}
