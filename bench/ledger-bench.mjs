/**
 * The ledger by itself, run by Bun: reserve, settle and log row of random accounts, no HTTP around them.
 *
 *   bun ledger-bench.mjs '{ "postgresUrl": …, "sqliteFile": …, "accounts": [10, 1000], "seconds": 3, "rounds": 3 }'
 *
 * One database after the other grows through the account counts. Prints one line of JSON:
 * [{ accounts, perSecond: […], auditDifferences }].
 */
import { openPostgres } from "../server/src/db/postgres/postgres-database.ts";
import { openSqlite } from "../server/src/db/sqlite/sqlite-database.ts";
import { migrate } from "../server/src/db/migrator.ts";
import { tokenAccount, userAccount } from "../server/src/ledger/account.ts";
import { createLedger } from "../server/src/ledger/ledger.ts";
import { systemClock } from "../server/src/lib/clock.ts";
import { newRequestId } from "../server/src/relay/request-id.ts";
import { logStatements } from "../server/src/resources/logs/log-store.ts";

const options = JSON.parse(process.argv[2]);
/** Requests that are under way at once, as connections of a busy gateway would be. */
const CONCURRENT = 256;
const OPENING_UNITS = 1_000_000_000;
const BATCH = 5000;
const HELD_UNITS = 60;
const CHARGED_UNITS = 11;

const database = options.postgresUrl ? openPostgres(options.postgresUrl, 10) : openSqlite(options.sqliteFile);
await migrate(database);
const ledger = createLedger({ database, clock: systemClock, nodeId: "bench", alongside: logStatements });
const results = [];
let opened = 0;
for (const users of options.accounts) {
  await openAccounts(opened, users);
  opened = users;
  await chargeFor(users, Math.min(1, options.seconds));
  const perSecond = [];
  for (let round = 0; round < options.rounds; round += 1)
    perSecond.push(await chargeFor(users, options.seconds));
  results.push({ accounts: users, perSecond });
}
const { differences } = await ledger.audit();
await database.close();
console.log(JSON.stringify({ results, differences }));

/** Users `from` + 1 to `to`, each with a token of the same number, as the ledger itself opens accounts. */
async function openAccounts(from, to) {
  for (let first = from + 1; first <= to; first += BATCH) {
    const users = Array.from({ length: Math.min(BATCH, to - first + 1) }, (_, index) => first + index);
    const accounts = users.flatMap((user) => [userAccount(user), tokenAccount(user)]);
    await database.bulk(openingStatements(accounts));
  }
}

function* openingStatements(accounts) {
  const bigint = "bigint";
  yield {
    kind: "insert",
    table: "ledger_accounts",
    columns: { id: bigint, posted: bigint, held: bigint, used: bigint, requests: bigint },
    rows: accounts.map((account) => [account, OPENING_UNITS, 0, 0, 0]),
  };
  yield {
    kind: "insert",
    table: "ledger_entries",
    columns: { key: "text", kind: "text", account: bigint, amount: bigint, created_at_ms: bigint },
    rows: accounts.map((account) => [`open:${account}`, "open", account, OPENING_UNITS, Date.now()]),
  };
}

/** Charges as fast as it goes for a time; answers the charges a second. */
async function chargeFor(users, seconds) {
  const endMs = performance.now() + seconds * 1000;
  const startMs = performance.now();
  let done = 0;
  const worker = async () => {
    while (performance.now() < endMs) {
      await chargeOnce(1 + Math.floor(Math.random() * users));
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: CONCURRENT }, worker));
  return (done * 1000) / (performance.now() - startMs);
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
