import type { RelayChannel } from "../../resources/channels/relay-channels.ts";
import type { Tier } from "./routing-table.ts";

/**
 * The channels of a request in the order they are tried: tier by tier, inside a tier by weight at random, never one
 * twice. Weights that are all zero count as equal; a zero among others is only drawn when the others are used up.
 * `random` answers numbers from 0 up to 1.
 */
export function* attemptOrder(tiers: readonly Tier[], random: () => number): Generator<RelayChannel, void> {
  for (const tier of tiers) {
    const left = [...tier.channels];
    while (left.length > 0) {
      const [channel] = left.splice(draw(left, random), 1);
      if (channel) yield channel;
    }
  }
}

function draw(channels: readonly RelayChannel[], random: () => number): number {
  if (channels.length === 1) return 0;
  const total = channels.reduce((sum, channel) => sum + channel.weight, 0);
  if (total === 0) return Math.floor(random() * channels.length);
  let point = random() * total;
  for (const [index, channel] of channels.entries()) {
    point -= channel.weight;
    if (point < 0) return index;
  }
  return channels.findLastIndex((channel) => channel.weight > 0);
}
