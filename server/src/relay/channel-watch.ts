import type { ChannelIncident, ChannelKeyState, ChannelTrouble } from "@tollgate/contract/channel-health";
import type { RelayChannel } from "../resources/channels/relay-channels.ts";
import { reportKeys, reportTroubles } from "./routing/health/health-report.ts";
import type { HealthStates } from "./routing/health/health-state.ts";
import { plainIncident } from "./routing/health/incident-log.ts";
import type { KeptIncidents } from "./routing/health/kept-incidents.ts";
import type { SharedHealth } from "./routing/health/shared-health.ts";
import { routedChannel } from "./routing/routed-channel.ts";
import type { RoutingTable } from "./routing/routing-table.ts";

/** How channels fare, for those who look after them: what all nodes have seen, as far as this one has heard of it. */
export interface ChannelWatch {
  troubles(): ChannelTrouble[];
  /** Newest first. */
  incidents(channelId: number, limit: number): Promise<ChannelIncident[]>;
  /** Undefined when there is no such channel. Throws SecretError when its key cannot be opened. */
  keys(channelId: number): Promise<ChannelKeyState[] | undefined>;
  /** Lets a key (from 1) be used again; answers the keys, or undefined when there is no such key. */
  releaseKey(channelId: number, keyNumber: number): Promise<ChannelKeyState[] | undefined>;
}

export interface ChannelWatchDeps {
  states: HealthStates;
  incidents: KeptIncidents;
  releaseKey: SharedHealth["releaseKey"];
  routing(): RoutingTable;
  loadChannel(id: number): Promise<RelayChannel | undefined>;
  nowMs(): number;
}

export function createChannelWatch(deps: ChannelWatchDeps): ChannelWatch {
  const { states, incidents } = deps;
  const load = async (id: number) => {
    const channel = await deps.loadChannel(id);
    return channel && routedChannel(channel);
  };
  return {
    troubles: () => reportTroubles(states, (id) => deps.routing().channel(id)),
    incidents: (channelId, limit) => incidents.list(channelId, limit),
    async keys(channelId) {
      const channel = await load(channelId);
      return channel && reportKeys(states, channel);
    },
    async releaseKey(channelId, keyNumber) {
      const channel = await load(channelId);
      const key = channel?.keys[keyNumber - 1];
      if (!channel || key === undefined) return undefined;
      if (deps.releaseKey(channelId, key))
        incidents.add(plainIncident("released", { channelId, keyIndex: keyNumber - 1 }, deps.nowMs()));
      return reportKeys(states, channel);
    },
  };
}
