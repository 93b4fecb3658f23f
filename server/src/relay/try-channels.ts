import type { EndReason } from "@tollgate/contract/logs";
import { charge } from "../pricing/charge.ts";
import type { RelayChannel } from "../resources/channels/relay-channels.ts";
import type { AttemptRecord } from "./attempt.ts";
import type { FailedAttempt } from "./failed-attempt.ts";
import { brokenEnd, failureFactsOf } from "./failure-facts.ts";
import { callInGroup } from "./relay-call.ts";
import type { RelayCall } from "./relay-call.ts";
import { RelayError } from "./relay-error.ts";
import type { RelayErrorCode } from "./relay-error.ts";
import type { Attempted } from "./routing/choice/attempt-plan.ts";
import type { ChannelRouter } from "./routing/choice/channel-router.ts";
import { channelWithKey } from "./routing/routed-channel.ts";
import type { RoutedChannel } from "./routing/routed-channel.ts";
import type { RoutingTable } from "./routing/routing-table.ts";

export interface TryDeps {
  routing(): RoutingTable;
  router: ChannelRouter;
  /** Option RetryTimes. */
  retryTimes(): number;
  loadChannel(id: number): Promise<RelayChannel | undefined>;
}

/** What an upstream gave to a call: `whole` when nothing of it is still on its way. */
interface Answered {
  readonly kind: string;
  readonly channel: RelayChannel;
}

/** What came of a call's attempts. */
export interface Tried<Answer extends Answered> {
  readonly outcome: Answer | FailedAttempt;
  /** The call, in the group of the channel that was tried last. */
  readonly call: RelayCall;
  /** To be told how a stream has ended. */
  ended(reason: EndReason): void;
}

/**
 * Tries channel after channel while nothing has been sent, the client is there and the failure is worth it; or the one
 * that an administrator has chosen. `attempt` sends it to one; it throws only where nothing was sent. Throws model_not_found,
 * channel.disabled, channel.unknown, limit.channels, conversation.not-kept, upstream.unsupported,
 * parameter.not-there, media.*, body.parameter.
 */
export async function tryChannels<Answer extends Answered, Deps extends TryDeps>(
  call: RelayCall,
  channelId: number | undefined,
  deps: Deps,
  attempt: (call: RelayCall, channel: RelayChannel, deps: Deps) => Promise<Answer | FailedAttempt>,
): Promise<Tried<Answer>> {
  const { router } = deps;
  const only = channelId === undefined ? undefined : await pinned(channelId, deps);
  const plan = router.plan({
    model: call.request.model,
    groups: only ? [call.group] : call.groups.map(({ group }) => group),
    maxTries: only ? 1 : deps.retryTimes() + 1,
    conversation: call.conversation,
    only,
  });
  let last: Tried<Answer> | undefined;
  let refusal: RelayError | undefined;
  for (let attempted = router.next(plan); attempted; attempted = router.next(plan)) {
    if (call.limits && !(await call.limits.enterChannel(attempted.channel))) {
      router.passOver(plan, attempted);
      continue;
    }
    const served = callInGroup(call, attempted.group);
    const startedMs = performance.now();
    let outcome: Answer | FailedAttempt;
    try {
      outcome = await attempt(served, channelWithKey(attempted.channel, attempted.keyIndex), deps);
      // Nothing was sent, and the channel is as well as before.
      if (isUnsupported(outcome)) throw outcome.error;
    } catch (error) {
      // A request that cannot be sent says nothing about the channel.
      call.limits?.leaveChannel();
      if (!mayBeCarriedElsewhere(error, call)) {
        router.ended(attempted);
        throw error;
      }
      router.passOver(plan, attempted);
      refusal = error;
      continue;
    }
    const durationMs = performance.now() - startedMs;
    note(served, outcome, durationMs);
    if (!hasFailed(outcome)) {
      router.answered(plan, attempted, durationMs);
      const isOver = outcome.kind === "whole";
      if (isOver) router.ended(attempted);
      return { outcome, call: served, ended: isOver ? heardAlready : hearing(router, attempted) };
    }
    call.limits?.leaveChannel();
    last = { outcome, call: served, ended: heardAlready };
    if (call.client.hasLeft) {
      // Who leaves before the answer has nothing to say about the channel.
      router.ended(attempted);
      return last;
    }
    if (!router.failed(plan, attempted, failureFactsOf(outcome))) return last;
  }
  if (last) return last;
  throw (
    refusal ??
    call.limits?.channelRefusal() ??
    new RelayError("model_not_found", { group: call.group, model: call.request.model })
  );
}

function heardAlready(): void {}

function hearing({ ended }: ChannelRouter, attempted: Attempted): (reason: EndReason) => void {
  return (reason) => ended(attempted, brokenEnd(reason));
}

function hasFailed(outcome: Answered | FailedAttempt): outcome is FailedAttempt {
  return outcome.kind === "failed";
}

/** The channel's vendor has no such call. */
function isUnsupported(outcome: Answered | FailedAttempt): outcome is FailedAttempt {
  return hasFailed(outcome) && outcome.error.code === "upstream.unsupported";
}

/** The channel's vendor or dialect cannot carry the request as it is: another's may, which fetches files itself for one. */
function mayBeCarriedElsewhere(error: unknown, { request }: RelayCall): error is RelayError {
  if (!(error instanceof RelayError)) return false;
  // A completion is read only where it must become a chat, which says less.
  return (
    CARRIED_ELSEWHERE.has(error.code) ||
    (request.operation === "completions" && error.code === "body.parameter")
  );
}

const CARRIED_ELSEWHERE: ReadonlySet<RelayErrorCode> = new Set([
  "conversation.not-kept",
  "upstream.unsupported",
  "parameter.not-there",
  "media.unreachable",
  "media.wrong-type",
  "media.too-large",
  "media.too-many",
  "media.not-fetched",
]);

async function pinned(channelId: number, deps: TryDeps): Promise<RoutedChannel> {
  const channel = deps.routing().channel(channelId);
  if (channel) return channel;
  throw new RelayError((await deps.loadChannel(channelId)) ? "channel.disabled" : "channel.unknown");
}

function note(call: RelayCall, outcome: Answered | FailedAttempt, durationMs: number): void {
  const record: AttemptRecord = { channel_id: outcome.channel.id, duration_ms: Math.round(durationMs) };
  call.attempts.push(record);
  if (!hasFailed(outcome)) return;
  record.error = outcome.detail;
  // Nobody answered the user: what the upstream bills is the operator's cost, told by the log.
  if (outcome.billed) record.operator_quota = charge(call.rate, outcome.billed).quota;
  if (outcome.status !== undefined) record.status_code = outcome.status;
}
