import { createAwayNotice } from "./db/away-notice.ts";
import { createChangeFeed } from "./db/change-feed.ts";
import type { ChangeFeed } from "./db/change-feed.ts";
import type { Config } from "./config.ts";
import { openDataDirectory } from "./data-directory.ts";
import type { Database } from "./db/database.ts";
import type { DatabaseAwayError } from "./db/database-away.ts";
import { createLedger } from "./ledger/ledger.ts";
import type { Ledger } from "./ledger/ledger.ts";
import { holdNodeLease } from "./ledger/node-lease.ts";
import type { NodeLease } from "./ledger/node-lease.ts";
import type { Clock } from "./lib/clock.ts";
import type { Logger } from "./lib/logger.ts";
import { openStorage } from "./open-storage.ts";
import { createChannelStore } from "./resources/channels/channel-store.ts";
import type { ChannelStore } from "./resources/channels/channel-store.ts";
import { createGroups } from "./resources/groups/groups.ts";
import type { Groups } from "./resources/groups/groups.ts";
import { startSealing } from "./resources/logs/log-sealing.ts";
import { logStatements } from "./resources/logs/log-store.ts";
import type { NewLog } from "./resources/logs/log-store.ts";
import { createOptionStore } from "./resources/options/option-store.ts";
import type { OptionStore } from "./resources/options/option-store.ts";
import { createPriceSnapshot } from "./resources/options/price-snapshot.ts";
import type { PriceSnapshot } from "./resources/options/price-snapshot.ts";
import { createRedemptionStore } from "./resources/redemptions/redemption-store.ts";
import type { RedemptionStore } from "./resources/redemptions/redemption-store.ts";
import { createTokenStore } from "./resources/tokens/token-store.ts";
import type { TokenStore } from "./resources/tokens/token-store.ts";
import { createQuotaReadingStore } from "./resources/users/quota-reading-store.ts";
import type { QuotaReadingStore } from "./resources/users/quota-reading-store.ts";
import { createUserStore } from "./resources/users/user-store.ts";
import type { UserStore } from "./resources/users/user-store.ts";
import { createPendingGrantStore } from "./resources/wallet/pending-grant-store.ts";
import { createPendingGrants, startBooking } from "./resources/wallet/pending-grants.ts";
import type { PendingGrants } from "./resources/wallet/pending-grants.ts";
import { createPasswords } from "./secrets/passwords.ts";
import type { PasswordOptions, Passwords } from "./secrets/passwords.ts";
import { openSecretKeys } from "./secrets/secret-keys.ts";
import type { SecretKeys } from "./secrets/secret-keys.ts";
import { createSessionStore } from "./sign-in/session-store.ts";
import type { SessionStore } from "./sign-in/session-store.ts";

/** What the product's features are made of; routes, relay and tests pick what they need. */
export interface AppParts {
  readonly config: Config;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly nodeId: string;
  /** Whether this node does what only one of several should. */
  readonly leadsNodes: NodeLease["leads"];
  readonly secrets: SecretKeys;
  readonly passwords: Passwords;
  readonly database: Database;
  /** Told for each call that a database that is away has stopped. */
  readonly reportAway: (error: DatabaseAwayError) => void;
  readonly feed: ChangeFeed;
  readonly ledger: Ledger<NewLog>;
  readonly options: OptionStore;
  readonly prices: PriceSnapshot;
  readonly groups: Groups;
  readonly users: UserStore;
  readonly quotaReadings: QuotaReadingStore;
  readonly grants: PendingGrants;
  readonly redemptions: RedemptionStore;
  readonly sessions: SessionStore;
  readonly tokens: TokenStore;
  readonly channels: ChannelStore;
}

export interface PartsOptions {
  clock: Clock;
  logger: Logger;
  passwords: PasswordOptions;
  /** Other nodes may have freed this node's holds: it must stop at once. */
  onLeaseLost: () => void;
}

/**
 * Opens storage and makes the parts, in the order in which they depend on each other. What has a life-cycle goes onto
 * the stack, which ends it in the reverse order. Throws StartError or SecretError.
 */
export async function openParts(
  config: Config,
  { clock, logger, passwords, onLeaseLost }: PartsOptions,
  stack: AsyncDisposableStack,
): Promise<AppParts> {
  const directory = openDataDirectory(config.dataDir);
  stack.defer(() => directory.release());
  const secrets = openSecretKeys(config);
  for (const warning of secrets.warnings) logger.warn(warning);
  const database = await openStorage(config.database, secrets);
  stack.defer(() => database.close());

  const { nodeId } = directory;
  const ledger = createLedger<NewLog>({ database, clock, nodeId, alongside: logStatements });
  const lease = await joinNodes({ database, ledger, clock, logger, nodeId }, onLeaseLost, stack);

  const sealing = startSealing(database, logger);
  stack.defer(() => sealing.stop());
  const feed = createChangeFeed(database, {
    postgresDsn: config.database.engine === "postgres" ? config.database.url : undefined,
    onProblem: (problem) => logger.warn("changes may reach other nodes late", { error: problem }),
  });
  stack.defer(() => feed.close());
  const options = await createOptionStore({ database, vault: secrets.vault, feed, logger });
  stack.defer(() => options.close());

  return {
    config,
    clock,
    logger,
    nodeId,
    leadsNodes: lease.leads,
    secrets,
    passwords: createPasswords(passwords),
    database,
    reportAway: createAwayNotice(logger, clock),
    feed,
    ledger,
    options,
    prices: createPriceSnapshot(options, logger),
    groups: createGroups(options),
    users: createUserStore({ database, feed }),
    quotaReadings: createQuotaReadingStore({ database, clock }),
    grants: await openGrants({ database, ledger, clock, logger }, stack),
    redemptions: createRedemptionStore({ database, secrets }),
    sessions: createSessionStore({ database, clock, lookupHash: secrets.lookupHash }),
    tokens: createTokenStore({ database, ledger, secrets, feed }),
    channels: createChannelStore({ database, secrets, feed }),
  };
}

/** Carries out the grants that were promised when a node died, and looks for such from then on. */
async function openGrants(
  parts: Pick<AppParts, "database" | "ledger" | "clock" | "logger">,
  stack: AsyncDisposableStack,
): Promise<PendingGrants> {
  const grants = createPendingGrants({ ...parts, store: createPendingGrantStore(parts) });
  const booked = await grants.bookAll();
  if (booked > 0) parts.logger.warn("grants that were promised earlier have been booked", { grants: booked });
  const booking = startBooking(grants);
  stack.defer(() => booking.stop());
  return grants;
}

/**
 * Frees what this node held when it died last time, and keeps its lease from then on. When the stack ends it frees
 * what was not settled: calls that were cut off.
 */
async function joinNodes(
  {
    database,
    ledger,
    clock,
    logger,
    nodeId,
  }: Pick<AppParts, "database" | "ledger" | "clock" | "logger" | "nodeId">,
  onLeaseLost: () => void,
  stack: AsyncDisposableStack,
): Promise<NodeLease> {
  const holds = await ledger.freeHoldsOf(nodeId);
  if (holds > 0) logger.warn("quota that was held when this node ended last time has been freed", { holds });
  const lease = await holdNodeLease({
    database,
    clock,
    nodeId,
    freeHoldsOf: ledger.freeHoldsOf,
    onLost() {
      // On SQLite there is no other node that could have freed anything.
      if (database.engine === "postgres") onLeaseLost();
    },
  });
  stack.defer(async () => {
    lease.stop();
    await ledger.idle();
    await ledger.freeHoldsOf(nodeId);
  });
  return lease;
}
