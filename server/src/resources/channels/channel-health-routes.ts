import {
  listChannelIncidents,
  listChannelKeys,
  listChannelTroubles,
  releaseChannelKey,
} from "@tollgate/contract/channel-health";
import type { ChannelIncident, ChannelKeyState, ChannelTrouble } from "@tollgate/contract/channel-health";
import { route } from "../../http/route.ts";
import type { Route } from "../../http/route.ts";
import { AppError } from "../../lib/app-error.ts";

/** What the relay knows of channels. */
export interface ChannelHealthDeps {
  troubles(): ChannelTrouble[];
  incidents(channelId: number, limit: number): Promise<ChannelIncident[]>;
  /** Undefined when there is no such channel. */
  keys(channelId: number): Promise<ChannelKeyState[] | undefined>;
  /** The same when there is no such key. */
  releaseKey(channelId: number, keyNumber: number): Promise<ChannelKeyState[] | undefined>;
}

const INCIDENTS_SHOWN = 50;

/** How channels and their keys fare, for administrators. */
export function channelHealthRoutes(deps: ChannelHealthDeps): Route[] {
  return [
    route(listChannelTroubles, () => deps.troubles()),
    route(listChannelIncidents, ({ id, query }) => deps.incidents(id, query.limit ?? INCIDENTS_SHOWN)),
    route(listChannelKeys, async ({ id }) => found(await deps.keys(id))),
    route(releaseChannelKey, async ({ id, body }) => found(await deps.releaseKey(id, body.number))),
  ];
}

function found(keys: ChannelKeyState[] | undefined): ChannelKeyState[] {
  if (!keys) throw new AppError("channel.not-found");
  return keys;
}
