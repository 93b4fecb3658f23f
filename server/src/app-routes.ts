import type { AppParts } from "./app-parts.ts";
import type { Relay } from "./app-relay.ts";
import type { Route } from "./http/route.ts";
import { nowSeconds } from "./lib/clock.ts";
import { channelRoutes } from "./resources/channels/channel-routes.ts";
import { groupRoutes } from "./resources/groups/group-routes.ts";
import { logRoutes } from "./resources/logs/log-routes.ts";
import { optionRoutes } from "./resources/options/option-routes.ts";
import { statusRoutes } from "./resources/status/status-routes.ts";
import { tokenRoutes } from "./resources/tokens/token-routes.ts";
import { selfRoutes } from "./resources/users/self-routes.ts";
import { signInRoutes } from "./sign-in/sign-in-routes.ts";
import { VERSION } from "./version.ts";

/** Every route of the console's API. A resource is one line. */
export function appRoutes(parts: AppParts, relay: Relay): Route[] {
  const { secrets, groups, channels, prices } = parts;
  return [
    ...statusRoutes({ ...parts, facts: { version: VERSION, startTime: nowSeconds(parts.clock) } }),
    ...signInRoutes(parts),
    ...selfRoutes({ ...parts, lookupHash: secrets.lookupHash, enabledModels: channels.enabledModels }),
    ...groupRoutes(parts),
    ...optionRoutes(parts),
    ...channelRoutes({
      ...parts,
      groupExists: groups.exists,
      pricedModels: () => prices.current().pricedModels.keys(),
      probe: relay.probe,
    }),
    ...logRoutes({ ...parts, channelNames: channels.names }),
    ...tokenRoutes({ ...parts, usableGroups: (userGroup) => Object.keys(groups.usableBy(userGroup)) }),
  ];
}
