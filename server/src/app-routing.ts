import type { AppParts } from "./app-parts.ts";
import { nowSeconds } from "./lib/clock.ts";
import { createChannelRouter } from "./relay/routing/choice/channel-router.ts";
import type { ChannelRouter } from "./relay/routing/choice/channel-router.ts";
import { compileDisablingRule } from "./relay/routing/failures/disabling-rule.ts";
import type { DisablingRule } from "./relay/routing/failures/disabling-rule.ts";
import { createChannelHealth } from "./relay/routing/health/channel-health.ts";
import type { ChannelHealth } from "./relay/routing/health/channel-health.ts";
import type { HealthStates } from "./relay/routing/health/health-state.ts";
import { createBreakerStore } from "./relay/routing/health/breaker-store.ts";
import { plainIncident } from "./relay/routing/health/incident-log.ts";
import { createIncidentStore } from "./relay/routing/health/incident-store.ts";
import { openKeptIncidents } from "./relay/routing/health/kept-incidents.ts";
import type { KeptIncidents } from "./relay/routing/health/kept-incidents.ts";
import { openSharedHealth } from "./relay/routing/health/shared-health.ts";
import type { SharedHealth } from "./relay/routing/health/shared-health.ts";
import { createLiveRouting } from "./relay/routing/live-routing.ts";
import { compileRetryableStatus } from "./relay/routing/retryable-status.ts";
import type { RoutedChannel } from "./relay/routing/routed-channel.ts";
import type { RoutingTable } from "./relay/routing/routing-table.ts";
import type { RelayChannels } from "./resources/channels/relay-channels.ts";

type RoutingParts = Pick<
  AppParts,
  "clock" | "options" | "logger" | "feed" | "channels" | "database" | "nodeId" | "secrets"
>;

/** Which channels there are, how they fare, and where requests go. */
export interface Routing {
  table(): RoutingTable;
  rule(): DisablingRule;
  readonly router: ChannelRouter;
  readonly incidents: KeptIncidents;
  readonly health: HealthStates;
  /** Lets a key be used again, on every node; answers whether anything was held against it. */
  readonly releaseKey: SharedHealth["releaseKey"];
  /** Notes that a channel has been switched on again by a passed test. */
  noteEnabled(channelId: number): void;
  /** Notes that a test or an empty balance has switched a channel off. */
  noteDisabled(channelId: number, reason: string): void;
  /** Resolves when every decision to switch a channel off has been written. */
  idle(): Promise<void>;
}

const KEY_HASH_PURPOSE = "channel-key-health";

/** Builds the routing table and keeps it, and the rules, as channels and options are. The stack ends what it opens. */
export async function openRouting(
  parts: RoutingParts,
  load: RelayChannels["loadRelayChannels"],
  stack: AsyncDisposableStack,
): Promise<Routing> {
  const { clock, options, logger, feed } = parts;
  const live = await createLiveRouting(load);
  let rules = readRules(options);
  options.onChange(() => (rules = readRules(options)));
  const incidents = await openKeptIncidents({
    store: createIncidentStore(parts.database),
    nowMs: clock.nowMs,
    onProblem: (error) => logger.error("incidents of channels could not be stored", { error }),
  });
  stack.defer(() => incidents.close());
  const switchingOff = createSwitchingOff(parts, incidents);
  const health = createChannelHealth({
    random: Math.random,
    incidents,
    onBreaker: (breaker, key, nowMs) => shared.note(breaker, key, nowMs),
  });
  const router = createChannelRouter({
    health,
    table: live.current,
    nowMs: clock.nowMs,
    random: Math.random,
    incidents,
    isRetryable: () => rules.isRetryable,
    rule: () => rules.disabling,
    prefersFast: () => rules.prefersFast,
    onDisable: switchingOff.begin,
  });
  const shared = await shareHealth(parts, health, live.current);
  stack.defer(() => shared.close());
  const renew = async (channelId: number | undefined) => {
    const before = live.current();
    const heardAtMs = clock.nowMs();
    try {
      await live.refresh();
      if (leadsElsewhere(before, live.current(), channelId)) shared.forget(channelId, heardAtMs);
    } catch (error) {
      logger.error("the routing table could not be rebuilt", { error });
    }
  };
  feed.subscribe("channels", (channelId) => {
    void renew(channelId);
  });
  return {
    table: live.current,
    rule: () => rules.disabling,
    router,
    incidents,
    health: health.states,
    releaseKey: shared.releaseKey,
    noteDisabled: switchingOff.noteDisabled,
    noteEnabled: (channelId) => incidents.add(plainIncident("enabled", { channelId }, clock.nowMs())),
    idle: switchingOff.idle,
  };
}

/** Switches channels off beside the requests that have found them wanting. */
function createSwitchingOff(
  { channels, clock, logger }: Pick<RoutingParts, "channels" | "clock" | "logger">,
  incidents: Pick<KeptIncidents, "add">,
) {
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
  return {
    noteDisabled,
    begin(channelId: number, reason: string): void {
      const writing = switchOff(channelId, reason).finally(() => writes.delete(writing));
      writes.add(writing);
    },
    async idle(): Promise<void> {
      await Promise.all(writes);
    },
  };
}

/** Breakers go to the other nodes and outlive a restart. */
function shareHealth(
  parts: RoutingParts,
  { states, forget }: Pick<ChannelHealth, "states" | "forget">,
  table: () => RoutingTable,
) {
  const { clock, feed, nodeId, secrets, logger } = parts;
  return openSharedHealth({
    store: createBreakerStore(parts.database),
    states,
    forget,
    table,
    feed,
    nodeId,
    hashOfKey: (key) => secrets.lookupHash(key, KEY_HASH_PURPOSE),
    nowMs: clock.nowMs,
    random: Math.random,
    onProblem: (error) => logger.error("the state of channels could not be shared", { error }),
  });
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

/** Then what was learnt of the channel holds no longer: its address or keys are others, or it has come back. */
function leadsElsewhere(
  before: RoutingTable,
  after: RoutingTable,
  channelId: number | undefined,
): channelId is number {
  if (channelId === undefined) return false;
  const was = before.channel(channelId);
  const is = after.channel(channelId);
  return !was || !is || !isSameUpstream(was, is);
}

function isSameUpstream(first: RoutedChannel, second: RoutedChannel): boolean {
  return (
    first.type === second.type &&
    first.baseUrl === second.baseUrl &&
    first.key === second.key &&
    first.proxy === second.proxy
  );
}
