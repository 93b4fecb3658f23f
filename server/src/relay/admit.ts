import { tokenAccount, userAccount } from "../ledger/account.ts";
import type { Ledger } from "../ledger/ledger.ts";
import { estimateQuota } from "../pricing/estimate.ts";
import { findRate } from "../pricing/find-rate.ts";
import type { CompiledPriceTables } from "../pricing/compile-price-tables.ts";
import type { Rate } from "../pricing/rate.ts";
import { estimatePromptTokens } from "../pricing/token-estimate.ts";
import type { NewLog } from "../resources/logs/log-store.ts";
import type { TokenIdentity } from "../resources/tokens/token-identities.ts";
import type { OpenAiRequest } from "./formats/openai/openai-request.ts";
import { RelayError } from "./relay-error.ts";

/** Tokens assumed for one picture in a prompt: a large one in high detail at OpenAI's tile rule (85 + 4 × 170). */
const TOKENS_PER_IMAGE = 765;

export interface Estimate {
  readonly rate: Rate;
  readonly promptTokens: number;
  readonly quota: number;
}

/** The price of the call, frozen, and what to set aside for it. Throws model.no-price. */
export function estimateCall(
  request: OpenAiRequest,
  tables: CompiledPriceTables,
  groups: { userGroup: string; usingGroup: string },
  policy: { preConsumedTokens: number; selfUseModeEnabled: boolean },
): Estimate {
  const rate = findRate(tables, {
    model: request.model,
    ...groups,
    selfUseModeEnabled: policy.selfUseModeEnabled,
  });
  if ("error" in rate) throw new RelayError("model.no-price", { model: request.model });
  const promptTokens = estimatePromptTokens(request.prompt.text) + request.prompt.images * TOKENS_PER_IMAGE;
  const quota = estimateQuota(rate, {
    promptTokens,
    maxOutputTokens: request.maxOutputTokens,
    preConsumedTokens: policy.preConsumedTokens,
  });
  return { rate, promptTokens, quota };
}

/** Who pays for a request, as the ledger names them. */
export function holdOf(requestId: string, identity: TokenIdentity) {
  return { holdId: requestId, payer: userAccount(identity.userId), limit: tokenAccount(identity.tokenId) };
}

/** Sets the estimate aside. Throws insufficient_user_quota or pre_consume_token_quota_failed; then nothing is held. */
export async function holdQuota(
  ledger: Ledger<NewLog>,
  requestId: string,
  identity: TokenIdentity,
  amount: number,
): Promise<void> {
  const { limit, ...hold } = holdOf(requestId, identity);
  const outcome = await ledger.reserve({
    ...hold,
    limit: { account: limit, guarded: !identity.unlimited },
    amount,
    isNew: true,
  });
  if (outcome.ok) return;
  const details = { available: outcome.available, needed: amount };
  if (outcome.reason !== "insufficient")
    throw new Error(`the reservation of ${requestId} failed: ${outcome.reason}`);
  throw new RelayError(
    outcome.account === limit ? "pre_consume_token_quota_failed" : "insufficient_user_quota",
    details,
  );
}
