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

interface Entry {
  tier: Tier;
  place: Place;
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
      if (!entry || nowMs - entry.usedAtMs > LIFETIME_MS) return undefined;
      if (entry.tier !== tier) return placeIn(tier, entry.place);
      return entry.place;
    },
    remember(conversation, tier, place, nowMs) {
      const entry = entries.get(conversation);
      if (!entry) {
        entries.set(conversation, { tier, place, usedAtMs: nowMs });
        return;
      }
      entry.tier = tier;
      entry.place = place;
      entry.usedAtMs = nowMs;
    },
    forget: (conversation) => entries.delete(conversation),
  };
}

/** The same channel and key in another tier, or in the same one after a change of channels. */
function placeIn(tier: Tier, { channel, keyIndex }: Place): Place | undefined {
  const now = tier.channels.find(({ id }) => id === channel.id);
  const key = channel.keys[keyIndex];
  const index = now && key !== undefined ? now.keys.indexOf(key) : -1;
  return now && index >= 0 ? { channel: now, keyIndex: index } : undefined;
}
