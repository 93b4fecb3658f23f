import { classifyFailure, isWorthRetrying } from "../failures/classify-failure.ts";
import type { Failure, FailureFacts } from "../failures/classify-failure.ts";
import { ALL_KEYS_DISABLED, disablingReason } from "../failures/disabling-rule.ts";
import type { DisablingRule } from "../failures/disabling-rule.ts";
import { FAILURE_MEANINGS } from "../failures/failure-class.ts";
import { PROBE, PROBE_OVERDUE } from "../health/breaker.ts";
import { createChannelHealth } from "../health/channel-health.ts";
import type { ChannelHealth } from "../health/channel-health.ts";
import type { IncidentLog } from "../health/incident-log.ts";
import type { RetryableStatus } from "../retryable-status.ts";
import type { RoutingTable } from "../routing-table.ts";
import { createAffinity } from "./affinity.ts";
import { createAttemptPlan } from "./attempt-plan.ts";
import type { AttemptPlan, Attempted, PlanFacts } from "./attempt-plan.ts";
import { pickReady, pickSoonest } from "./pick-channel.ts";
import type { PickDeps, Picked } from "./pick-channel.ts";

/**
 * Decides where requests go and learns from what came of them. For each attempt: `next`, then `failed`, or
 * `answered` at its first token and `ended` at its end, or `passOver`.
 */
export interface ChannelRouter {
  /** What a request may use, fixed by the routing table of this moment. */
  plan(facts: PlanFacts): AttemptPlan;
  /** Where to send it next; undefined when nothing is left to try. */
  next(plan: AttemptPlan): Attempted | undefined;
  /**
   * The attempt is not made, because its channel is at a limit that the operator has set, or cannot carry the call: it
   * counts for nothing.
   */
  passOver(plan: AttemptPlan, attempted: Attempted): void;
  /** The attempt has its first token, or its whole answer, after so many milliseconds. */
  answered(plan: AttemptPlan, attempted: Attempted, latencyMs: number): void;
  /** The attempt has failed before anything was sent to the client; answers whether another is worth it. */
  failed(plan: AttemptPlan, attempted: Attempted, facts: FailureFacts): boolean;
  /** The attempt is over: answered to its end, or left by its client. `broken`: its answer had begun, and broke off by the upstream's fault. */
  ended(attempted: Attempted, broken?: FailureFacts): void;
}

export interface ChannelRouterDeps {
  table(): RoutingTable;
  nowMs(): number;
  /** From 0 up to 1. */
  random: () => number;
  incidents: Pick<IncidentLog, "add">;
  isRetryable(): RetryableStatus;
  rule(): DisablingRule;
  /** Option: of two channels drawn, the sooner one. */
  prefersFast(): boolean;
  /** A failure has said, by the rules, that the channel must be switched off; each that does says so. */
  onDisable(channelId: number, reason: string): void;
  health?: ChannelHealth;
}

export function createChannelRouter(deps: ChannelRouterDeps): ChannelRouter {
  const { health = createChannelHealth(deps) } = deps;
  const affinity = createAffinity();
  const pickDeps: PickDeps = { health, affinity, random: deps.random, prefersFast: deps.prefersFast };

  return {
    plan: (facts) => createAttemptPlan(facts, deps.table()),
    next(plan) {
      const nowMs = deps.nowMs();
      const picked = pickNext(plan, pickDeps, nowMs);
      if (!picked) return undefined;
      const attempted = attemptOf(plan, picked, nowMs);
      plan.tried.push(attempted);
      health.sent(attempted);
      return attempted;
    },
    passOver(plan, attempted) {
      attempted.isChannelFault = true;
      plan.triesInGroup = Math.max(0, plan.triesInGroup - 1);
      health.finished(attempted, deps.nowMs());
    },
    answered(plan, attempted, latencyMs) {
      const nowMs = deps.nowMs();
      health.succeeded(attempted, latencyMs, nowMs);
      const { conversation } = plan;
      if (conversation) affinity.remember(conversation, attempted.tier, attempted, nowMs);
    },
    failed(plan, attempted, facts) {
      const nowMs = deps.nowMs();
      const failure = classifyFailure({ ...facts, channelType: attempted.channel.type }, nowMs);
      attempted.isChannelFault = FAILURE_MEANINGS[failure.class].fault === "channel";
      if (plan.conversation) affinity.forget(plan.conversation);
      learn(deps, health, attempted, failure, nowMs);
      health.finished(attempted, nowMs);
      return isWorthRetrying(failure, deps.isRetryable());
    },
    ended(attempted, broken) {
      const nowMs = deps.nowMs();
      if (broken) health.broke(attempted, classifyFailure(broken, nowMs), nowMs);
      health.finished(attempted, nowMs, broken === undefined);
    },
  };
}

type Found = Picked & { group: string };

/** Group by group; only when nothing has been tried in any of them does it go where the channels are away. */
function pickNext(plan: AttemptPlan, deps: PickDeps, nowMs: number): Found | undefined {
  const { groups, maxTries } = plan.facts;
  for (; plan.groupIndex < groups.length; plan.groupIndex++, plan.triesInGroup = 0) {
    const group = groups[plan.groupIndex];
    if (group === undefined || plan.triesInGroup >= maxTries) continue;
    const picked = pickReady(plan, group, deps, nowMs);
    if (!picked) continue;
    plan.triesInGroup++;
    // Written out: spreading copies piece by piece, for every call.
    const { tier, channel, keyIndex, standing } = picked;
    return { tier, channel, keyIndex, standing, group };
  }
  if (plan.tried.length > 0) return undefined;
  let soonest: Found | undefined;
  for (const group of groups) {
    const picked = pickSoonest(plan, group, deps, nowMs);
    if (picked && (!soonest || picked.standing < soonest.standing)) soonest = { ...picked, group };
  }
  return soonest;
}

function attemptOf(
  { facts }: AttemptPlan,
  { channel, keyIndex, tier, standing, group }: Found,
  nowMs: number,
): Attempted {
  const isProbe = standing === PROBE || standing === PROBE_OVERDUE;
  return {
    channel,
    keyIndex,
    model: facts.model,
    isProbe,
    sentAtMs: nowMs,
    group,
    tier,
    isChannelFault: false,
  };
}

/** Tells health of a failure, and the operator's rules when it is one of those that switch a channel off. */
function learn(
  { table, rule, onDisable }: Pick<ChannelRouterDeps, "table" | "rule" | "onDisable">,
  health: ChannelHealth,
  attempted: Attempted,
  failure: Failure,
  nowMs: number,
): void {
  const { channel } = attempted;
  const rules = rule();
  const reason = rules.disables && channel.autoBan ? disablingReason(failure, rules) : undefined;
  health.failed(attempted, failure, nowMs, reason !== undefined);
  if (reason === undefined) return;
  // Sent before an operator has given it another key: that says nothing of the channel as it is now.
  if (table().channel(channel.id)?.key !== channel.key) return;
  if (channel.keys.length === 1) onDisable(channel.id, reason);
  else if (health.areAllKeysParked(channel)) onDisable(channel.id, ALL_KEYS_DISABLED);
}
