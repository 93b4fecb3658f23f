import type { EndReason } from "@tollgate/contract/logs";
import { DatabaseAwayError } from "../../db/database-away.ts";
import { charge } from "../../pricing/charge.ts";
import { findRate } from "../../pricing/find-rate.ts";
import type { CompiledPriceTables } from "../../pricing/compile-price-tables.ts";
import type { Rate } from "../../pricing/rate.ts";
import { inputTokens, outputTokens, usageOf } from "../../pricing/usage.ts";
import type { Usage } from "../../pricing/usage.ts";
import type { TokenIdentity } from "../../resources/tokens/token-identities.ts";
import { estimateResponse, holdQuota } from "../admit.ts";
import type { HoldPolicy } from "../admit.ts";
import { bySeconds } from "../media/media-usage.ts";
import type { RelayCall } from "../relay-call.ts";
import { newRequestId } from "../request-id.ts";
import { releaseCall, settleSentCall } from "../settlement.ts";
import type { SettlementDeps } from "../settlement.ts";
import { readUsage } from "../usage/read-usage.ts";

export interface BillingDeps extends SettlementDeps {
  prices(): CompiledPriceTables;
  holdPolicy(): HoldPolicy;
}

/** A response to charge. */
export interface BilledResponse {
  readonly usage: Usage;
  readonly rawUsage: unknown;
  readonly startedAtMs: number;
  readonly firstTokenMs: number | undefined;
  readonly endReason: EndReason;
  readonly error?: string | undefined;
}

/**
 * The money of a session. The price of one response is set aside as long as it lasts, and of more where more run beside
 * each other; each that ends is charged by itself, with a log row of its own, and the next is set aside. So a balance
 * falls below zero by what running responses cost above their reservations, and by no more.
 */
export interface SessionBilling {
  chargeResponse(response: BilledResponse): Promise<void>;
  /** What was written down of the client's own sound is sold by the model that wrote it. */
  chargeTranscription(model: string | undefined, rawUsage: unknown): Promise<void>;
  /** Sets so many responses aside, no more and no fewer. Throws the rule that refuses it. */
  setAside(responses: number): Promise<void>;
  /** Frees what is set aside, also for what could not be charged. */
  end(): Promise<void>;
}

interface OpenHold {
  readonly requestId: string;
  readonly quota: number;
}

/** Sound as tokens where a transcription's model has no price: as OpenAI's models hear it. */
const HEARD_TOKENS_PER_SECOND = 10;

/** `identify` answers the caller as he is now, and throws when he may not go on. */
export function createSessionBilling(
  call: RelayCall,
  { channelId, upstreamModel }: { channelId: number; upstreamModel: string },
  identify: () => Promise<TokenIdentity>,
  deps: BillingDeps,
): SessionBilling {
  let { identity } = call;
  const holds: OpenHold[] = [{ requestId: call.requestId, quota: call.heldQuota }];
  /** Whose charge has failed; one that was committed all the same has resolved its hold. */
  const uncharged: OpenHold[] = [];
  const used = { tokens: 0, quota: 0 };

  /** Posts one charge, which resolves its hold. */
  async function post(
    hold: OpenHold,
    { sold, model }: { sold: RelayCall; model: string },
    { usage, ...told }: BilledResponse,
  ): Promise<void> {
    const { requestId, quota: heldQuota } = hold;
    const { startedAtMs } = told;
    try {
      await settleSentCall(
        {
          ...sold,
          requestId,
          heldQuota,
          identity,
          sessionId: call.requestId,
          startedAtMs,
          limits: undefined,
        },
        { usage, ...told, channelId, upstreamModel: model, losses: [] },
        deps,
      );
    } catch (error) {
      // At a database that is away it is asked for until that is back: the hold is its own.
      if (!(error instanceof DatabaseAwayError)) uncharged.push(hold);
      throw error;
    }
    used.tokens += inputTokens(usage) + outputTokens(usage);
    used.quota += charge(sold.rate, usage).quota;
    call.limits?.settle(used);
  }

  /** For a charge that nothing was set aside for: what is written down, and a response that nobody announced. */
  async function holdNothing(): Promise<OpenHold> {
    const requestId = newRequestId(deps.clock);
    const nothing = { quota: 0, requiresPositiveBalance: false };
    await holdQuota(deps.ledger, requestId, identity, nothing, deps.holdPolicy());
    return { requestId, quota: 0 };
  }

  async function holdResponse(): Promise<OpenHold> {
    identity = await identify();
    const requestId = newRequestId(deps.clock);
    const policy = deps.holdPolicy();
    const estimate = estimateResponse(call.rate, policy);
    await holdQuota(deps.ledger, requestId, identity, estimate, policy);
    return { requestId, quota: estimate.quota };
  }

  async function keep(count: number): Promise<void> {
    const release = ({ requestId }: OpenHold) => releaseCall({ requestId, identity }, deps);
    await Promise.all(holds.splice(count).map(release));
  }

  return {
    async chargeResponse(response) {
      await post(holds.shift() ?? (await holdNothing()), { sold: call, model: upstreamModel }, response);
    },
    async chargeTranscription(model, rawUsage) {
      const usage = readUsage("openai-transcriptions", rawUsage);
      if (!usage) return;
      const sold = soldAs(model, call, deps);
      const request = { ...call.request, model: sold.model };
      const written = { sold: { ...call, request, rate: sold.rate }, model: model ?? upstreamModel };
      await post(await holdNothing(), written, {
        usage: lengthAsTokens(usage, sold),
        rawUsage,
        startedAtMs: deps.clock.nowMs(),
        firstTokenMs: undefined,
        endReason: "done",
      });
    },
    async setAside(responses) {
      while (holds.length < responses) holds.push(await holdResponse());
      await keep(responses);
    },
    async end() {
      holds.push(...uncharged.splice(0));
      await keep(0);
    },
  };
}

interface Sold {
  readonly model: string;
  readonly rate: Rate;
  readonly hasOwnPrice: boolean;
}

/** At the price of the model that writes, or at the session's where it has none. */
function soldAs(model: string | undefined, call: RelayCall, deps: BillingDeps): Sold {
  const own =
    model === undefined
      ? undefined
      : findRate(deps.prices(), {
          model,
          userGroup: call.identity.userGroup,
          usingGroup: call.group,
          selfUseModeEnabled: deps.holdPolicy().selfUseModeEnabled,
        });
  return model === undefined || !own || "error" in own
    ? { model: call.request.model, rate: call.rate, hasOwnPrice: false }
    : { model, rate: own, hasOwnPrice: true };
}

function lengthAsTokens(usage: Usage, { rate, hasOwnPrice }: Sold): Usage {
  const { seconds } = usage;
  if (seconds === undefined) return usage;
  if (hasOwnPrice) return bySeconds(usage, rate, seconds);
  return usageOf({ ...usage, input: { audio: Math.ceil(seconds * HEARD_TOKENS_PER_SECOND) } });
}
