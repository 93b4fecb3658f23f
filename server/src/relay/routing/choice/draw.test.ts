import { describe, expect, test } from "bun:test";
import { sampleRelayChannel } from "../../../../test/relay/sample-relay-call.ts";
import { seededRandom } from "../../../../test/routing/seeded-random.ts";
import { buildRoutingTable } from "../routing-table.ts";
import type { Tier } from "../routing-table.ts";
import { drawAmong, drawFrom } from "./draw.ts";

function tierOf(...weights: number[]): Tier {
  const channels = weights.map((weight, id) => sampleRelayChannel({ id, weight }));
  const [tier] = buildRoutingTable(channels).tiers("default", "chat");
  if (!tier) throw new Error("there is no tier");
  return tier;
}

const ROUNDS = 8000;
const ways: [string, (tier: Tier, random: () => number) => { id: number } | undefined][] = [
  ["by sums", drawFrom],
  ["from a list", ({ channels }, random) => drawAmong(channels, random)],
];

describe.each(ways)("a channel drawn %s", (_, draw) => {
  const sharesOf = (...weights: number[]) => {
    const tier = tierOf(...weights);
    const random = seededRandom(5);
    const counts = weights.map(() => 0);
    for (let round = 0; round < ROUNDS; round++) {
      const id = draw(tier, random)?.id ?? -1;
      counts[id] = (counts[id] ?? 0) + 1;
    }
    return counts.map((count) => count / ROUNDS);
  };
  test("follows the weights", () => {
    const [first, second, third] = sharesOf(6, 3, 1);
    expect(first).toBeWithin(0.57, 0.63);
    expect(second).toBeWithin(0.27, 0.33);
    expect(third).toBeWithin(0.08, 0.12);
  });
  test("is never one of no weight beside others", () => {
    expect(sharesOf(0, 1, 0)).toEqual([0, 1, 0]);
  });
  test("is any when all weigh the same, or nothing", () => {
    for (const weight of [0, 7])
      for (const share of sharesOf(weight, weight, weight, weight)) expect(share).toBeWithin(0.22, 0.28);
  });
});

test("nothing is drawn from an empty list", () => {
  expect(drawAmong([], () => 0.5)).toBeUndefined();
});
