import { tokenAccount, userAccount } from "../../src/ledger/account.ts";
import { keyTime } from "../../src/ledger/charge-time.ts";
import { createLedger } from "../../src/ledger/ledger.ts";
import type { Ledger } from "../../src/ledger/ledger.ts";
import { logStatements } from "../../src/resources/logs/log-store.ts";
import type { NewLog } from "../../src/resources/logs/log-store.ts";
import { sampleLog } from "../support/sample-log.ts";
import { openTestDatabase } from "../support/test-database.ts";
import type { Engine, TestDatabase } from "../support/test-database.ts";

export const START_MS = Date.UTC(2025, 11, 1);
export const DAY_MS = 24 * 60 * 60 * 1000;
export const USER = userAccount(1);
export const TOKEN = tokenAccount(1);
const OPENING = 1_000_000;

/** Books with one user, one token and one channel, kept by a ledger whose charges commit with their log rows. */
export interface SampleBooks extends AsyncDisposable {
  readonly opened: TestDatabase;
  readonly ledger: Ledger<NewLog>;
  readonly clock: { nowMs(): number; set(atMs: number): void };
  /** Reserves and settles a request of this moment, with its log row; answers its id. */
  charge(amount: number, log?: Partial<NewLog>): Promise<string>;
}

export async function openSampleBooks(engine: Engine): Promise<SampleBooks> {
  const opened = await openTestDatabase(engine);
  const { kysely } = opened.database;
  let nowMs = START_MS;
  const clock = { nowMs: () => nowMs, set: (atMs: number) => void (nowMs = atMs) };
  const ledger = createLedger<NewLog>({
    database: opened.database,
    clock,
    nodeId: "node-a",
    alongside: logStatements,
  });
  await kysely
    .insertInto("channels")
    .values({
      id: 1,
      name: "sample",
      type: 1,
      key_hash: "",
      key_sealed: "",
      base_url: "",
      status: 1,
      group: "default",
      models: "m",
      model_mapping: "",
      other: "",
      tag: "",
      priority: 0,
      weight: 0,
      test_model: "",
      auto_ban: 1,
      setting: "",
      status_code_mapping: "",
      openai_organization: "",
      response_time: 0,
      test_time: 0,
      created_time: 0,
      used_quota: 0,
      balance: 0,
      balance_updated_time: 0,
      other_info: "",
    })
    .execute();
  await kysely.transaction().execute(async (transaction) => {
    await ledger.openAccount(transaction, USER, OPENING);
    await ledger.openAccount(transaction, TOKEN, OPENING);
  });
  let made = 0;
  return {
    opened,
    ledger,
    clock,
    async charge(amount, log = {}) {
      const requestId = `${keyTime(nowMs)}${String(made++).padStart(12, "0")}`;
      await ledger.reserve({
        holdId: requestId,
        payer: USER,
        limit: { account: TOKEN, guarded: true },
        amount,
      });
      const createdAt = Math.floor(nowMs / 1000);
      const alongside = sampleLog({ requestId, createdAt, quota: amount, channelId: 1, ...log });
      await ledger.settle({ holdId: requestId, payer: USER, limit: TOKEN, amount, alongside });
      return requestId;
    },
    [Symbol.asyncDispose]: () => opened[Symbol.asyncDispose](),
  };
}
