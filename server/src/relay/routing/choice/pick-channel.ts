import { FREE, PROBE } from "../health/breaker.ts";
import type { Standing } from "../health/breaker.ts";
import type { ChannelHealth } from "../health/channel-health.ts";
import type { RoutedChannel } from "../routed-channel.ts";
import type { Tier } from "../routing-table.ts";
import type { Affinity } from "./affinity.ts";
import { hasFailedAsChannel, isTried, tiersOfPlan } from "./attempt-plan.ts";
import type { AttemptPlan } from "./attempt-plan.ts";
import { drawAmong, drawFrom } from "./draw.ts";

export interface PickDeps {
  readonly health: Pick<ChannelHealth, "standing" | "turn" | "cost">;
  readonly affinity: Affinity;
  readonly random: () => number;
  /** Of two channels drawn, the one that answers sooner is taken. */
  prefersFast(): boolean;
}

/** A channel and key to try next. */
export interface Picked {
  readonly tier: Tier;
  readonly channel: RoutedChannel;
  readonly keyIndex: number;
  readonly standing: Standing;
}

/** How far a pick may go: what is free, also what is to be probed, or also other keys of a channel that has failed. */
type Reach = "free" | "probe" | "any-key";

/** Draws before a tier is looked through, which takes the longer the larger it is. */
const QUICK_DRAWS_MIN = 4;
const QUICK_DRAWS_MAX = 32;
/** A conversation leaves a channel that answers this much later than another, and no sooner than that. */
const SLOW_FACTOR = 3;
const SLOW_MS = 2000;

/** The next channel and key of the plan's group, from the highest tier that has one; undefined when none is left. */
export function pickReady(
  plan: AttemptPlan,
  group: string,
  deps: PickDeps,
  nowMs: number,
): Picked | undefined {
  const tiers = tiersOfPlan(plan, group);
  // Who could not go elsewhere afterwards is not used to try whether a channel works again.
  const isLastTry = plan.triesInGroup + 1 >= plan.facts.maxTries;
  const first = isLastTry ? "free" : "probe";
  const picked = pickWithin(tiers, plan, first, deps, nowMs);
  if (picked) return picked;
  const probed = isLastTry ? pickWithin(tiers, plan, "probe", deps, nowMs) : undefined;
  return probed ?? (plan.tried.length > 0 ? pickWithin(tiers, plan, "any-key", deps, nowMs) : undefined);
}

/** When everything is away: the channel and key that may be tried soonest. */
export function pickSoonest(
  plan: AttemptPlan,
  group: string,
  { health }: PickDeps,
  nowMs: number,
): Picked | undefined {
  let soonest: Picked | undefined;
  for (const tier of tiersOfPlan(plan, group))
    for (const channel of tier.channels)
      for (let keyIndex = 0; keyIndex < channel.keys.length; keyIndex++) {
        const standing = health.standing(channel, keyIndex, plan.facts.model, nowMs);
        if (isTried(plan, channel, keyIndex) || (soonest && standing >= soonest.standing)) continue;
        soonest = { tier, channel, keyIndex, standing };
      }
  return soonest;
}

function pickWithin(
  tiers: readonly Tier[],
  plan: AttemptPlan,
  reach: Reach,
  deps: PickDeps,
  nowMs: number,
): Picked | undefined {
  for (const tier of tiers) {
    const look: Look = { tier, plan, reach, deps, nowMs };
    const picked = pickPreferred(look) ?? pickDrawn(look) ?? pickSearched(look);
    if (picked) return picked;
  }
  return undefined;
}

interface Look {
  readonly tier: Tier;
  readonly plan: AttemptPlan;
  readonly reach: Reach;
  readonly deps: PickDeps;
  readonly nowMs: number;
}

/** The place that has the conversation's prompt cached, while it is free and not slow. */
function pickPreferred({ tier, plan, deps, nowMs }: Look): Picked | undefined {
  const isAlone = tier.channels.length === 1 && (tier.channels[0]?.keys.length ?? 0) < 2;
  if (isAlone || plan.facts.only || plan.tried.length > 0) return undefined;
  plan.conversation ??= plan.facts.conversation() ?? "";
  if (plan.conversation === "") return undefined;
  const place = deps.affinity.find(plan.conversation, tier, nowMs);
  if (!place) return undefined;
  const { channel, keyIndex } = place;
  const isFree = deps.health.standing(channel, keyIndex, plan.facts.model, nowMs) === FREE;
  return isFree && !isSlow({ tier, plan, deps, nowMs }, channel)
    ? { tier, ...place, standing: FREE }
    : undefined;
}

function isSlow({ tier, plan, deps, nowMs }: Omit<Look, "reach">, channel: RoutedChannel): boolean {
  const { model } = plan.facts;
  const costMs = deps.health.cost(channel, model, nowMs);
  if (costMs < SLOW_MS) return false;
  for (let draws = 0; draws < QUICK_DRAWS_MIN; draws++) {
    const other = drawFrom(tier, deps.random);
    const otherMs = other && other !== channel ? deps.health.cost(other, model, nowMs) : 0;
    if (otherMs > 0) return costMs > otherMs * SLOW_FACTOR;
  }
  return false;
}

function pickDrawn(look: Look): Picked | undefined {
  const { tier, deps } = look;
  const count = tier.channels.length;
  const most = Math.min(Math.max(count, QUICK_DRAWS_MIN), QUICK_DRAWS_MAX);
  for (let draws = 0; draws < most; draws++) {
    let channel = drawFrom(tier, deps.random);
    if (channel && deps.prefersFast()) channel = faster(look, channel, drawFrom(tier, deps.random));
    const picked = channel && readyKey(look, channel);
    if (picked || count === 1) return picked;
  }
  return undefined;
}

/** Of those that nothing is known of, and of equals, the first. */
function faster(
  { plan, deps, nowMs }: Look,
  first: RoutedChannel,
  second: RoutedChannel | undefined,
): RoutedChannel {
  if (!second || second === first) return first;
  const { model } = plan.facts;
  return deps.health.cost(second, model, nowMs) < deps.health.cost(first, model, nowMs) ? second : first;
}

/** Looks through a tier, because draws have met none that is ready. */
function pickSearched(look: Look): Picked | undefined {
  const { tier, deps } = look;
  if (tier.channels.length === 1) return undefined;
  const ready = tier.channels.filter((channel) => isReady(look, channel));
  for (;;) {
    const channel = drawAmong(ready, deps.random);
    if (!channel) return undefined;
    const picked = readyKey(look, channel);
    if (picked) return picked;
    ready.splice(ready.indexOf(channel), 1);
  }
}

function isReady(look: Look, channel: RoutedChannel): boolean {
  for (let keyIndex = 0; keyIndex < channel.keys.length; keyIndex++)
    if (standingWithin(look, channel, keyIndex) !== undefined) return true;
  return false;
}

/** The channel's next key that is ready: by turn or at random, as the channel wants it. */
function readyKey(look: Look, channel: RoutedChannel): Picked | undefined {
  const { tier, deps } = look;
  const count = channel.keys.length;
  const start =
    count === 1
      ? 0
      : channel.keyRotation === "round-robin"
        ? deps.health.turn(channel)
        : Math.floor(deps.random() * count);
  for (let step = 0; step < count; step++) {
    const keyIndex = (start + step) % count;
    const standing = standingWithin(look, channel, keyIndex);
    if (standing !== undefined) return { tier, channel, keyIndex, standing };
  }
  return undefined;
}

/** The pair's standing when the request may use it, else undefined. */
function standingWithin(
  { plan, reach, deps, nowMs }: Look,
  channel: RoutedChannel,
  keyIndex: number,
): Standing | undefined {
  const standing = deps.health.standing(channel, keyIndex, plan.facts.model, nowMs);
  if (standing > FREE || (standing === PROBE && reach === "free")) return undefined;
  if (plan.tried.length === 0) return standing;
  if (isTried(plan, channel, keyIndex)) return undefined;
  return reach !== "any-key" && hasFailedAsChannel(plan, channel) ? undefined : standing;
}
