import { expect, test } from "bun:test";
import { sampleRelayChannel } from "../../../../test/relay/sample-relay-call.ts";
import { routedChannel } from "../routed-channel.ts";
import type { Tier } from "../routing-table.ts";
import { createAffinity } from "./affinity.ts";

const HOUR_MS = 3_600_000;

/** A tier of channels with two keys each, as a routing table makes it anew. */
function tierOf(...ids: number[]): Tier {
  const setting = { multi_key_mode: "polling" };
  const channels = ids.map((id) =>
    routedChannel(sampleRelayChannel({ id, setting, key: `key-${id}-a\nkey-${id}-b` })),
  );
  return { priority: 0, channels, weightSums: undefined };
}

function placeIn({ channels }: Tier, index: number, keyIndex: number) {
  const channel = channels[index];
  if (!channel) throw new Error("no such channel");
  return { channel, keyIndex };
}

test("a conversation is found at its channel and key in every table that still has them", () => {
  const affinity = createAffinity();
  const before = tierOf(1, 2, 3);
  affinity.remember("talk", before, placeIn(before, 1, 1), 0);
  for (const tier of [before, tierOf(1, 2, 3), tierOf(2), tierOf(3, 1, 2)]) {
    const found = affinity.find("talk", tier, 1);
    expect(found?.channel.id).toBe(2);
    expect<readonly unknown[]>(tier.channels).toContain(found?.channel);
    expect(found?.channel.keys[found.keyIndex]).toBe("key-2-b");
  }
  expect(affinity.find("talk", tierOf(1, 3), 1)).toBeUndefined();
  expect(affinity.find("other", before, 1)).toBeUndefined();
});

test("a conversation moves, is forgotten, and has no place after an hour", () => {
  const affinity = createAffinity();
  const tier = tierOf(1, 2);
  affinity.remember("talk", tier, placeIn(tier, 0, 0), 0);
  affinity.remember("talk", tier, placeIn(tier, 1, 0), 10);
  expect(affinity.find("talk", tier, 10 + HOUR_MS)?.channel.id).toBe(2);
  expect(affinity.find("talk", tier, 11 + HOUR_MS)).toBeUndefined();
  affinity.forget("talk");
  expect(affinity.find("talk", tier, 11)).toBeUndefined();
});

test("a key that its channel has no more is no place", () => {
  const affinity = createAffinity();
  const tier = tierOf(1);
  affinity.remember("talk", tier, placeIn(tier, 0, 1), 0);
  const [channel] = tier.channels;
  if (!channel) throw new Error("no channel");
  const changed = { ...tier, channels: [{ ...channel, keys: ["key-1-a", "key-1-c"] }] };
  expect(affinity.find("talk", changed, 1)).toBeUndefined();
});

test("tables that are no more are not kept for the conversations that they once served", async () => {
  const affinity = createAffinity();
  const tables = Array.from({ length: 50 }, (_, index) => {
    const tier = tierOf(1, 2);
    affinity.remember(`talk ${index}`, tier, placeIn(tier, 1, 0), 0);
    return new WeakRef(tier.channels[0] ?? {});
  });
  // What a weak reference was made of is kept to the end of the turn.
  await new Promise((resolve) => setImmediate(resolve));
  Bun.gc(true);
  // A stack may seem to hold one or two of them.
  expect(tables.filter((table) => table.deref() !== undefined).length).toBeLessThan(5);
  expect(affinity.find("talk 7", tierOf(1, 2), 1)?.channel.id).toBe(2);
});
