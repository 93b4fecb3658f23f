import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { sampleChannel } from "../../../test/support/sample-channel.ts";
import { sampleLog } from "../../../test/support/sample-log.ts";
import { ENGINES, openTestDatabase } from "../../../test/support/test-database.ts";
import type { TestDatabase } from "../../../test/support/test-database.ts";
import { testSecrets } from "../../../test/support/test-secrets.ts";
import { userAccount } from "../../ledger/account.ts";
import { createLedger } from "../../ledger/ledger.ts";
import { createChannelStore } from "../channels/channel-store.ts";
import { insertLog, logStatements, purgeLogs } from "./log-store.ts";
import type { NewLog } from "./log-store.ts";

const clock = { nowMs: () => 1_700_000_000_000 };

describe("the statements of log rows", () => {
  test("none are needed for no rows", () => {
    expect(logStatements([])).toEqual([]);
  });

  test("use is added up for each channel, in the order of the channels' ids", () => {
    const [insert, add] = logStatements([
      sampleLog({ channelId: 9, quota: 5 }),
      sampleLog({ channelId: 2, quota: 7 }),
      sampleLog({ channelId: 9, quota: 11 }),
      sampleLog({ channelId: 0, quota: 13 }),
      sampleLog({ channelId: 3, quota: 0 }),
    ]);
    expect(insert).toMatchObject({ kind: "insert", table: "logs" });
    expect(add).toMatchObject({ kind: "add", table: "channels", column: "used_quota" });
    expect(add).toHaveProperty("rows", [
      [2, 7],
      [9, 16],
    ]);
  });
});

describe.each(ENGINES)("log rows on %s", (engine) => {
  let opened: TestDatabase;
  beforeEach(async () => {
    opened = await openTestDatabase(engine);
  });
  afterEach(() => opened[Symbol.asyncDispose]());

  const rows = () => opened.database.kysely.selectFrom("logs").selectAll().orderBy("id").execute();

  test("a row is stored as it was given", async () => {
    const log = sampleLog({
      isStream: true,
      modelName: "模型",
      other: '{"a":1}',
      quota: 9_007_199_254_740_991,
    });
    await insertLog(opened.database, log);
    expect(await rows()).toMatchObject([
      {
        created_at: log.createdAt,
        type: 2,
        user_id: 1,
        model_name: "模型",
        is_stream: 1,
        prompt_tokens: 10,
        completion_tokens: 5,
        quota: 9_007_199_254_740_991,
        other: '{"a":1}',
      },
    ]);
  });

  test("a zero character in a text does not keep its row from being stored", async () => {
    await insertLog(opened.database, sampleLog({ content: "bad\0text" }));
    expect(await rows()).toMatchObject([{ content: "badtext" }]);
  });

  test("rows and the channel's use commit with the charge, and a purge changes no balance", async () => {
    const ledger = createLedger<NewLog>({
      database: opened.database,
      clock,
      nodeId: "node",
      alongside: logStatements,
    });
    const channels = createChannelStore({
      database: opened.database,
      secrets: testSecrets,
      feed: { publish: () => Promise.resolve() },
    });
    await channels.create(sampleChannel(), ["sk-1"], 0);
    const payer = userAccount(1);
    await opened.database.kysely.transaction().execute((trx) => ledger.openAccount(trx, payer, 1000));
    for (const id of ["r1", "r2"]) {
      await ledger.reserve({ holdId: id, payer, amount: 100 });
      const alongside = sampleLog({ channelId: 1, quota: 60, requestId: id });
      await ledger.settle({ holdId: id, payer, amount: 60, alongside });
    }
    expect((await channels.get(1))?.used_quota).toBe(120);
    expect((await rows()).map((row) => row.request_id)).toEqual(["r1", "r2"]);

    expect(await purgeLogs(opened.database, 2_000_000_000)).toBe(2);
    expect((await ledger.balances([payer])).get(payer)).toMatchObject({ posted: 880, used: 120 });
    expect((await channels.get(1))?.used_quota).toBe(120);
    expect((await ledger.audit()).differences).toEqual([]);
  });

  const fill = (count: number, createdAt: number) =>
    opened.database.bulk<void>(
      (function* () {
        yield* logStatements(Array.from({ length: count }, () => sampleLog({ createdAt })));
      })(),
    );

  test("a purge removes what is older, in however many batches, and nothing else", async () => {
    await fill(engine === "sqlite" ? 1234 : 5678, 100);
    await fill(3, 200);
    expect(await purgeLogs(opened.database, 200)).toBe(engine === "sqlite" ? 1234 : 5678);
    expect((await rows()).map((row) => row.created_at)).toEqual([200, 200, 200]);
    expect(await purgeLogs(opened.database, 200)).toBe(0);
  });

  test("two purges at once count each row once", async () => {
    await fill(2000, 100);
    const counts = await Promise.all([purgeLogs(opened.database, 200), purgeLogs(opened.database, 200)]);
    expect(counts[0] + counts[1]).toBe(2000);
  });

  test("a purge that is called off stops between batches", async () => {
    await fill(10, 100);
    expect(await purgeLogs(opened.database, 200, AbortSignal.abort())).toBe(0);
    expect(await rows()).toHaveLength(10);
  });
});
