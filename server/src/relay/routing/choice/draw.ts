import type { RoutedChannel } from "../routed-channel.ts";
import type { Tier } from "../routing-table.ts";

/**
 * A channel of the tier by weight; weights that are all the same count as equal, and one that is zero beside others is
 * never drawn. `random` answers numbers from 0 up to 1.
 */
export function drawFrom({ channels, weightSums }: Tier, random: () => number): RoutedChannel | undefined {
  if (channels.length === 1) return channels[0];
  if (!weightSums) return channels[Math.floor(random() * channels.length)];
  const point = random() * (weightSums[weightSums.length - 1] ?? 0);
  let low = 0;
  let high = weightSums.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((weightSums[middle] ?? 0) > point) high = middle;
    else low = middle + 1;
  }
  return channels[low];
}

/** One of a list by weight; those that weigh nothing are drawn when there are no others. */
export function drawAmong(
  channels: readonly RoutedChannel[],
  random: () => number,
): RoutedChannel | undefined {
  let total = 0;
  for (const { weight } of channels) total += Math.max(0, weight);
  if (total === 0) return channels[Math.floor(random() * channels.length)];
  let point = random() * total;
  for (const channel of channels) {
    point -= Math.max(0, channel.weight);
    if (point < 0) return channel;
  }
  return channels.findLast(({ weight }) => weight > 0);
}
