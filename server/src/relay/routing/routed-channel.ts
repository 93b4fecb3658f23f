import type { CallLimit } from "@tollgate/contract/call-limits";
import { keyListLines, keyListMode } from "../../resources/channels/key-list.ts";
import type { RelayChannel } from "../../resources/channels/relay-channels.ts";
import { limitInSetting } from "../limits/limit-rules.ts";

/** How a channel with several keys takes turns. */
export type KeyRotation = "random" | "round-robin";

/** A channel with its keys apart. */
export interface RoutedChannel extends RelayChannel {
  /** At least one. Health knows a key by its text, so that it keeps its state when others are added or removed. */
  readonly keys: readonly string[];
  readonly keyRotation: KeyRotation;
  /** The limits that its own settings name; undefined when they name none. */
  readonly limit: CallLimit | undefined;
}

/**
 * A channel as the routing table holds it. The setting `multi_key_mode` (`random`, or `polling` for one after the
 * other) says that its key is a list, one key a line; otherwise the key is one, whatever is in it.
 */
export function routedChannel(channel: RelayChannel): RoutedChannel {
  const mode = keyListMode(channel.setting);
  // Each key once: a (channel, key) is tried once, under whatever number.
  const keys = mode === undefined ? [] : keyListLines(channel.key);
  return {
    ...channel,
    keys: keys.length > 0 ? keys : [channel.key],
    keyRotation: mode === "polling" ? "round-robin" : "random",
    limit: limitInSetting(channel.setting),
  };
}

/** The channel with the one key that an attempt is to send; itself when it has no other. */
export function channelWithKey(channel: RoutedChannel, keyIndex: number): RoutedChannel {
  const key = channel.keys[keyIndex];
  return key === undefined || key === channel.key ? channel : { ...channel, key };
}
