import { createRecentMap } from "../../../lib/recent-map.ts";
import type { RoutedChannel } from "../routed-channel.ts";
import type { Tier } from "../routing-table.ts";

/** Where a conversation was answered last: there its prompt is cached. */
export interface Place {
  readonly channel: RoutedChannel;
  readonly keyIndex: number;
}

/** The places of conversations that went on lately. */
export interface Affinity {
  /** The conversation's place as the tier has it now; undefined when it has none or is no longer there. */
  find(conversation: string, tier: Tier, nowMs: number): Place | undefined;
  remember(conversation: string, tier: Tier, place: Place, nowMs: number): void;
  forget(conversation: string): void;
}

/** A place by its names and where they stood: the channels themselves would keep the table that they are from. */
interface Entry {
  channelId: number;
  channelIndex: number;
  key: string | undefined;
  keyIndex: number;
  usedAtMs: number;
}

/** Twice as many are remembered (lib/recent-map.ts). */
const GENERATION = 50_000;
/** No vendor keeps a prompt longer without being asked for it. */
const LIFETIME_MS = 3_600_000;

export function createAffinity(): Affinity {
  const entries = createRecentMap<string, Entry>(GENERATION);
  return {
    find(conversation, tier, nowMs) {
      const entry = entries.get(conversation);
      return !entry || nowMs - entry.usedAtMs > LIFETIME_MS ? undefined : placeIn(tier, entry);
    },
    remember(conversation, { channels }, { channel, keyIndex }, nowMs) {
      const entry = entries.get(conversation);
      const { id, keys } = channel;
      const stood = entry?.channelIndex ?? 0;
      const channelIndex = channels[stood] === channel ? stood : channels.indexOf(channel);
      const place = { channelId: id, channelIndex, key: keys[keyIndex], keyIndex, usedAtMs: nowMs };
      if (entry) Object.assign(entry, place);
      else entries.set(conversation, place);
    },
    forget: (conversation) => entries.delete(conversation),
  };
}

/** Where it stood, or wherever a change of channels has moved it to. */
function placeIn({ channels }: Tier, entry: Entry): Place | undefined {
  const { channelId, channelIndex, key, keyIndex } = entry;
  const stood = channels[channelIndex];
  const channel = stood?.id === channelId ? stood : channels.find(({ id }) => id === channelId);
  if (!channel || key === undefined) return undefined;
  if (channel.keys[keyIndex] === key) return { channel, keyIndex };
  const index = channel.keys.indexOf(key);
  return index < 0 ? undefined : { channel, keyIndex: index };
}
