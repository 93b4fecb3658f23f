import type { Sent } from "../health/channel-health.ts";
import type { RoutedChannel } from "../routed-channel.ts";
import type { RoutingTable, Tier } from "../routing-table.ts";

/** What decides where a request may go. */
export interface PlanFacts {
  /** The name that the client asked for. */
  readonly model: string;
  /** Whose channels are tried, in order. */
  readonly groups: readonly string[];
  /** Tries in each group, the first included. */
  readonly maxTries: number;
  /** Names the conversation that the request goes on with; only asked where several channels could serve. */
  readonly conversation: () => string | undefined;
  /** An administrator's own choice: this channel and no other. */
  readonly only?: RoutedChannel | undefined;
}

/** One attempt: where the request is sent. */
export interface Attempted extends Sent {
  readonly group: string;
  readonly tier: Tier;
  /** It has failed for a reason that all keys of its channel share. */
  isChannelFault: boolean;
}

/**
 * A request on its way: what it may use was fixed at its start, and what it has tried is never tried again. Made and
 * moved by the channel router alone.
 */
export interface AttemptPlan {
  readonly facts: PlanFacts;
  readonly table: RoutingTable;
  /** In order; the last one may be under way. */
  readonly tried: Attempted[];
  groupIndex: number;
  triesInGroup: number;
  /** Undefined until it is asked for; empty when the request belongs to none. */
  conversation: string | undefined;
}

export function createAttemptPlan(facts: PlanFacts, table: RoutingTable): AttemptPlan {
  return { facts, table, tried: [], groupIndex: 0, triesInGroup: 0, conversation: undefined };
}

/** The tiers that the plan has in a group. */
export function tiersOfPlan({ facts, table }: AttemptPlan, group: string): readonly Tier[] {
  const { only } = facts;
  if (only) return [{ priority: only.priority, channels: [only], weightSums: undefined }];
  return table.tiers(group, facts.model);
}

/** Whether the pair has been tried already. */
export function isTried({ tried }: AttemptPlan, channel: RoutedChannel, keyIndex: number): boolean {
  const key = channel.keys[keyIndex];
  for (const sent of tried)
    if (sent.channel.id === channel.id && sent.channel.keys[sent.keyIndex] === key) return true;
  return false;
}

/** Whether the channel has failed this request for a reason that its other keys share. */
export function hasFailedAsChannel({ tried }: AttemptPlan, channel: RoutedChannel): boolean {
  for (const sent of tried) if (sent.isChannelFault && sent.channel.id === channel.id) return true;
  return false;
}
