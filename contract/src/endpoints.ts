import * as channelHealth from "./channel-health.ts";
import * as channelOperations from "./channel-operations.ts";
import * as channelTags from "./channel-tags.ts";
import * as channels from "./channels.ts";
import * as groups from "./groups.ts";
import * as ledger from "./ledger.ts";
import * as logs from "./logs.ts";
import * as options from "./options.ts";
import * as prices from "./prices.ts";
import * as redemptions from "./redemptions.ts";
import * as session from "./session.ts";
import * as status from "./status.ts";
import * as tokens from "./tokens.ts";
import * as upstreamModels from "./upstream-models.ts";
import * as users from "./users.ts";
import * as wallet from "./wallet.ts";
import type { Endpoint } from "./endpoint.ts";

/** Every call of the console's API: what the server must serve, and what the guard suite goes through. */
export const ENDPOINTS: readonly Endpoint[] = [
  channelHealth,
  channelOperations,
  channelTags,
  channels,
  groups,
  ledger,
  logs,
  options,
  prices,
  redemptions,
  session,
  status,
  tokens,
  upstreamModels,
  users,
  wallet,
].flatMap((module) => Object.values<unknown>(module).filter(isEndpoint));

function isEndpoint(value: unknown): value is Endpoint {
  return (
    typeof value === "object" && value !== null && "shapes" in value && "access" in value && "path" in value
  );
}
