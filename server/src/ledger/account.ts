/**
 * Accounts have computed numbers, so that a request needs no look-up to name them: owner × 8 + kind. A user's account
 * holds the balance, a token's account its remaining limit, an affiliate account what invitations have earned. A cost
 * account holds what a channel's upstream has billed for attempts that no user paid for: the operator's cost.
 */
export type AccountId = number & { readonly __unit?: "account" };

const KINDS = { user: 0, token: 1, affiliate: 2, cost: 3 } as const;
const KIND_SPACE = 8;

export const userAccount = (userId: number): AccountId => userId * KIND_SPACE + KINDS.user;
export const tokenAccount = (tokenId: number): AccountId => tokenId * KIND_SPACE + KINDS.token;
export const affiliateAccount = (userId: number): AccountId => userId * KIND_SPACE + KINDS.affiliate;
export const costAccount = (channelId: number): AccountId => channelId * KIND_SPACE + KINDS.cost;

/** `user 7`, `token 12`: for messages and the audit's report. */
export function accountName(account: AccountId): string {
  const kind = Object.entries(KINDS).find(([, number]) => number === account % KIND_SPACE)?.[0] ?? "account";
  return `${kind} ${Math.floor(account / KIND_SPACE)}`;
}
