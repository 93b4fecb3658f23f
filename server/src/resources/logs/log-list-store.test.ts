import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { LOG_TOTAL_CAP } from "@tollgate/contract/logs";
import { LogType } from "@tollgate/contract/statuses";
import {
  CompiledQuery,
  DummyDriver,
  Kysely,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from "kysely";
import type { DatabaseConnection } from "kysely";
import type { Database } from "../../db/database.ts";
import { sampleLog } from "../../../test/support/sample-log.ts";
import { ENGINES, openTestDatabase } from "../../../test/support/test-database.ts";
import type { TestDatabase } from "../../../test/support/test-database.ts";
import { listLogRows, sumLogs } from "./log-list-store.ts";
import type { LogFilter } from "./log-filter.ts";
import { sealLogSegments } from "./log-segment-store.ts";
import { logStatements } from "./log-store.ts";
import type { NewLog } from "./log-store.ts";

const NOW = 1_700_000_000;

/** Request ids name the rows; the list is ordered by time, so the last is shown first. */
const LOGS: Partial<NewLog>[] = [
  { requestId: "old", createdAt: NOW - 5000, quota: 1 },
  { requestId: "topup", createdAt: NOW - 4000, type: LogType.topUp, quota: 50_000, channelId: 0 },
  { requestId: "bob", createdAt: NOW - 3000, userId: 2, username: "bob", quota: 10, channelId: 7 },
  { requestId: "mini", createdAt: NOW - 2000, modelName: "gpt-4o-mini", quota: 100 },
  { requestId: "under", createdAt: NOW - 1000, modelName: "gpt_4o", tokenName: "a_b", quota: 1000 },
  {
    requestId: "vip",
    createdAt: NOW - 30,
    group: "vip",
    quota: 10_000,
    promptTokens: 1,
    completionTokens: 2,
  },
  { requestId: "late", createdAt: NOW - 20, userId: 2, username: "bob", quota: 100_000 },
];

describe.each(ENGINES)("the log list on %s", (engine) => {
  let opened: TestDatabase;
  const insert = (logs: Partial<NewLog>[]) =>
    opened.database.bulk<void>(
      (function* () {
        yield* logStatements(logs.map(sampleLog));
      })(),
    );
  beforeAll(async () => {
    opened = await openTestDatabase(engine);
    await insert(LOGS);
  });
  afterAll(() => opened[Symbol.asyncDispose]());

  const list = async (filter: LogFilter, page: Partial<Parameters<typeof listLogRows>[2]> = {}) => {
    const { rows, total } = await listLogRows(opened.database, filter, { limit: 100, offset: 0, ...page });
    return { ids: rows.map((row) => row.request_id), total };
  };
  const ALL = ["late", "vip", "under", "mini", "bob", "topup", "old"];

  test.each<[string, LogFilter, string[]]>([
    ["nothing", {}, ALL],
    ["type 0, which is all", { type: 0 }, ALL],
    ["a type", { type: LogType.topUp }, ["topup"]],
    ["a user", { userId: 2 }, ["late", "bob"]],
    ["a user name", { username: "bob" }, ["late", "bob"]],
    [
      "a range of times, both ends included",
      { startSeconds: NOW - 4000, endSeconds: NOW - 2000 },
      ["mini", "bob", "topup"],
    ],
    ["a model", { modelName: "gpt-4o" }, ["late", "vip", "bob", "topup", "old"]],
    ["a model pattern", { modelName: "gpt-4o-%" }, ["mini"]],
    ["a pattern whose underscore is one", { modelName: "gpt_4%" }, ["under"]],
    ["a token name", { tokenName: "a_b" }, ["under"]],
    ["a token pattern", { tokenName: "%b" }, ["under"]],
    ["a channel", { channelId: 7 }, ["bob"]],
    ["a group", { group: "vip" }, ["vip"]],
    ["a request", { requestId: "mini" }, ["mini"]],
    ["several at once", { userId: 1, group: "default", modelName: "gpt-4o%" }, ["mini", "topup", "old"]],
    ["a text that tries to be SQL", { username: "' or '1'='1" }, []],
  ])("narrowed by %s", async (_, filter, expected) => {
    expect(await list(filter)).toEqual({ ids: expected, total: expected.length });
  });

  test("pages follow one another without gap or repetition", async () => {
    const pages = await Promise.all([0, 3, 6].map((offset) => list({}, { limit: 3, offset })));
    expect(pages.flatMap(({ ids }) => ids)).toEqual(ALL);
    expect(pages.map(({ total }) => total)).toEqual([7, 7, 7]);
  });

  test.each<[string, LogFilter]>([
    ["everyone", {}],
    ["one user", { userId: 1 }],
  ])("the rows after a given one can be asked for: %s", async (_, filter) => {
    const all = await list(filter);
    const { rows } = await listLogRows(opened.database, filter, { limit: 2, offset: 0 });
    const rest = await list(filter, { beforeId: rows.at(-1)?.id });
    expect(rest.ids).toEqual(all.ids.slice(2));
    expect(rest.total).toBe(all.total);
  });

  test("nothing comes after a row that has been purged", async () => {
    expect((await list({}, { beforeId: 999 })).ids).toEqual([]);
  });

  test("a row that was written later about an earlier time is in its place", async () => {
    await insert([{ requestId: "imported", createdAt: NOW - 2500 }]);
    expect((await list({})).ids).toEqual(ALL.toSpliced(4, 0, "imported"));
    const { rows } = await listLogRows(opened.database, { requestId: "imported" }, { limit: 1, offset: 0 });
    expect((await list({}, { beforeId: rows[0]?.id })).ids).toEqual(["bob", "topup", "old"]);
    await opened.database.kysely.deleteFrom("logs").where("request_id", "=", "imported").execute();
  });

  test("sums count consumption only; the rates are of the last minute, whatever the range", async () => {
    expect(await sumLogs(opened.database, {}, NOW)).toEqual({ quota: 111_111, rpm: 2, tpm: 18 });
    const range = { startSeconds: NOW - 3500, endSeconds: NOW - 1500 };
    expect(await sumLogs(opened.database, range, NOW)).toEqual({ quota: 110, rpm: 2, tpm: 18 });
    expect(await sumLogs(opened.database, { group: "vip" }, NOW)).toEqual({ quota: 10_000, rpm: 1, tpm: 3 });
    expect(await sumLogs(opened.database, { userId: 3 }, NOW)).toEqual({ quota: 0, rpm: 0, tpm: 0 });
  });

  test("the total is not counted beyond the cap", async () => {
    await insert(Array.from({ length: LOG_TOTAL_CAP + 5 }, () => ({ userId: 77 })));
    expect((await list({ userId: 77 }, { limit: 1 })).total).toBe(LOG_TOTAL_CAP + 1);
    await opened.database.kysely.deleteFrom("logs").where("user_id", "=", 77).execute();
  });
});

test("on SQLite every narrowed list and sum reads an index in its order: no row is sorted, none is read in vain", async () => {
  await using opened = await openTestDatabase("sqlite");
  await opened.database.bulk<void>(
    (function* () {
      yield* logStatements(Array.from({ length: 10 }, () => sampleLog()));
    })(),
  );
  await sealLogSegments(opened.database, { segmentIds: 4 });
  const queries: CompiledQuery[] = [];
  const noted: Database = { ...opened.database, reader: notingQueries(opened.database, queries) };
  const plansOf = async (filter: LogFilter): Promise<string[]> => {
    queries.length = 0;
    await listLogRows(noted, filter, { limit: 20, offset: 0 });
    await sumLogs(noted, filter, NOW);
    const searched = queries.filter(({ sql }) => / from log(s|_segments) /.test(sql));
    return Promise.all(
      searched.map(async ({ sql, parameters }) => {
        const { rows } = await opened.database.reader.executeQuery<{ detail: string }>(
          CompiledQuery.raw(`explain query plan ${sql}`, [...parameters]),
        );
        return rows.map(({ detail }) => detail).join("; ");
      }),
    );
  };
  const narrowed = [
    { tokenName: "a" },
    { modelName: "a" },
    { username: "a" },
    { channelId: 1 },
    { group: "a" },
  ];
  for (const filter of narrowed) {
    const plans = await plansOf(filter);
    expect(plans.length).toBe(4);
    for (const plan of plans) {
      expect(plan).toContain("COVERING INDEX logs_created");
      expect(plan).not.toContain("TEMP B-TREE");
    }
  }
  const own = await plansOf({ userId: 1, modelName: "gpt-4o" });
  expect(own.filter((plan) => plan.includes("SEARCH logs USING INTEGER PRIMARY KEY (rowid>?)")).length).toBe(
    4,
  );
  expect(
    own.filter((plan) => plan.includes("SEARCH logs USING PRIMARY KEY (segment=? AND user_id=?)")).length,
  ).toBe(4);
  expect(own.join()).not.toContain("TEMP B-TREE");
});

/** The database's reader, which also notes what it is asked. */
function notingQueries({ kysely }: Database, queries: CompiledQuery[]): Database["reader"] {
  const connection: DatabaseConnection = {
    executeQuery(query) {
      queries.push(query);
      return kysely.executeQuery(CompiledQuery.raw(query.sql, [...query.parameters]));
    },
    // oxlint-disable-next-line require-yield -- lists are read whole.
    async *streamQuery() {
      throw new Error("no list streams");
    },
  };
  class NotingDriver extends DummyDriver {
    override acquireConnection = () => Promise.resolve(connection);
  }
  return new Kysely({
    dialect: {
      createDriver: () => new NotingDriver(),
      createAdapter: () => new SqliteAdapter(),
      createIntrospector: (db) => new SqliteIntrospector(db),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  });
}
