import {
  disableTag,
  enableTag,
  listTagModels,
  setTagOfChannels,
  updateTag,
} from "@tollgate/contract/channel-tags";
import { ChannelStatus } from "@tollgate/contract/statuses";
import { route } from "../../http/route.ts";
import type { Route } from "../../http/route.ts";
import { AppError } from "../../lib/app-error.ts";
import type { ChannelValues } from "./channel-record.ts";
import type { ChannelStore } from "./channel-store.ts";
import { readTagChange } from "./channel-validation.ts";

export interface ChannelTagDeps {
  channels: Pick<ChannelStore, "updateMany" | "tagModels">;
  groupExists(group: string): boolean;
}

/** Channels that are run together under one tag, for administrators. */
export function channelTagRoutes({ channels, groupExists }: ChannelTagDeps): Route[] {
  const changeTag = async (tag: string, change: Partial<ChannelValues>): Promise<number> => {
    const count = await channels.updateMany({ tag }, change);
    if (count === 0) throw new AppError("channel.tag-not-found", { tag });
    return count;
  };
  return [
    route(updateTag, ({ body }) => changeTag(body.tag, readTagChange(body, groupExists))),
    route(enableTag, ({ body }) => changeTag(body.tag, { status: ChannelStatus.enabled })),
    route(disableTag, ({ body }) => changeTag(body.tag, { status: ChannelStatus.disabled })),
    route(listTagModels, ({ query }) => channels.tagModels(query.tag)),
    route(setTagOfChannels, ({ body }) => channels.updateMany({ ids: body.ids }, { tag: body.tag ?? "" })),
  ];
}
