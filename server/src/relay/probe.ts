import { logSentence } from "@tollgate/contract/log-sentences";
import { systemClock } from "../lib/clock.ts";
import type { Clock } from "../lib/clock.ts";
import { LogType } from "@tollgate/contract/statuses";
import { charge } from "../pricing/charge.ts";
import { findRate } from "../pricing/find-rate.ts";
import { rateVersion } from "../pricing/rate-version.ts";
import { inputTokens, outputTokens } from "../pricing/usage.ts";
import type { RelayChannel } from "../resources/channels/relay-channels.ts";
import type { NewLog } from "../resources/logs/log-store.ts";
import { loggedQuota } from "../resources/wallet/quota-words.ts";
import { attempt } from "./attempt.ts";
import { clientOf } from "./client-presence.ts";
import type { AttemptDeps, AttemptOutcome, RawAnswer, WholeAnswer } from "./attempt.ts";
import { failureFactsOf } from "./failure-facts.ts";
import { expectedMediaUsage } from "./media/media-usage.ts";
import { operationOfModel, probeRequest } from "./probe-request.ts";
import { classifyFailure } from "./routing/failures/classify-failure.ts";
import { ALL_KEYS_DISABLED, disablingReason } from "./routing/failures/disabling-rule.ts";
import type { DisablingRule } from "./routing/failures/disabling-rule.ts";
import { channelWithKey, routedChannel } from "./routing/routed-channel.ts";
import type { RoutedChannel } from "./routing/routed-channel.ts";
import { readAnswerUsage } from "./usage/read-usage.ts";
import { newRequestId } from "./request-id.ts";
import type { RelayDeps } from "./relay.ts";

export interface ProbeResult {
  readonly success: boolean;
  /** Empty when it worked, else the upstream's reason. */
  readonly message: string;
  readonly timeSeconds: number;
  /** Why a failure is a reason to switch the channel off, by the operator's rule; absent when it is none. */
  readonly disablingReason?: string | undefined;
}

/** Who asked for the test: it appears in his log, and is not charged. */
export interface Tester {
  readonly id: number;
  readonly username: string;
  readonly ip: string;
}

const DEFAULT_TEST_MODEL = "gpt-4o-mini";
const TEST_TOKEN_NAME = "模型测试";

type ProbeDeps = Pick<
  RelayDeps,
  | "loadChannel"
  | "openExchange"
  | "relayTimeoutMs"
  | "streamingTimeoutMs"
  | "firstTokenTimeoutMs"
  | "asksForUsage"
  | "drainsOnDisconnect"
  | "rates"
  | "prices"
  | "insertLog"
  | "holdPolicy"
> & {
  clock: Clock;
  disablingRule(): DisablingRule;
};

/** Sends one tiny request through a channel, whatever its status, and logs what it would have cost. `stop` breaks it off. */
export async function probeChannel(
  channelId: number,
  model: string | undefined,
  tester: Tester,
  deps: ProbeDeps,
  stop?: AbortSignal,
): Promise<ProbeResult> {
  const channel = await deps.loadChannel(channelId);
  if (!channel) return { success: false, message: "no such channel", timeSeconds: 0 };
  const tested = model || testModelOf(channel);
  const { outcome, timeSeconds, disablingReason } = await probeKeys(
    routedChannel(channel),
    tested,
    deps,
    stop,
  );
  if (!hasWorked(outcome)) {
    const message = outcome.kind === "failed" ? outcome.detail : "the answer was a stream";
    return { success: false, message, timeSeconds, disablingReason };
  }
  await deps.insertLog(await probeLog(outcome, tested, tester, timeSeconds, deps));
  return { success: true, message: "", timeSeconds };
}

/** The model to test a channel with when none is named: the first, but pictures only where there is nothing cheaper. */
export function testModelOf({ testModel, models }: RelayChannel): string {
  const cheap = models.find((model) => operationOfModel(model) !== "images/generations");
  return testModel || cheap || models[0] || DEFAULT_TEST_MODEL;
}

/** Whether an upstream has answered the tiny request as it should: with JSON, or with sound. */
export function hasWorked(outcome: AttemptOutcome): outcome is WholeAnswer | RawAnswer {
  return outcome.kind === "whole" || outcome.kind === "raw";
}

/** Sends the tiny request, as the channel stands: with its one key. Never throws for the upstream. */
export async function sendProbe(
  channel: RelayChannel,
  model: string,
  deps: AttemptDeps,
  stop?: AbortSignal,
): Promise<{ outcome: AttemptOutcome; timeSeconds: number }> {
  const startedMs = performance.now();
  const timeout = AbortSignal.timeout(PROBE_TIMEOUT_MS);
  const signal = stop ? AbortSignal.any([stop, timeout]) : timeout;
  const outcome = await attempt(
    {
      requestId: newRequestId(systemClock),
      startedAtMs: systemClock.nowMs(),
      request: probeRequest(channel, model),
      client: clientOf({ signal }),
      headers: new Headers(),
    },
    channel,
    deps,
  );
  // Its beginning is all that is to be known of a sound.
  if (outcome.kind === "raw") outcome.abort();
  return { outcome, timeSeconds: Math.round(performance.now() - startedMs) / 1000 };
}

/** Tries another key while one is refused, so that a channel is not judged by one of many. */
async function probeKeys(channel: RoutedChannel, model: string, deps: ProbeDeps, stop?: AbortSignal) {
  const { length: count } = channel.keys;
  let keyIndex = 0;
  for (;;) {
    const sent = await sendProbe(channelWithKey(channel, keyIndex), model, deps, stop);
    const reason = disablingReasonOf(sent.outcome, channel, deps);
    keyIndex++;
    if (reason === undefined || stop?.aborted) return { ...sent, disablingReason: undefined };
    if (keyIndex === count) return { ...sent, disablingReason: count === 1 ? reason : ALL_KEYS_DISABLED };
    // The other keys have not been asked.
    if (keyIndex === KEYS_MAX) return { ...sent, disablingReason: undefined };
  }
}

function disablingReasonOf(
  outcome: AttemptOutcome,
  { type: channelType }: RelayChannel,
  { clock, disablingRule }: ProbeDeps,
): string | undefined {
  if (outcome.kind !== "failed") return undefined;
  const failure = classifyFailure({ ...failureFactsOf(outcome), channelType }, clock.nowMs());
  return disablingReason(failure, disablingRule());
}

/** Keys of one channel that are tried in one test. */
const KEYS_MAX = 5;
const PROBE_TIMEOUT_MS = 60_000;

async function probeLog(
  outcome: WholeAnswer | RawAnswer,
  model: string,
  tester: Tester,
  timeSeconds: number,
  deps: ProbeDeps,
): Promise<NewLog> {
  const { channel, lane } = outcome;
  const group = channel.groups[0] ?? "";
  const rate = findRate(deps.prices(), { model, userGroup: group, usingGroup: group });
  if (!("error" in rate) && !deps.rates.isStored(rate)) await deps.rates.store(rate);
  const reported = outcome.kind === "whole" ? readAnswerUsage(lane.usageDialect, outcome.body) : undefined;
  const { media } = probeRequest(channel, model);
  const usage =
    reported ?? (media && !("error" in rate) ? expectedMediaUsage(media, model, rate) : undefined);
  const wouldCost = usage && !("error" in rate) ? charge(rate, usage).quota : undefined;
  return {
    createdAt: Math.floor(deps.clock.nowMs() / 1000),
    type: LogType.consume,
    userId: tester.id,
    username: tester.username,
    channelId: channel.id,
    tokenId: 0,
    tokenName: TEST_TOKEN_NAME,
    modelName: model,
    group,
    isStream: false,
    useTime: Math.round(timeSeconds),
    promptTokens: usage ? inputTokens(usage) : 0,
    completionTokens: usage ? outputTokens(usage) : 0,
    quota: 0,
    content:
      wouldCost === undefined
        ? logSentence("probe", {})
        : logSentence("probePriced", { units: loggedQuota(wouldCost, deps.holdPolicy().quotaDisplay) }),
    ip: tester.ip,
    requestId: newRequestId(deps.clock),
    other: JSON.stringify({
      rate_version: "error" in rate ? undefined : rateVersion(rate),
      usage,
      admin_info: { use_channel: [channel.id] },
    }),
  };
}
