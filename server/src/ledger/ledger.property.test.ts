import { afterAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sqliteWorlds } from "../../test/ledger/sqlite-worlds.ts";

/** Another one makes other sequences; a failure is found again under the seed that it tells. */
const FIRST_SEED = Number(process.env["LEDGER_SEED"] ?? 1);
/** Much to compute, on a machine that may have much else to do. */
const TIMEOUT_MS = 240_000;

describe("random sequences of verbs on SQLite", () => {
  const folder = mkdtempSync(join(tmpdir(), "tollgate-worlds-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  // In parts, so that one that hangs is named.
  const WORLDS = 50;
  const PARTS = 5;
  test.each(Array.from({ length: PARTS }, (_, part) => part))(
    "12,000 of them, with replays, refusals, failing commits and crashes, do what the reference does (part %i of 5)",
    async (part) => {
      const worlds = await sqliteWorlds(folder, 1200);
      for (let world = part; world < WORLDS; world += PARTS) await worlds.prove(FIRST_SEED + world);
      expect(part).toBeLessThan(PARTS);
    },
    TIMEOUT_MS,
  );

  test(
    "30,000 of them at once, on more accounts than are kept in memory, do what the reference does",
    async () => {
      const worlds = await sqliteWorlds(folder, 30_000);
      expect(await worlds.prove(FIRST_SEED)).toBeUndefined();
    },
    TIMEOUT_MS,
  );
});
