import { describe, expect, test } from "bun:test";
import { createTestClock } from "../../../test/support/test-clock.ts";
import { ENGINES, openTestDatabase } from "../../../test/support/test-database.ts";
import { createWorkClaims } from "./scheduled-work-store.ts";

const MINUTE_MS = 60_000;

describe.each(ENGINES)("work that one of several nodes does, on %s", (engine) => {
  test("is begun by one of those that ask at once, and by another when its time has come again", async () => {
    await using opened = await openTestDatabase(engine);
    const { database } = opened;
    const clock = createTestClock();
    const nodes = ["one", "two", "three"].map((nodeId) => createWorkClaims({ database, clock, nodeId }));
    const askAll = () => Promise.all(nodes.map((node) => node.claim("tests", 10 * MINUTE_MS)));
    const begun = async () => (await askAll()).filter(Boolean).length;
    expect(await begun()).toBe(1);
    clock.advance(9 * MINUTE_MS);
    expect(await begun()).toBe(0);
    clock.advance(MINUTE_MS);
    expect(await begun()).toBe(1);
    const owner = await database.kysely.selectFrom("scheduled_work").selectAll().execute();
    expect(owner).toMatchObject([{ name: "tests", begun_at_ms: clock.nowMs() }]);
  });

  test("does not wait for work of another name", async () => {
    await using opened = await openTestDatabase(engine);
    const claims = createWorkClaims({ database: opened.database, clock: createTestClock(), nodeId: "one" });
    expect(await claims.claim("tests", MINUTE_MS)).toBe(true);
    expect(await claims.claim("balances", MINUTE_MS)).toBe(true);
  });
});
