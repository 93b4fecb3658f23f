import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { sql } from "kysely";
import { sampleLog } from "../../../test/support/sample-log.ts";
import { ENGINES, openTestDatabase } from "../../../test/support/test-database.ts";
import type { TestDatabase } from "../../../test/support/test-database.ts";
import type { LogFilter } from "./log-filter.ts";
import { listLogRows, sumLogs } from "./log-list-store.ts";
import { sealLogSegments } from "./log-segment-store.ts";
import { logStatements, purgeLogs } from "./log-store.ts";
import type { NewLog } from "./log-store.ts";

const NOW = 1_700_000_000;
const SEGMENT_IDS = 16;
const USERS = 5;
const FILTERS: LogFilter[] = [
  {},
  { type: 1 },
  { tokenName: "t1" },
  { modelName: "m%" },
  { group: "vip" },
  { startSeconds: NOW + 30, endSeconds: NOW + 70 },
  { startSeconds: NOW + 90 },
  { endSeconds: NOW + 9 },
  { type: 2, modelName: "m2", startSeconds: NOW + 20 },
  { requestId: "r33" },
];

let opened: TestDatabase;
let written: { id: number; log: NewLog }[];
afterEach(() => opened[Symbol.asyncDispose]());

/** Rows a second apart, whose users, models, tokens and groups recur at different paces. */
async function write(count: number): Promise<void> {
  const first = written.length;
  const logs = Array.from({ length: count }, (_, offset) => {
    const number = first + offset;
    return sampleLog({
      createdAt: NOW + number,
      type: number % 4 === 3 ? 1 : 2,
      userId: 1 + (number % USERS),
      tokenName: `t${number % 3}`,
      modelName: `m${number % 7}`,
      group: number % 6 === 0 ? "vip" : "default",
      quota: number,
      requestId: `r${number}`,
    });
  });
  await opened.database.bulk<void>(
    (function* () {
      yield* logStatements(logs);
    })(),
  );
  const stored = await opened.database.kysely.selectFrom("logs").select(["id", "request_id"]).execute();
  const ids = new Map(stored.map(({ id, request_id }) => [request_id, id]));
  written.push(...logs.map((log) => ({ id: ids.get(log.requestId) ?? 0, log })));
}

const seal = () => sealLogSegments(opened.database, { segmentIds: SEGMENT_IDS });

/** The rows that fit, newest first, by looking at each. */
function expected(filter: LogFilter): NewLog[] {
  const { userId, type, startSeconds, endSeconds, tokenName, modelName, group, requestId } = filter;
  return written
    .map(({ log }) => log)
    .filter((log) => userId === undefined || log.userId === userId)
    .filter((log) => !type || log.type === type)
    .filter((log) => !startSeconds || log.createdAt >= startSeconds)
    .filter((log) => !endSeconds || log.createdAt <= endSeconds)
    .filter((log) => !tokenName || log.tokenName === tokenName)
    .filter((log) => !modelName || modelName === "m%" || log.modelName === modelName)
    .filter((log) => !group || log.group === group)
    .filter((log) => !requestId || log.requestId === requestId)
    .toReversed();
}

async function expectOwnLogsRight(): Promise<void> {
  for (let userId = 1; userId <= USERS; userId++) {
    for (const narrowed of FILTERS) {
      const filter = { ...narrowed, userId };
      const right = expected(filter);
      const { rows, total } = await listLogRows(opened.database, filter, { limit: 1000, offset: 0 });
      expect([filter, total, ...rows.map((row) => row.request_id)]).toEqual([
        filter,
        right.length,
        ...right.map((log) => log.requestId),
      ]);
      const consumed = expected({ ...filter, type: 2 });
      expect([filter, (await sumLogs(opened.database, filter, NOW)).quota]).toEqual([
        filter,
        consumed.reduce((sum, { quota }) => sum + quota, 0),
      ]);
    }
  }
}

describe.each(ENGINES)("segments of the log on %s", (engine) => {
  beforeEach(async () => {
    opened = await openTestDatabase(engine);
    written = [];
  });

  test("a user's lists and sums are the same whether rows are in segments, in none, or some in each", async () => {
    await write(SEGMENT_IDS - 1);
    expect(await seal()).toBe(0);
    await expectOwnLogsRight();
    await write(90);
    await expectOwnLogsRight();
    expect(await seal()).toBe(6);
    expect(await seal()).toBe(0);
    await expectOwnLogsRight();
    await write(3);
    await expectOwnLogsRight();
  });

  test("pages follow one another without gap or repetition, by number and by the row before", async () => {
    await write(105);
    await seal();
    const userId = 3;
    const right = expected({ userId }).map((log) => log.requestId);
    for (const limit of [1, 2, 5, 7]) {
      const byNumber: string[] = [];
      const byRow: string[] = [];
      let beforeId: number | undefined;
      for (let offset = 0; offset < right.length; offset += limit) {
        const page = await listLogRows(opened.database, { userId }, { limit, offset });
        byNumber.push(...page.rows.map((row) => row.request_id));
        const next = await listLogRows(opened.database, { userId }, { limit, offset: 0, beforeId });
        byRow.push(...next.rows.map((row) => row.request_id));
        beforeId = next.rows.at(-1)?.id;
        expect([page.total, next.total]).toEqual([right.length, right.length]);
      }
      expect(byNumber).toEqual(right);
      expect(byRow).toEqual(right);
    }
  });

  test("rows that are purged are gone from segments too, also half of one", async () => {
    await write(100);
    await seal();
    for (const kept of [93, 60, 4]) {
      await purgeLogs(opened.database, NOW + (100 - kept));
      written = written.filter(({ log }) => log.createdAt >= NOW + (100 - kept));
      await expectOwnLogsRight();
    }
    const left = await opened.database.kysely.selectFrom("logs_by_user").select("id").execute();
    const logIds = new Set(written.map(({ id }) => id));
    expect(left.filter(({ id }) => !logIds.has(id))).toEqual([]);
  });

  test("rows that come after everything has been purged are found", async () => {
    await write(40);
    await seal();
    await purgeLogs(opened.database, NOW + 1000);
    written = [];
    await write(7);
    await expectOwnLogsRight();
    await write(60);
    await seal();
    await expectOwnLogsRight();
  });

  test("a purge while segments are made leaves nothing in them that is gone", async () => {
    await write(100);
    await Promise.all([seal(), purgeLogs(opened.database, NOW + 45)]);
    written = written.filter(({ log }) => log.createdAt >= NOW + 45);
    await seal();
    await expectOwnLogsRight();
  });
});

test("what a process that died has left of a segment is made anew", async () => {
  opened = await openTestDatabase("sqlite");
  written = [];
  await write(40);
  const stale = { segment: 1, user_id: 2, id: written[1]?.id ?? 0, created_at: 1, type: 2, quota: 999 };
  await opened.database.kysely
    .insertInto("logs_by_user")
    .values({ ...stale, prompt_tokens: 0, completion_tokens: 0, token_name: "", model_name: "", group: "" })
    .execute();
  await expectOwnLogsRight();
  expect(await seal()).toBe(2);
  await expectOwnLogsRight();
});

test("nodes that make segments at once make each once", async () => {
  opened = await openTestDatabase("postgres");
  written = [];
  await write(100);
  const counts = await Promise.all([seal(), seal(), seal()]);
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(6);
  await expectOwnLogsRight();
});

test("a row whose transaction is still open when its segment could be made is not lost", async () => {
  opened = await openTestDatabase("postgres");
  written = [];
  await write(10);
  const { kysely } = opened.database;
  const order: string[] = [];
  let sealing: Promise<unknown> = Promise.resolve();
  const isSomebodyWaiting = async () =>
    (await sql`select 1 from pg_locks where not granted`.execute(kysely)).rows.length > 0;
  await kysely.transaction().execute(async (transaction) => {
    const { rows } = await sql<{ id: number }>`
      insert into logs (created_at, type, user_id, request_id) values (${NOW}, 2, 1, 'late') returning id`.execute(
      transaction,
    );
    await write(20);
    expect(written.at(-1)?.id).toBeGreaterThan(Number(rows[0]?.id));
    sealing = seal().then(() => order.push("sealed"));
    while (!(await isSomebodyWaiting()));
    order.push("committed");
  });
  await sealing;
  expect(order).toEqual(["committed", "sealed"]);
  const { rows } = await listLogRows(opened.database, { userId: 1 }, { limit: 100, offset: 0 });
  expect(rows.filter((row) => row.request_id === "late")).toHaveLength(1);
});
