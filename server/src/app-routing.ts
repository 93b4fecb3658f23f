import type { AppParts } from "./app-parts.ts";
import { nowSeconds } from "./lib/clock.ts";
import { createChannelRouter } from "./relay/routing/choice/channel-router.ts";
import type { ChannelRouter } from "./relay/routing/choice/channel-router.ts";
import { compileDisablingRule } from "./relay/routing/failures/disabling-rule.ts";
import type { DisablingRule } from "./relay/routing/failures/disabling-rule.ts";
import { createChannelHealth } from "./relay/routing/health/channel-health.ts";
import type { HealthStates } from "./relay/routing/health/health-state.ts";
import { createIncidentLog, plainIncident } from "./relay/routing/health/incident-log.ts";
import type { IncidentLog } from "./relay/routing/health/incident-log.ts";
import { createLiveRouting } from "./relay/routing/live-routing.ts";
import { compileRetryableStatus } from "./relay/routing/retryable-status.ts";
import type { RoutedChannel } from "./relay/routing/routed-channel.ts";
import type { RoutingTable } from "./relay/routing/routing-table.ts";
import type { RelayChannels } from "./resources/channels/relay-channels.ts";

/** Which channels there are, how they fare, and where requests go. */
export interface Routing {
  table(): RoutingTable;
  rule(): DisablingRule;
  readonly router: ChannelRouter;
  readonly incidents: IncidentLog;
  readonly health: HealthStates;
  /** Notes that a channel has been switched on again by a passed test. */
  noteEnabled(channelId: number): void;
  /** Notes that a test or an empty balance has switched a channel off. */
  noteDisabled(channelId: number, reason: string): void;
  /** Resolves when every decision to switch a channel off has been written. */
  idle(): Promise<void>;
}

const INCIDENTS_MAX = 2000;

/** Builds the routing table and keeps it, and the rules, as channels and options are. */
export async function openRouting(
  parts: Pick<AppParts, "clock" | "options" | "logger" | "feed" | "channels">,
  load: RelayChannels["loadRelayChannels"],
): Promise<Routing> {
  const { clock, options, logger, feed, channels } = parts;
  const live = await createLiveRouting(load);
  let rules = readRules(options);
  options.onChange(() => (rules = readRules(options)));
  const incidents = createIncidentLog({ maxIncidents: INCIDENTS_MAX });
  const writes = new Set<Promise<void>>();
  const noteDisabled = (channelId: number, text: string) =>
    incidents.add(plainIncident("disabled", { channelId, text }, clock.nowMs()));
  const switchOff = async (channelId: number, reason: string) => {
    try {
      const note = { reason, atSeconds: nowSeconds(clock) };
      if (await channels.switchOff(channelId, note)) noteDisabled(channelId, reason);
    } catch (error) {
      logger.error("a channel could not be switched off", { channelId, error });
    }
  };
  const health = createChannelHealth({ random: Math.random, incidents });
  const router = createChannelRouter({
    health,
    table: live.current,
    nowMs: clock.nowMs,
    random: Math.random,
    incidents,
    isRetryable: () => rules.isRetryable,
    rule: () => rules.disabling,
    prefersFast: () => rules.prefersFast,
    onDisable(channelId, reason) {
      const writing = switchOff(channelId, reason).finally(() => writes.delete(writing));
      writes.add(writing);
    },
  });
  feed.subscribe("channels", (channelId) => {
    const before = live.current();
    live.refresh().then(
      () => forgetChanged(before, live.current(), channelId, router),
      (error: unknown) => logger.error("the routing table could not be rebuilt", { error }),
    );
  });
  return {
    table: live.current,
    rule: () => rules.disabling,
    router,
    incidents,
    health: health.states,
    noteDisabled,
    noteEnabled: (channelId) => incidents.add(plainIncident("enabled", { channelId }, clock.nowMs())),
    async idle() {
      await Promise.all(writes);
    },
  };
}

function readRules(options: AppParts["options"]) {
  return {
    isRetryable: compileRetryableStatus(options.get("AutomaticRetryStatusCodes")),
    prefersFast: options.get("LatencyAwareRoutingEnabled"),
    disabling: compileDisablingRule({
      AutomaticDisableChannelEnabled: options.get("AutomaticDisableChannelEnabled"),
      AutomaticEnableChannelEnabled: options.get("AutomaticEnableChannelEnabled"),
      AutomaticDisableKeywords: options.get("AutomaticDisableKeywords"),
      AutomaticDisableStatusCodes: options.get("AutomaticDisableStatusCodes"),
      ChannelDisableThreshold: options.get("ChannelDisableThreshold"),
    }),
  };
}

/** What was learnt of a channel holds no longer when it leads elsewhere, has other keys, or has come back. */
function forgetChanged(
  before: RoutingTable,
  after: RoutingTable,
  channelId: number | undefined,
  router: Pick<ChannelRouter, "forget">,
): void {
  if (channelId === undefined) return;
  const was = before.channel(channelId);
  const is = after.channel(channelId);
  if (!was || !is || !isSameUpstream(was, is)) router.forget(channelId);
}

function isSameUpstream(first: RoutedChannel, second: RoutedChannel): boolean {
  return first.type === second.type && first.baseUrl === second.baseUrl && first.key === second.key;
}
