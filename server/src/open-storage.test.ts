import { describe, expect, test } from "bun:test";
import { ENGINES } from "../test/support/test-database.ts";
import { testSecrets } from "../test/support/test-secrets.ts";
import { createTestStorage } from "../test/support/test-storage.ts";
import { openExistingDatabase, openStorage } from "./open-storage.ts";
import { openSecretKeys } from "./secrets/secret-keys.ts";

const otherSecrets = openSecretKeys({ dataDir: "", secretKey: "a very different secret key" });

describe.each(ENGINES)("storage on %s", (engine) => {
  test("opens again with the key it was made with, and with no other", async () => {
    const storage = await createTestStorage(engine);
    for (let start = 0; start < 2; start++) await (await openStorage(storage.database, testSecrets)).close();
    await expect(openStorage(storage.database, otherSecrets)).rejects.toThrow("made with another secret key");
    await storage.remove();
  });

  test("a database of a newer version is refused in one line", async () => {
    const storage = await createTestStorage(engine);
    const database = openExistingDatabase(storage.database);
    await database.kysely
      // A table of the migrator's own, which the schema does not name.
      .insertInto("kysely_migration" as "meta")
      .values({ name: "9999-of-tomorrow", timestamp: "2030-01-01" } as never)
      .execute();
    await database.close();
    await expect(openStorage(storage.database, testSecrets)).rejects.toThrow(
      /^the database \(.*\) cannot be used: .*9999-of-tomorrow/,
    );
    await storage.remove();
  });
});

test("a file that is no database is refused in one line", async () => {
  const storage = await createTestStorage("sqlite");
  const path = `${storage.dataDir}/other.db`;
  await Bun.write(path, "this is no database, but long enough to be looked at as one".repeat(20));
  const config = { engine: "sqlite", path, label: "SQLite in other.db" } as const;
  await expect((async () => openStorage(config, testSecrets))()).rejects.toThrow(
    "the database (SQLite in other.db) cannot be used: file is not a database",
  );
  await storage.remove();
});

test("a command that only looks makes no database", async () => {
  const storage = await createTestStorage("sqlite");
  const path = `${storage.dataDir}/none.db`;
  expect(() => openExistingDatabase({ engine: "sqlite", path, label: "SQLite in none.db" })).toThrow(
    "there is no database: SQLite in none.db does not exist",
  );
  expect(await Bun.file(path).exists()).toBe(false);
  await storage.remove();
});
