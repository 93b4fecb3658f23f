import type { AppParts } from "./app-parts.ts";
import { identify } from "./http/identify.ts";
import { createEgressPolicy } from "./lib/egress/egress-policy.ts";
import { openExchange } from "./lib/egress/upstream-exchange.ts";
import { MESSAGE_MAX_BYTES } from "./relay/realtime/client-socket.ts";
import type { OpenExchange } from "./lib/egress/upstream-exchange.ts";
import { createOutbound } from "./lib/egress/outbound.ts";
import type { OpenOutbound } from "./lib/egress/outbound.ts";
import type { HoldPolicy } from "./relay/admit.ts";
import { createChannelRecovery } from "./relay/channel-recovery.ts";
import { createInFlight } from "./relay/in-flight.ts";
import { openCallLimits } from "./app-limits.ts";
import type { SharedRedis } from "./lib/shared-redis.ts";
import { probeChannel } from "./relay/probe.ts";
import type { ProbeResult, Tester } from "./relay/probe.ts";
import type { Arrival, RelayDeps } from "./relay/relay.ts";
import { answerRelayed } from "./relay/relay-routes.ts";
import { openRouting } from "./app-routing.ts";
import type { Routing } from "./app-routing.ts";
import { createChannelWatch } from "./relay/channel-watch.ts";
import type { ChannelWatch } from "./relay/channel-watch.ts";
import { createRelayChannels } from "./resources/channels/relay-channels.ts";
import { insertLog } from "./resources/logs/log-store.ts";
import { createRateStore } from "./resources/logs/rate-store.ts";
import { createTokenIdentities } from "./resources/tokens/token-identities.ts";
import { quotaDisplay } from "./resources/wallet/quota-words.ts";

/** The data plane as the rest of the program sees it. */
export interface Relay {
  /** Answers a call whose path `isRelayPath`. Never rejects. */
  answer(arrival: Arrival): Promise<Response> | Response;
  probe(
    channelId: number,
    model: string | undefined,
    tester: Tester,
    stop?: AbortSignal,
  ): Promise<ProbeResult>;
  /** The way out to the upstreams of channels, for what else their vendors are asked. */
  readonly openExchange: OpenOutbound;
  /** How channels and their keys fare. */
  readonly watch: ChannelWatch;
  /** Where it is told that somebody else has switched a channel off or on. */
  readonly notes: Pick<Routing, "noteDisabled" | "noteEnabled">;
  /** Refuses new calls; resolves when the running ones have been answered and charged, or after the timeout. */
  drain(timeoutMs: number): Promise<void>;
  /** After the connections are closed: resolves when the calls that were cut off are charged, soon at the latest. */
  settled(): Promise<void>;
}

export interface RelaySettings {
  readonly recoveryIntervalMs: number;
  readonly redis: SharedRedis | undefined;
  /** In place of the way out to files that requests refer to. */
  readonly openMedia?: OpenExchange | undefined;
}

/** How long one file that a request refers to may take. */
const MEDIA_TIMEOUT_MS = 20_000;
/** How long the charges of calls that were cut off may take. */
const LAST_CHARGES_MS = 5000;

/** Wires the data plane to the parts. Resolves when its first routing table stands. */
export async function createRelay(
  parts: AppParts,
  stack: AsyncDisposableStack,
  { recoveryIntervalMs, redis, openMedia = openPublicExchange() }: RelaySettings,
): Promise<Relay> {
  const { config, options, logger } = parts;
  const relayChannels = createRelayChannels({
    ...parts,
    onProblem: (channelId, problem) =>
      logger.error("a channel's key cannot be opened", { channelId, error: problem }),
  });
  const routing = await openRouting(parts, relayChannels.loadRelayChannels, stack);
  let holdPolicy = readHoldPolicy(options);
  options.onChange(() => {
    holdPolicy = readHoldPolicy(options);
  });
  const outbound = createOutbound();
  const inFlight = createInFlight();
  const deps: RelayDeps = {
    clock: parts.clock,
    ledger: parts.ledger,
    openAccount: (account) =>
      parts.database.kysely
        .transaction()
        .execute((transaction) => parts.ledger.openAccount(transaction, account, 0)),
    identities: createTokenIdentities(parts),
    inFlight,
    limits: await openCallLimits(
      parts,
      { redis, channelsHaveLimits: () => routing.table().hasLimits },
      stack,
    ),
    routing: routing.table,
    router: routing.router,
    autoGroups: () => options.get("AutoGroups"),
    backupGroup: () => options.get("BackupGroup"),
    loadChannel: relayChannels.loadRelayChannel,
    prices: parts.prices.current,
    groupExists: parts.groups.exists,
    mayUseGroup: parts.groups.mayUse,
    holdPolicy: () => holdPolicy,
    drainsOnDisconnect: () => options.get("DrainOnDisconnect"),
    rates: createRateStore(parts.database),
    retryTimes: () => options.get("RetryTimes"),
    logsConsumption: () => options.get("LogConsumeEnabled"),
    logsErrors: config.errorLogEnabled,
    insertLog: (log) => insertLog(parts.database, log),
    openExchange: outbound.openExchange,
    openWebSocket: (request) => outbound.openWebSocket(request, MESSAGE_MAX_BYTES),
    relayTimeoutMs: config.relayTimeoutMs,
    streamingTimeoutMs: config.streamIdleTimeoutMs,
    firstTokenTimeoutMs: () => options.get("FirstTokenTimeoutSeconds") * 1000,
    keepAliveMs: () =>
      options.get("general_setting.ping_interval_enabled")
        ? options.get("general_setting.ping_interval_seconds") * 1000
        : 0,
    asksForUsage: config.forceStreamOption,
    budgetShares: () => ({
      claude: options.get("claude.thinking_adapter_budget_tokens_percentage"),
      gemini: options.get("gemini.thinking_adapter_budget_tokens_percentage"),
    }),
    bodyLimitBytes: config.maxRequestBodyBytes,
    mediaFetching: {
      openExchange: openMedia,
      maxBytes: config.maxFileDownloadBytes,
      maxFiles: config.maxFileDownloads,
      timeoutMs: MEDIA_TIMEOUT_MS,
    },
    balanceDisplay: () => ({
      inCurrency: options.get("DisplayInCurrencyEnabled"),
      quotaPerUnit: options.get("QuotaPerUnit"),
      ofToken: options.get("DisplayTokenStatEnabled"),
    }),
    findSession: (headers) => identify(headers, { ...parts, lookupHash: parts.secrets.lookupHash }),
    reportFault: (message, error) => logger.error(message, { error }),
    reportAway: parts.reportAway,
  };
  const recovery = createChannelRecovery({
    ...deps,
    channels: parts.channels,
    nowMs: parts.clock.nowMs,
    random: Math.random,
    enables: () => routing.rule().enables,
    leads: parts.leadsNodes,
    slowTestMs: () => routing.rule().slowTestMs,
    onEnabled: routing.noteEnabled,
  });
  const timer = setInterval(() => void recovery.run(), recoveryIntervalMs);
  stack.defer(async () => {
    clearInterval(timer);
    await recovery.stop();
    await routing.idle();
  });
  return {
    watch: createChannelWatch({
      ...deps,
      states: routing.health,
      incidents: routing.incidents,
      releaseKey: routing.releaseKey,
      nowMs: parts.clock.nowMs,
    }),
    notes: routing,
    openExchange: outbound.openExchange,
    answer: (arrival) => answerRelayed(arrival, deps),
    probe: (channelId, model, tester, stop) =>
      probeChannel(channelId, model, tester, { ...deps, disablingRule: routing.rule }, stop),
    async drain(timeoutMs) {
      const left = await inFlight.drain(timeoutMs);
      if (left > 0) logger.warn("calls were cut off: they did not end in time", { calls: left });
    },
    async settled() {
      const left = await inFlight.drain(LAST_CHARGES_MS);
      if (left > 0) logger.error("calls that were cut off could not be charged in time", { calls: left });
    },
  };
}

/** For addresses that users typed: public ones only. */
function openPublicExchange(): OpenExchange {
  const policy = createEgressPolicy("user");
  return (request) => openExchange(request, policy);
}

function readHoldPolicy(options: AppParts["options"]): HoldPolicy {
  return {
    preConsumedTokens: options.get("PreConsumedQuota"),
    defaultOutputTokens: options.get("PreConsumedOutputTokens"),
    freeCallsNeedBalance: options.get("EnableFreeModelPreConsume"),
    selfUseModeEnabled: options.get("SelfUseModeEnabled"),
    quotaDisplay: quotaDisplay(options),
  };
}
