import type { AppParts } from "./app-parts.ts";
import { vendorQuestions } from "./app-care.ts";
import type { Relay } from "./app-relay.ts";
import type { ChannelCare } from "./resources/channels/channel-care.ts";
import type { Route } from "./http/route.ts";
import { nowSeconds } from "./lib/clock.ts";
import { channelHealthRoutes } from "./resources/channels/channel-health-routes.ts";
import { channelOperationRoutes } from "./resources/channels/channel-operation-routes.ts";
import { channelRoutes } from "./resources/channels/channel-routes.ts";
import { channelTagRoutes } from "./resources/channels/channel-tag-routes.ts";
import { modelListRoutes } from "./resources/channels/model-list-routes.ts";
import { auditBooks } from "./ledger/audit.ts";
import { groupRoutes } from "./resources/groups/group-routes.ts";
import { ledgerRoutes } from "./resources/ledger/ledger-routes.ts";
import { logRoutes } from "./resources/logs/log-routes.ts";
import { optionRoutes } from "./resources/options/option-routes.ts";
import { priceRoutes } from "./resources/prices/price-routes.ts";
import { statusRoutes } from "./resources/status/status-routes.ts";
import { redemptionRoutes } from "./resources/redemptions/redemption-routes.ts";
import { tokenRoutes } from "./resources/tokens/token-routes.ts";
import { selfRoutes } from "./resources/users/self-routes.ts";
import { userRoutes } from "./resources/users/user-routes.ts";
import { quotaWords } from "./resources/wallet/quota-words.ts";
import { walletRoutes } from "./resources/wallet/wallet-routes.ts";
import { registerRoutes } from "./sign-in/register-routes.ts";
import { signInRoutes } from "./sign-in/sign-in-routes.ts";
import { VERSION } from "./version.ts";

/** Every route of the console's API. A resource is one line. */
export function appRoutes(parts: AppParts, relay: Relay, care: ChannelCare): Route[] {
  const { secrets, groups, channels, prices } = parts;
  const vendor = vendorQuestions(parts, relay);
  const movements = { quotaWords: quotaWords(parts.options) };
  return [
    ...statusRoutes({ ...parts, facts: { version: VERSION, startTime: nowSeconds(parts.clock) } }),
    ...signInRoutes(parts),
    ...registerRoutes(parts),
    ...selfRoutes({ ...parts, lookupHash: secrets.lookupHash, enabledModels: channels.enabledModels }),
    ...groupRoutes(parts),
    ...optionRoutes(parts),
    ...priceRoutes(parts),
    ...channelRoutes({
      ...parts,
      groupExists: groups.exists,
      pricedModels: () => prices.current().pricedModels.keys(),
      probe: relay.probe,
    }),
    ...channelTagRoutes({ channels, groupExists: groups.exists }),
    ...channelOperationRoutes({ ...parts, ...vendor, care }),
    ...modelListRoutes({ ...parts, ...vendor, care }),
    ...channelHealthRoutes(relay.watch),
    ...ledgerRoutes({ audit: () => auditBooks(parts.database.reader) }),
    ...logRoutes({ ...parts, channelNames: channels.names }),
    ...tokenRoutes({ ...parts, usableGroups: groups.choosableBy }),
    ...userRoutes({ ...parts, ...movements }),
    ...redemptionRoutes(parts),
    ...walletRoutes({ ...parts, ...movements }),
  ];
}
