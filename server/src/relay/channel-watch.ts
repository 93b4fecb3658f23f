import type { ChannelIncident, ChannelKeyState, ChannelTrouble } from "@tollgate/contract/channel-health";
import type { RelayChannel } from "../resources/channels/relay-channels.ts";
import { reportKeys, reportTroubles } from "./routing/health/health-report.ts";
import { forgetKey } from "./routing/health/health-state.ts";
import type { HealthStates } from "./routing/health/health-state.ts";
import { plainIncident } from "./routing/health/incident-log.ts";
import type { Incident, IncidentLog } from "./routing/health/incident-log.ts";
import { routedChannel } from "./routing/routed-channel.ts";
import type { RoutingTable } from "./routing/routing-table.ts";

/** How channels fare, for those who look after them. All of it is this node's own knowledge. */
export interface ChannelWatch {
  troubles(): ChannelTrouble[];
  /** Newest first. */
  incidents(channelId: number, limit: number): ChannelIncident[];
  /** Undefined when there is no such channel. Throws SecretError when its key cannot be opened. */
  keys(channelId: number): Promise<ChannelKeyState[] | undefined>;
  /** Lets a key (from 1) be used again; answers the keys, or undefined when there is no such key. */
  releaseKey(channelId: number, keyNumber: number): Promise<ChannelKeyState[] | undefined>;
}

export interface ChannelWatchDeps {
  states: HealthStates;
  incidents: IncidentLog;
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
    incidents: (channelId, limit) => incidents.list({ channelId, limit }).map(incidentView),
    async keys(channelId) {
      const channel = await load(channelId);
      return channel && reportKeys(states, channel);
    },
    async releaseKey(channelId, keyNumber) {
      const channel = await load(channelId);
      const key = channel?.keys[keyNumber - 1];
      if (!channel || key === undefined) return undefined;
      if (forgetKey(states, channelId, key))
        incidents.add(plainIncident("released", { channelId, keyIndex: keyNumber - 1 }, deps.nowMs()));
      return reportKeys(states, channel);
    },
  };
}

function incidentView(incident: Incident): ChannelIncident {
  const { kind, id, times, text, answers, failures, keyIndex } = incident;
  return {
    id,
    kind,
    times,
    text,
    answers,
    failures,
    at: seconds(incident.atMs),
    first_at: seconds(incident.firstAtMs),
    key: keyIndex === undefined ? 0 : keyIndex + 1,
    model: incident.model ?? "",
    cause: incident.cause ?? null,
    status: incident.status ?? 0,
    until: seconds(incident.untilMs ?? 0),
    away_seconds: seconds(incident.awayMs ?? 0),
  };
}

function seconds(ms: number): number {
  return Math.floor(ms / 1000);
}
