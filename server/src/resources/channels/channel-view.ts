import * as z from "zod/mini";
import type { Channel } from "@tollgate/contract/channels";
import { csv } from "@tollgate/contract/codecs";
import type { ChannelRecord } from "./channel-record.ts";
import { maskProxy } from "./proxy-secret.ts";

/** A row as calls answer it. Its type has no key, so none can slip out; a proxy's password is masked. */
export function channelView(row: ChannelRecord): Channel {
  return {
    ...row,
    group: z.decode(csv, row.group),
    models: z.decode(csv, row.models),
    auto_ban: row.auto_ban !== 0,
    setting: maskProxy(row.setting),
  };
}
