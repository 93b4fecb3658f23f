import { describe, expect, test } from "bun:test";
import { ENGINES, openTestDatabase } from "../../../../test/support/test-database.ts";
import { createBreakerStore } from "./breaker-store.ts";
import type { StoredBreaker } from "./breaker-store.ts";

const NOW_MS = 1_764_547_200_000;

function sampleBreaker(parts: Partial<StoredBreaker> = {}): StoredBreaker {
  return {
    channelId: 1,
    scope: "key",
    keyHash: "hash",
    model: "",
    cause: "auth",
    isOpen: true,
    openedAtMs: NOW_MS,
    renewedAtMs: NOW_MS,
    openUntilMs: NOW_MS + 300_000,
    closedAtMs: 0,
    coolDownMs: 300_000,
    level: 1,
    probingSinceMs: 0,
    changedAtMs: NOW_MS,
    nodeId: "one",
    ...parts,
  };
}

describe.each(ENGINES)("breakers on %s", (engine) => {
  test("come back as they were written, those of a channel alone", async () => {
    await using opened = await openTestDatabase(engine);
    const store = createBreakerStore(opened.database);
    const other = sampleBreaker({ channelId: 2, scope: "model", keyHash: "", model: "m", cause: "timeout" });
    await store.write([sampleBreaker(), other]);
    expect(await store.list([2])).toEqual([other]);
    expect(await store.list()).toHaveLength(2);
  });

  test("are replaced by what is as new or newer, and not by what is older", async () => {
    await using opened = await openTestDatabase(engine);
    const store = createBreakerStore(opened.database);
    await store.write([sampleBreaker()]);
    const closed = sampleBreaker({ isOpen: false, closedAtMs: NOW_MS, nodeId: "two" });
    await store.write([closed]);
    expect(await store.list()).toEqual([closed]);
    await store.write([sampleBreaker({ changedAtMs: NOW_MS - 1 })]);
    expect(await store.list()).toEqual([closed]);
  });

  test("go when they have been closed for long, or when nobody has touched them for longer", async () => {
    await using opened = await openTestDatabase(engine);
    const store = createBreakerStore(opened.database);
    const at = (keyHash: string, parts: Partial<StoredBreaker>) => sampleBreaker({ keyHash, ...parts });
    await store.write([
      at("closed", { isOpen: false, changedAtMs: NOW_MS - 2000 }),
      at("closed lately", { isOpen: false }),
      at("open", { changedAtMs: NOW_MS - 2000 }),
      at("long ago", { changedAtMs: NOW_MS - 9000, openUntilMs: NOW_MS - 8000 }),
      at("long ago, for long", { changedAtMs: NOW_MS - 9000, openUntilMs: NOW_MS + 8000 }),
    ]);
    await store.prune(NOW_MS - 1000, NOW_MS - 5000);
    const left = await store.list();
    expect(left.map(({ keyHash }) => keyHash).sort()).toEqual([
      "closed lately",
      "long ago, for long",
      "open",
    ]);
  });

  test("of a channel that has changed are forgotten up to that moment", async () => {
    await using opened = await openTestDatabase(engine);
    const store = createBreakerStore(opened.database);
    await store.write([sampleBreaker(), sampleBreaker({ keyHash: "later", changedAtMs: NOW_MS + 1 })]);
    await store.forget(1, NOW_MS);
    expect((await store.list()).map(({ keyHash }) => keyHash)).toEqual(["later"]);
  });
});
