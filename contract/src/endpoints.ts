import * as channels from "./channels.ts";
import * as groups from "./groups.ts";
import * as logs from "./logs.ts";
import * as options from "./options.ts";
import * as session from "./session.ts";
import * as status from "./status.ts";
import * as tokens from "./tokens.ts";
import type { Endpoint } from "./endpoint.ts";

/** Every call of the console's API: what the server must serve, and what the guard suite goes through. */
export const ENDPOINTS: readonly Endpoint[] = [
  channels,
  groups,
  logs,
  options,
  session,
  status,
  tokens,
].flatMap((module) => Object.values<unknown>(module).filter(isEndpoint));

function isEndpoint(value: unknown): value is Endpoint {
  return (
    typeof value === "object" && value !== null && "shapes" in value && "access" in value && "path" in value
  );
}
