import { afterEach, beforeEach, expect, test } from "bun:test";
import type { PoolClient } from "pg";
import { openTestDatabase } from "../../../test/support/test-database.ts";
import type { TestDatabase } from "../../../test/support/test-database.ts";
import type { BulkWork } from "../bulk.ts";
import { runPostgresBulk } from "./postgres-bulk.ts";

const META = { key: "text", value: "text" } as const;
let opened: TestDatabase;

beforeEach(async () => {
  opened = await openTestDatabase("postgres");
});
afterEach(() => opened[Symbol.asyncDispose]());

function* insert(key: string): BulkWork<void> {
  yield { kind: "insert", table: "meta", columns: META, rows: [[key, "1"]] };
}

function* setValue(key: string, value: string): BulkWork<void> {
  yield { kind: "update", table: "meta", columns: META, rows: [[key, value]] };
}

const valueOf = async (key: string) =>
  (await opened.database.kysely.selectFrom("meta").select("value").where("key", "=", key).executeTakeFirst())
    ?.value;

test("work that fails undoes itself, tells what failed first, and leaves its connection usable", async () => {
  const { database } = opened;
  await database.bulk(insert("a"));
  const failing = function* (): BulkWork<void> {
    yield* insert("b");
    yield* insert("a");
    // Never sent before: refused with the rest of the transaction, it must be prepared anew by whoever sends it next.
    yield* setValue("a", "2");
  };
  await expect(database.bulk(failing())).rejects.toMatchObject({ code: "23505" });
  expect([await valueOf("a"), await valueOf("b")]).toEqual(["1", undefined]);
  await database.bulk(setValue("a", "3"));
  expect(await valueOf("a")).toBe("3");
});

test("work that throws undoes what it has written", async () => {
  const failing = function* (): BulkWork<void> {
    yield* insert("c");
    throw new Error("a rule refuses it");
  };
  await expect(opened.database.bulk(failing())).rejects.toThrow("a rule refuses it");
  expect(await valueOf("c")).toBeUndefined();
});

test("only what reads is waited for: writes and the commit go out behind each other", async () => {
  const sent: string[] = [];
  const answers = new Map<string, () => void>();
  const query = (asked: string | { text: string }) => {
    const text = typeof asked === "string" ? asked : asked.text;
    const [act = ""] = text.split(" ");
    sent.push(act);
    return new Promise((resolve) => answers.set(act, () => resolve({ rows: [] })));
  };
  // All that a batch uses of a client.
  const client = { query } as unknown as PoolClient;
  const work = function* (): BulkWork<string> {
    yield { kind: "find", table: "meta", key: "key", keyType: "text", columns: META, ids: ["a"] };
    yield* insert("a");
    yield* setValue("a", "2");
    return "done";
  };
  const running = runPostgresBulk(client, work(), "now");
  expect(sent).toEqual(["begin", "select"]);
  answers.get("select")?.();
  await new Promise((resolve) => setImmediate(resolve));
  expect(sent).toEqual(["begin", "select", "insert", "update", "commit"]);
  for (const answer of answers.values()) answer();
  expect(await running).toBe("done");
});
