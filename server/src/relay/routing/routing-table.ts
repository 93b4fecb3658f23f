import type { RelayChannel } from "../../resources/channels/relay-channels.ts";
import { routedChannel } from "./routed-channel.ts";
import type { RoutedChannel } from "./routed-channel.ts";

/** Channels of one priority. */
export interface Tier {
  readonly priority: number;
  readonly channels: readonly RoutedChannel[];
  /** The sum of the weights up to each channel, itself included; undefined when all weigh the same. */
  readonly weightSums: Float64Array | undefined;
}

/**
 * Which channels serve which model for which group, best tier first. Immutable: built anew when channels change and
 * swapped whole, so that a request sees one state from start to end. Look-ups do not grow with the number of channels.
 */
export interface RoutingTable {
  tiers(group: string, model: string): readonly Tier[];
  /** Names that the group reaches, sorted. */
  models(group: string): readonly string[];
  channel(id: number): RoutedChannel | undefined;
  /** How many (group, model, channel) there are. */
  readonly abilities: number;
  /** Whether any channel has limits of its own. */
  readonly hasLimits: boolean;
}

const NONE: readonly Tier[] = [];
/** Abilities handled between two looks at the clock or at other work. */
const STEP = 2000;

/** Builds the table from all enabled channels, at once. */
export function buildRoutingTable(channels: readonly RelayChannel[]): RoutingTable {
  const steps = buildInSteps(channels);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** The same in slices of a few hundred microseconds: `pause` lets requests pass between them. */
export async function buildRoutingTableInSlices(
  channels: readonly RelayChannel[],
  pause: () => Promise<void>,
): Promise<RoutingTable> {
  const steps = buildInSteps(channels);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    await pause();
  }
}

/** The channels of a (group, model) in the order of their loading, with a sum that equal lists share. */
interface Candidates {
  readonly channels: RoutedChannel[];
  hash: number;
}

function* buildInSteps(enabled: readonly RelayChannel[]): Generator<void, RoutingTable> {
  const byId = new Map<number, RoutedChannel>();
  const byGroup = new Map<string, Map<string, Candidates>>();
  let abilities = 0;
  let hasLimits = false;
  let inStep = 0;
  for (const plain of enabled) {
    const channel = routedChannel(plain);
    byId.set(channel.id, channel);
    hasLimits ||= channel.limit !== undefined;
    for (const group of channel.groups) {
      const byModel = emplace(byGroup, group, () => new Map<string, Candidates>());
      for (const model of channel.models) addCandidate(byModel, model, channel);
      abilities += channel.models.length;
      inStep += channel.models.length;
      if (inStep < STEP) continue;
      inStep = 0;
      yield;
    }
  }
  const shared = new Map<number, { channels: RoutedChannel[]; tiers: readonly Tier[] }[]>();
  const tiers = new Map<string, Map<string, readonly Tier[]>>();
  const models = new Map<string, readonly string[]>();
  for (const [group, byModel] of byGroup) {
    const tiersByModel = emplace(tiers, group, () => new Map<string, readonly Tier[]>());
    for (const [model, candidates] of byModel) {
      tiersByModel.set(model, sharedTiers(candidates, shared));
      inStep += candidates.channels.length;
      if (inStep < STEP) continue;
      inStep = 0;
      yield;
    }
    models.set(group, [...byModel.keys()].sort());
  }
  return {
    tiers: (group, model) => tiers.get(group)?.get(model) ?? NONE,
    models: (group) => models.get(group) ?? [],
    channel: (id) => byId.get(id),
    abilities,
    hasLimits,
  };
}

function addCandidate(byModel: Map<string, Candidates>, model: string, channel: RoutedChannel): void {
  const candidates = byModel.get(model);
  if (!candidates) byModel.set(model, { channels: [channel], hash: channel.id });
  else if (candidates.channels.at(-1) !== channel) {
    candidates.channels.push(channel);
    candidates.hash = (Math.imul(candidates.hash, 31) + channel.id) | 0;
  }
}

/** Models that the same channels serve share their tiers: usually a handful of lists stand for all of them. */
function sharedTiers(
  { channels, hash }: Candidates,
  shared: Map<number, { channels: RoutedChannel[]; tiers: readonly Tier[] }[]>,
): readonly Tier[] {
  const sameHash = emplace(shared, hash, () => []);
  const known = sameHash.find((entry) => isSameList(entry.channels, channels));
  if (known) return known.tiers;
  const tiers = tiersOf(channels);
  sameHash.push({ channels, tiers });
  return tiers;
}

function isSameList(first: readonly RoutedChannel[], second: readonly RoutedChannel[]): boolean {
  return first.length === second.length && first.every((channel, index) => channel === second[index]);
}

function tiersOf(channels: readonly RoutedChannel[]): readonly Tier[] {
  const byPriority = Map.groupBy(channels, (channel) => channel.priority);
  return [...byPriority]
    .map(([priority, list]) => ({ priority, channels: list, weightSums: weightSums(list) }))
    .sort((a, b) => b.priority - a.priority);
}

function weightSums(channels: readonly RoutedChannel[]): Float64Array | undefined {
  const [first] = channels;
  if (channels.every((channel) => channel.weight === first?.weight)) return undefined;
  let sum = 0;
  return Float64Array.from(channels, (channel) => (sum += Math.max(0, channel.weight)));
}

function emplace<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  let value = map.get(key);
  if (value === undefined) map.set(key, (value = make()));
  return value;
}
