import type { QuotaDisplay } from "@tollgate/contract/quota";
import { tokenAccount, userAccount } from "../ledger/account.ts";
import type { AccountId } from "../ledger/account.ts";
import type { Ledger } from "../ledger/ledger.ts";
import type { Outcome } from "../ledger/verbs.ts";
import { chargeRoundedUp } from "../pricing/charge.ts";
import { estimateHold } from "../pricing/estimate.ts";
import type { HoldEstimate } from "../pricing/estimate.ts";
import { findRate } from "../pricing/find-rate.ts";
import type { CompiledPriceTables } from "../pricing/compile-price-tables.ts";
import type { Rate } from "../pricing/rate.ts";
import { usageOf } from "../pricing/usage.ts";
import type { NewLog } from "../resources/logs/log-store.ts";
import type { TokenIdentity } from "../resources/tokens/token-identities.ts";
import { spokenQuota } from "../resources/wallet/quota-words.ts";
import { estimatePrompt } from "./formats/openai/openai-prompt-tokens.ts";
import type { ClientRequest } from "./formats/client-request.ts";
import { estimateMedia } from "./media/media-estimate.ts";
import type { PricedGroup, PricedGroups } from "./relay-call.ts";
import { RelayError } from "./relay-error.ts";

export interface Estimate {
  readonly rate: Rate;
  readonly hold: HoldEstimate;
}

/** The operator's rules for what is set aside: the options of the same meaning. */
export interface HoldPolicy {
  readonly preConsumedTokens: number;
  readonly defaultOutputTokens: number;
  readonly freeCallsNeedBalance: boolean;
  readonly selfUseModeEnabled: boolean;
  /** How refusals tell amounts. */
  readonly quotaDisplay: QuotaDisplay;
}

/** The price of the call, frozen, and what to set aside for it. Throws model.no-price. */
function estimateCall(
  request: ClientRequest,
  tables: CompiledPriceTables,
  groups: { userGroup: string; usingGroup: string },
  policy: HoldPolicy,
): Estimate {
  const { selfUseModeEnabled } = policy;
  const { model } = request;
  const { userGroup, usingGroup } = groups;
  const rate = findRate(tables, { model, userGroup, usingGroup, selfUseModeEnabled });
  if ("error" in rate) throw new RelayError("model.no-price", { model: request.model });
  if (request.operation === "realtime") return { rate, hold: estimateResponse(rate, policy) };
  if (request.media) return estimateMedia(request.media, request.model, rate, policy.freeCallsNeedBalance);
  // A token is a byte at least: what is set aside anyway covers a short body, and counting it would tell nothing.
  const isCovered = request.bytes.byteLength <= policy.preConsumedTokens && request.prompt.media.length === 0;
  const { tokens, imageTokens, audioTokens } = isCovered ? NOTHING_COUNTED : estimatePrompt(request);
  const hold = estimateHold(rate, {
    promptTokens: tokens,
    imageTokens,
    audioTokens,
    maxOutputTokens: request.maxOutputTokens,
    choices: request.choices,
    preConsumedTokens: policy.preConsumedTokens,
    defaultOutputTokens: policy.defaultOutputTokens,
    freeCallsNeedBalance: policy.freeCallsNeedBalance,
  });
  return { rate, hold };
}

/** What to set aside for the next response of a session: nobody knows its length, and sound is dearer than text. */
export function estimateResponse(rate: Rate, policy: HoldPolicy): HoldEstimate {
  const { preConsumedTokens: heard, defaultOutputTokens: spoken, freeCallsNeedBalance } = policy;
  const [asText, asSound] = [
    usageOf({ requests: 1, input: { uncached: heard }, output: { text: spoken } }),
    usageOf({ requests: 1, input: { audio: heard }, output: { audio: spoken } }),
  ];
  const quota = Math.max(chargeRoundedUp(rate, asText), chargeRoundedUp(rate, asSound));
  return { quota, requiresPositiveBalance: quota === 0 && freeCallsNeedBalance };
}

const NOTHING_COUNTED = { tokens: 0, imageTokens: 0, audioTokens: 0 };

/** The same for every group that may serve the call; what is set aside is enough for the dearest of them. */
export function estimateInGroups(
  request: ClientRequest,
  tables: CompiledPriceTables,
  { identity, names }: { identity: TokenIdentity; names: readonly [string, ...string[]] },
  policy: HoldPolicy,
): { groups: PricedGroups; estimate: Estimate } {
  const { userGroup } = identity;
  const [first, ...others] = names;
  let estimate = estimateCall(request, tables, { userGroup, usingGroup: first }, policy);
  const groups: [PricedGroup, ...PricedGroup[]] = [{ group: first, rate: estimate.rate }];
  for (const group of others) {
    const other = estimateCall(request, tables, { userGroup, usingGroup: group }, policy);
    groups.push({ group, rate: other.rate });
    if (other.hold.quota > estimate.hold.quota) estimate = other;
  }
  return { groups, estimate };
}

/** How many tokens a call is likely to be, its answer as long as it may be; counted when first asked for. */
export function estimateTokens(request: ClientRequest, policy: HoldPolicy): () => number {
  let tokens: number | undefined;
  return () => {
    const { operation, maxOutputTokens, choices } = request;
    const answer = operation === "embeddings" ? 0 : (maxOutputTokens ?? policy.defaultOutputTokens * choices);
    return (tokens ??= Math.ceil(estimatePrompt(request).tokens + answer));
  };
}

/** Who pays for a request, as the ledger names them. A call of the playground has no token that limits it. */
export function holdOf(requestId: string, { userId, tokenId }: TokenIdentity) {
  const limit = tokenId === 0 ? undefined : tokenAccount(tokenId);
  return { holdId: requestId, payer: userAccount(userId), limit };
}

/**
 * Sets the estimate aside, without a promise where the ledger decides at once. Throws insufficient_user_quota or
 * pre_consume_token_quota_failed; then nothing is held.
 */
export function holdQuota(
  ledger: Ledger<NewLog>,
  requestId: string,
  identity: TokenIdentity,
  { quota: amount, requiresPositiveBalance }: HoldEstimate,
  { quotaDisplay }: Pick<HoldPolicy, "quotaDisplay">,
): void | Promise<void> {
  const { holdId, payer, limit } = holdOf(requestId, identity);
  const reserved = ledger.reserve({
    holdId,
    payer,
    limit: limit === undefined ? undefined : { account: limit, guarded: !identity.unlimited },
    amount,
    needsBalance: requiresPositiveBalance,
    isNew: true,
  });
  const require = (outcome: Outcome) => {
    if (!outcome.ok) throw refusedHold(outcome, { needed: amount, limit, quotaDisplay });
  };
  if (reserved instanceof Promise) return reserved.then(require);
  require(reserved);
}

function refusedHold(
  outcome: Outcome & { ok: false },
  call: { needed: number; limit: AccountId | undefined; quotaDisplay: QuotaDisplay },
): RelayError {
  const { reason, account, available } = outcome;
  if (reason !== "insufficient") throw new Error(`a reservation failed: ${reason}`);
  const code = account === call.limit ? "pre_consume_token_quota_failed" : "insufficient_user_quota";
  return new RelayError(code, {
    available: spokenQuota(available, call.quotaDisplay),
    needed: spokenQuota(call.needed, call.quotaDisplay),
  });
}
