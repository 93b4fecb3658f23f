import {
  copyChannel,
  createChannel,
  deleteChannel,
  deleteChannels,
  getChannel,
  listChannelModels,
  listChannels,
  searchChannels,
  testChannel,
  updateChannel,
} from "@tollgate/contract/channels";
import { readPage } from "@tollgate/contract/envelope";
import { route } from "../../http/route.ts";
import type { Route } from "../../http/route.ts";
import { AppError } from "../../lib/app-error.ts";
import { nowSeconds } from "../../lib/clock.ts";
import type { Clock } from "../../lib/clock.ts";
import type { ChannelFilter } from "./channel-list-store.ts";
import { copyName } from "./channel-names.ts";
import type { ChannelRecord } from "./channel-record.ts";
import type { ChannelStore } from "./channel-store.ts";
import { testChannelOnce } from "./channel-test.ts";
import type { ChannelProbe, ChannelTester } from "./channel-test.ts";
import { readChannelChange, readNewChannel } from "./channel-validation.ts";
import { channelView } from "./channel-view.ts";

export interface ChannelRouteDeps {
  channels: ChannelStore;
  clock: Clock;
  groupExists(group: string): boolean;
  /** Names of models that have a price. */
  pricedModels(): Iterable<string>;
  probe: ChannelProbe;
}

/** Channels, for administrators. Fixed paths come before `:id`. */
export function channelRoutes(deps: ChannelRouteDeps): Route[] {
  const { channels, clock, groupExists } = deps;
  return [
    route(listChannelModels, async () => {
      const names = new Set([...(await channels.enabledModels()), ...deps.pricedModels()]);
      return [...names].sort().map((id) => ({ id }));
    }),
    route(searchChannels, ({ query }) =>
      channelPage(channels, readPage(query), {
        keyword: query.keyword,
        group: query.group,
        model: query.model,
        status: query.status,
        idSort: query.id_sort,
        tagMode: query.tag_mode,
      }),
    ),
    route(testChannel, ({ id, query, caller, ip }) =>
      runTest(deps, id, query.model, { id: caller.id, username: caller.username, ip }),
    ),
    route(deleteChannels, ({ body }) => channels.remove(body.ids)),
    route(copyChannel, async ({ id }) => {
      const source = found(await channels.get(id));
      const copied = await channels.copy(id, copyName(source.name), nowSeconds(clock));
      if (copied === undefined) throw new AppError("channel.not-found");
      return copied;
    }),
    route(listChannels, ({ query }) =>
      channelPage(channels, readPage(query), { idSort: query.id_sort, tagMode: query.tag_mode }),
    ),
    route(getChannel, async ({ id }) => channelView(found(await channels.get(id)))),
    route(createChannel, async ({ body }) => {
      const { values, keys } = readNewChannel(body, groupExists);
      await channels.create(values, keys, nowSeconds(clock));
      return undefined;
    }),
    route(updateChannel, async ({ body }) => {
      const { id, ...parts } = body;
      const current = channelView(found(await channels.get(id)));
      const { change, key } = readChannelChange(parts, current, groupExists);
      return channelView(found(await channels.update(id, change, key)));
    }),
    route(deleteChannel, async ({ id }) => {
      if ((await channels.remove([id])) === 0) throw new AppError("channel.not-found");
      return undefined;
    }),
  ];
}

async function channelPage(
  channels: ChannelStore,
  { page, pageSize, offset }: ReturnType<typeof readPage>,
  { tagMode, ...filter }: Omit<ChannelFilter, "limit" | "offset"> & { tagMode: boolean | undefined },
) {
  const list = tagMode === true ? channels.listTagged : channels.list;
  const { rows, total } = await list({ ...filter, limit: pageSize, offset });
  return { items: rows.map(channelView), page, page_size: pageSize, total };
}

async function runTest(deps: ChannelRouteDeps, id: number, model: string | undefined, tester: ChannelTester) {
  found(await deps.channels.get(id));
  const { success, message, timeSeconds } = await testChannelOnce(deps, id, model, tester);
  const top = { time: timeSeconds };
  if (!success) throw new AppError("channel.test-failed", { reason: message }, { top });
  return { data: undefined, top };
}

function found(row: ChannelRecord | undefined): ChannelRecord {
  if (!row) throw new AppError("channel.not-found");
  return row;
}
