import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { ENGINES, openTestDatabase } from "../../test/support/test-database.ts";
import type { TestDatabase } from "../../test/support/test-database.ts";
import { holdNodeLease } from "./node-lease.ts";

describe.each(ENGINES)("node lease on %s", (engine) => {
  let opened: TestDatabase;
  let nowMs = 1_700_000_000_000;
  const clock = { nowMs: () => nowMs };
  const freed: string[] = [];
  const lease = (nodeId: string) =>
    holdNodeLease({
      database: opened.database,
      clock,
      nodeId,
      onLost: () => {},
      freeHoldsOf: (id) => Promise.resolve(freed.push(id)),
    });

  beforeEach(async () => {
    opened = await openTestDatabase(engine);
    freed.length = 0;
  });
  afterEach(() => opened[Symbol.asyncDispose]());

  test("the holds of a node that has been silent too long are freed once, those of a living one stay", async () => {
    const first = await lease("a");
    const second = await lease("b");
    nowMs += 100_000;
    await second.beat();
    nowMs += 100_000;
    await second.beat();
    await second.beat();
    expect(freed).toEqual(["a"]);
    first.stop();
    second.stop();
  });

  test("one of the nodes that live leads, another when it has been silent too long", async () => {
    const second = await lease("b");
    expect(await second.leads()).toBe(true);
    const first = await lease("a");
    expect([await first.leads(), await second.leads()]).toEqual([true, false]);
    nowMs += 130_000;
    expect(await second.leads()).toBe(true);
    first.stop();
    second.stop();
  });
});
