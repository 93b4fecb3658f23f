import { NEVER_EXPIRES, TokenStatus, UserStatus } from "@tollgate/contract/statuses";
import { tokenAccount, userAccount } from "../ledger/account.ts";
import type { TokenIdentity } from "../resources/tokens/token-identities.ts";
import { identify } from "./relay.ts";
import type { Arrival, RelayDeps } from "./relay.ts";
import { RelayError } from "./relay-error.ts";

/** How balances are told to clients: options DisplayInCurrencyEnabled, QuotaPerUnit, DisplayTokenStatEnabled. */
export interface BalanceDisplay {
  readonly inCurrency: boolean;
  readonly quotaPerUnit: number;
  /** The token's own balance instead of its user's. */
  readonly ofToken: boolean;
}

/** What clients take for no limit at all. */
const UNLIMITED_AMOUNT = 100_000_000;

/**
 * `/dashboard/billing/subscription`: what OpenAI's old clients show as the limit, which is all that was ever granted.
 * Throws the refusals of a key that may not be used by this caller; one that is expired or used up may still ask.
 */
export async function showSubscription(arrival: Arrival, deps: RelayDeps): Promise<object> {
  const identity = await findAsker(arrival, deps);
  const { granted } = await balanceOf(identity, deps);
  return {
    object: "billing_subscription",
    has_payment_method: true,
    soft_limit_usd: granted,
    hard_limit_usd: granted,
    system_hard_limit_usd: granted,
    access_until: expiryOf(identity),
  };
}

/** `/dashboard/billing/usage`: what has been used, in hundredths. */
export async function showUsage(arrival: Arrival, deps: RelayDeps): Promise<object> {
  const { used } = await balanceOf(await findAsker(arrival, deps), deps);
  return { object: "list", total_usage: used * 100 };
}

/** `/api/usage/token`: the token itself, in quota units. */
export async function showTokenUsage(arrival: Arrival, deps: RelayDeps): Promise<object> {
  const identity = await findAsker(arrival, deps);
  const { posted, used } = await accountOf(tokenAccount(identity.tokenId), deps);
  const limits = [...(identity.modelLimits ?? [])];
  return {
    code: true,
    message: "ok",
    data: {
      object: "token_usage",
      name: identity.tokenName,
      total_granted: posted + used,
      total_used: used,
      total_available: posted,
      unlimited_quota: identity.unlimited,
      model_limits: Object.fromEntries(limits.map((model) => [model, true])),
      model_limits_enabled: identity.modelLimits !== undefined,
      expires_at: expiryOf(identity),
    },
  };
}

async function findAsker({ request, ip }: Arrival, deps: RelayDeps): Promise<TokenIdentity> {
  const { identity } = await identify(request, deps);
  if (identity.userStatus !== UserStatus.enabled) throw new RelayError("user.banned");
  if (identity.tokenStatus === TokenStatus.disabled) throw new RelayError("key.disabled");
  if (identity.allowIps && !identity.allowIps.matches(ip)) throw new RelayError("key.ip-refused", { ip });
  return identity;
}

/** In the units that the operator shows: dollars, or units of quota. */
async function balanceOf(
  identity: TokenIdentity,
  deps: RelayDeps,
): Promise<{ granted: number; used: number }> {
  const { inCurrency, quotaPerUnit, ofToken } = deps.balanceDisplay();
  const account = ofToken ? tokenAccount(identity.tokenId) : userAccount(identity.userId);
  const { posted, used } = await accountOf(account, deps);
  const shown = (quota: number) => (inCurrency ? quota / quotaPerUnit : quota);
  const isUnlimited = ofToken && identity.unlimited;
  return { granted: isUnlimited ? UNLIMITED_AMOUNT : shown(posted + used), used: shown(used) };
}

async function accountOf(account: number, { ledger }: RelayDeps): Promise<{ posted: number; used: number }> {
  return (await ledger.balances([account])).get(account) ?? { posted: 0, used: 0 };
}

function expiryOf({ expiredTime }: TokenIdentity): number {
  return expiredTime === NEVER_EXPIRES ? 0 : expiredTime;
}
