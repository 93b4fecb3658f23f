/**
 * Random sequences of the ledger's verbs beside a reference, run by Bun:
 *
 *   bun ledger-properties.mjs '{ "engine": "sqlite", "folder": … } or { "engine": "postgres", "url": … }, "sequences": 100000'
 *
 * On SQLite worlds of 1,200 sequences, with replays, commits that fail, and crashes between any two steps and during them.
 * On PostgreSQL three processes at once, whose ledgers are started anew between two steps; beside them one that is killed
 * and followed by another again and again, and callers of two processes on shared accounts. Prints one line of JSON:
 * { sequences, kills, sharedVerbs, missteps, differences, holds }.
 */
import { openPostgres } from "../server/src/db/postgres/postgres-database.ts";
import { migrate } from "../server/src/db/migrator.ts";
import { auditBooks } from "../server/src/ledger/audit.ts";
import { startChild } from "../server/test/ledger/ledger-child.ts";
import { openingsOf, USERS_OF_SEQUENCE } from "../server/test/ledger/random-sequence.ts";
import { seededRandom } from "../server/test/ledger/seeded-random.ts";
import { openAccounts, startLedger } from "../server/test/ledger/sequence-world.ts";
import { SHARED_OPENINGS } from "../server/test/ledger/shared-accounts.ts";
import { sqliteWorlds } from "../server/test/ledger/sqlite-worlds.ts";

const SEQUENCES_OF_WORLD = 1200;
const PROCESSES = 3;
const FIRST_OWNER = 100;
/** Worlds that the process that is killed would run if it were left alone, and when it is killed. */
const KILLED_WORLDS = 4;
const KILLED_WITHIN_MS = 3000;
const LIVES_MAX = KILLED_WORLDS + 1;

const { engine, folder, url, sequences, seed } = JSON.parse(process.argv[2]);
const worlds = Math.ceil(sequences / SEQUENCES_OF_WORLD);
console.log(JSON.stringify(engine === "sqlite" ? await onSqlite() : await onPostgres()));

async function onSqlite() {
  const missteps = [];
  const { prove } = await sqliteWorlds(folder, SEQUENCES_OF_WORLD);
  for (let world = 0; world < worlds; world += 1)
    await prove(seed + world).catch((error) => missteps.push(String(error)));
  return {
    sequences: worlds * SEQUENCES_OF_WORLD,
    kills: 0,
    sharedVerbs: 0,
    missteps,
    differences: [],
    holds: 0,
  };
}

async function onPostgres() {
  const database = openPostgres(url, 4);
  await migrate(database);
  const worldsOfProcess = Math.ceil(worlds / PROCESSES);
  const state = { database, missteps: [], nextOwner: FIRST_OWNER, kills: 0, isDone: false };
  await openAccounts(database, SHARED_OPENINGS);
  const orders = [];
  for (let process = 0; process < PROCESSES; process += 1)
    orders.push(
      await sequenceOrder(state, `steady-${process}`, seed + process * worldsOfProcess, worldsOfProcess),
    );
  const steady = Promise.all(orders.map((order) => obeyed(state, order)));
  const beside = [killAgainAndAgain(state), contend(state, "shared-0"), contend(state, "shared-1")];
  await steady;
  state.isDone = true;
  const [, ...shared] = await Promise.all(beside);
  const ledger = startLedger(database, "parent");
  const holds = await ledger.holdCount();
  const { differences } = await auditBooks(database.kysely);
  await database.close();
  const { missteps, kills } = state;
  const sharedVerbs = shared.reduce((sum, count) => sum + count, 0);
  return {
    sequences: worldsOfProcess * PROCESSES * SEQUENCES_OF_WORLD,
    kills,
    sharedVerbs,
    missteps,
    differences,
    holds,
  };
}

/** Opens the accounts of worlds that nobody else has. */
async function sequenceOrder(state, node, firstSeed, count) {
  const firstOwner = state.nextOwner;
  const number = count * SEQUENCES_OF_WORLD;
  state.nextOwner += number * USERS_OF_SEQUENCE;
  const owners = Array.from({ length: number }, (_, index) => firstOwner + index * USERS_OF_SEQUENCE);
  await openAccounts(state.database, owners.flatMap(openingsOf));
  const work = { work: "sequences", firstSeed, worlds: count, sequences: SEQUENCES_OF_WORLD, firstOwner };
  return { engine: "postgres", where: url, node, ...work };
}

async function obeyed(state, order) {
  let lines = 0;
  for await (const line of startChild(order).lines) {
    lines += 1;
    if ("misstep" in line) state.missteps.push(line.misstep);
  }
  return lines;
}

/** A process is killed at a random moment, its holds are freed as the others of a real gateway would, and the next begins. */
async function killAgainAndAgain(state) {
  const random = seededRandom(seed);
  for (let life = 0; !state.isDone; life += 1) {
    const node = `killed-${life}`;
    const child = startChild(
      await sequenceOrder(state, node, seed + 1_000_000 + life * KILLED_WORLDS, KILLED_WORLDS),
    );
    const killing = setTimeout(() => child.kill(), random.between(200, KILLED_WITHIN_MS));
    let ended = false;
    for await (const line of child.lines) {
      if ("misstep" in line) state.missteps.push(line.misstep);
      if ("done" in line) ended = true;
    }
    clearTimeout(killing);
    if (!ended) state.kills += 1;
    const ledger = startLedger(state.database, "parent");
    for (let start = 0; start < LIVES_MAX; start += 1) await ledger.freeHoldsOf(`${node}-${start}`);
  }
}

/** Callers on few accounts with little money; answers how many verbs they did. */
async function contend(state, name) {
  let verbs = 0;
  for (let round = 0; !state.isDone; round += 1) {
    const node = `${name}-${round}`;
    const work = { work: "contend", seed: seed + round, callers: 20, verbs: 40 };
    verbs += await obeyed(state, { engine: "postgres", where: url, node, ...work });
    await startLedger(state.database, "parent").freeHoldsOf(node);
  }
  return verbs;
}
