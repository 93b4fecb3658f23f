/**
 * The ledger by itself, run by Bun: reserve, settle and log row of random users, no HTTP around them.
 *
 *   bun ledger-bench.mjs '{ "postgresUrl" or "sqliteFile": …, "users": [10, 1000], "seconds": 3, "rounds": 3 }'
 *
 * One database grows through the numbers of users. Prints one line of JSON:
 * { results: [{ users, perSecond: […], cpuMicroseconds: […] }], differences }; the processor's time is this process's,
 * for one charge. `differences` are the audit's: none when the books are right.
 */
import { sql } from "kysely";
import { openPostgres } from "../server/src/db/postgres/postgres-database.ts";
import { openSqlite } from "../server/src/db/sqlite/sqlite-database.ts";
import { migrate } from "../server/src/db/migrator.ts";
import { tokenAccount, userAccount } from "../server/src/ledger/account.ts";
import { createLedger } from "../server/src/ledger/ledger.ts";
import { systemClock } from "../server/src/lib/clock.ts";
import { newRequestId } from "../server/src/relay/request-id.ts";
import { startSealing } from "../server/src/resources/logs/log-sealing.ts";
import { logStatements } from "../server/src/resources/logs/log-store.ts";

const options = JSON.parse(process.argv[2]);
/** Requests that are under way at once, as connections of a busy gateway would be. */
const CONCURRENT = 256;
const OPENING_UNITS = 1_000_000_000;
const HELD_UNITS = 60;
const CHARGED_UNITS = 11;

const database = options.postgresUrl ? openPostgres(options.postgresUrl, 10) : openSqlite(options.sqliteFile);
await migrate(database);
const ledger = createLedger({ database, clock: systemClock, nodeId: "bench", alongside: logStatements });
// What the rows cost later is part of what they cost.
const sealing = startSealing(database, { error: (message, { error }) => console.error(message, error) });
const results = [];
let opened = 0;
for (const users of options.users) {
  await openAccounts(opened + 1, users);
  opened = users;
  await chargeFor(users, Math.min(1, options.seconds));
  const figures = [];
  for (let round = 0; round < options.rounds; round += 1)
    figures.push(await chargeFor(users, options.seconds));
  results.push({
    users,
    perSecond: figures.map(({ perSecond }) => perSecond),
    cpuMicroseconds: figures.map(({ cpuMicroseconds }) => cpuMicroseconds),
  });
}
await sealing.stop();
const { differences } = await ledger.audit();
await database.close();
console.log(JSON.stringify({ results, differences }));

/** Users `from` to `to`, each with a token of the same number, with the rows that the ledger opens accounts with. */
async function openAccounts(from, to) {
  const accounts = sql`with recursive users(number) as (
      select cast(${from} as bigint) union all select number + 1 from users where number < ${to}),
    accounts(id) as (
      select number * ${userAccount(1)} from users
      union all select number * ${userAccount(1)} + ${tokenAccount(1) - userAccount(1)} from users)`;
  await sql`${accounts} insert into ledger_accounts (id, posted, held, used, requests)
    select id, ${OPENING_UNITS}, 0, 0, 0 from accounts order by 1`.execute(database.kysely);
  await sql`${accounts} insert into ledger_entries (key, kind, account, amount, created_at_ms)
    select 'open:' || id, 'open', id, ${OPENING_UNITS}, ${Date.now()} from accounts order by 1`.execute(
    database.kysely,
  );
  // As they are found in a database that was not filled a second ago.
  if (database.engine === "postgres") {
    await sql`vacuum analyze ledger_accounts, ledger_entries`.execute(database.kysely);
    await sql`checkpoint`.execute(database.kysely);
  }
}

/** Charges as fast as it goes for a time. */
async function chargeFor(users, seconds) {
  const startMs = performance.now();
  const startCpu = process.cpuUsage();
  const endMs = startMs + seconds * 1000;
  let done = 0;
  const worker = async () => {
    while (performance.now() < endMs) {
      await chargeOnce(1 + Math.floor(Math.random() * users));
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: CONCURRENT }, worker));
  const { user, system } = process.cpuUsage(startCpu);
  return {
    perSecond: (done * 1000) / (performance.now() - startMs),
    cpuMicroseconds: (user + system) / done,
  };
}

async function chargeOnce(user) {
  const holdId = newRequestId(systemClock);
  const payer = userAccount(user);
  const limit = tokenAccount(user);
  const held = await ledger.reserve({
    holdId,
    payer,
    limit: { account: limit, guarded: false },
    amount: HELD_UNITS,
  });
  if (!held.ok) throw new Error(`the reservation was refused: ${held.reason}`);
  await ledger.settle({ holdId, payer, limit, amount: CHARGED_UNITS, alongside: logOf(user, holdId) });
}

function logOf(user, requestId) {
  return {
    createdAt: Math.floor(Date.now() / 1000),
    type: 2,
    userId: user,
    username: `user${user}`,
    channelId: 0,
    tokenId: user,
    tokenName: "bench",
    modelName: "gpt-4o-mini",
    group: "default",
    isStream: false,
    useTime: 1,
    promptTokens: 20,
    completionTokens: 30,
    quota: CHARGED_UNITS,
    content: "",
    ip: "127.0.0.1",
    requestId,
    other:
      '{"model_ratio":0.075,"completion_ratio":4,"group_ratio":1,"frt":412,"stream_status":{"end_reason":"done"}}',
  };
}
