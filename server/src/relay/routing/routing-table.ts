import type { RelayChannel } from "../../resources/channels/relay-channels.ts";

/** Channels of one priority. */
export interface Tier {
  readonly priority: number;
  readonly channels: readonly RelayChannel[];
}

/**
 * Which channels serve which model for which group, best tier first. Immutable: built anew when channels change and
 * swapped whole, so that a request sees one state from start to end. Look-ups do not grow with the number of channels.
 */
export interface RoutingTable {
  tiers(group: string, model: string): readonly Tier[];
  /** Names that the group reaches, sorted. */
  models(group: string): readonly string[];
  channel(id: number): RelayChannel | undefined;
}

const NONE: readonly Tier[] = [];

/** Builds the table from all enabled channels. */
export function buildRoutingTable(channels: readonly RelayChannel[]): RoutingTable {
  const byGroup = new Map<string, Map<string, RelayChannel[]>>();
  for (const channel of channels) {
    for (const group of channel.groups) {
      let byModel = byGroup.get(group);
      if (!byModel) byGroup.set(group, (byModel = new Map()));
      for (const model of channel.models) {
        const list = byModel.get(model);
        if (list) list.push(channel);
        else byModel.set(model, [channel]);
      }
    }
  }
  const tiers = new Map<string, Map<string, readonly Tier[]>>();
  const models = new Map<string, readonly string[]>();
  for (const [group, byModel] of byGroup) {
    tiers.set(group, new Map([...byModel].map(([model, list]) => [model, tiersOf(list)])));
    models.set(group, [...byModel.keys()].sort());
  }
  const byId = new Map(channels.map((channel) => [channel.id, channel]));
  return {
    tiers: (group, model) => tiers.get(group)?.get(model) ?? NONE,
    models: (group) => models.get(group) ?? [],
    channel: (id) => byId.get(id),
  };
}

function tiersOf(channels: readonly RelayChannel[]): readonly Tier[] {
  const byPriority = Map.groupBy(channels, (channel) => channel.priority);
  return [...byPriority]
    .map(([priority, list]) => ({ priority, channels: list }))
    .sort((a, b) => b.priority - a.priority);
}
