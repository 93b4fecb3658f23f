import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { bunBinary } from "../../scripts/lib/bun-binary.mjs";
import { capture } from "../../scripts/lib/child-process.mjs";
import { startPostgresCluster } from "../lib/postgres-cluster.mjs";
import { summary } from "../lib/statistics.mjs";
import { startRecordingClients } from "../load/recording-clients.mjs";
import { startMock } from "../subjects/mock-subject.mjs";
import {
  createTollgate,
  FIXED_PRICE_MODEL,
  FIXED_PRICE_UNITS,
  tollgateProgram,
} from "../subjects/tollgate.mjs";

const VERIFY_BOOKS = fileURLToPath(new URL("../verify-books.mjs", import.meta.url));
const CLIENTS = 32;
/** Under load for a time between these before each kill, so that kills hit every stage of a request. */
const LOAD_MS_MIN = 300;
const LOAD_MS_MAX = 900;
export const ENGINES = ["sqlite", "postgres"];

/**
 * Kills Tollgate with SIGKILL under load, `rounds` times in a row on the same data, and then compares what the clients
 * received with the books. Answers one `{ engine, facts, checks: [{ name, ok, detail }] }` for each engine.
 */
export async function runCrash({ cores, rounds, engines = ENGINES, log }) {
  const mock = await startMock(cores.mock);
  // A stream lasts some 25 ms, so that a kill finds streams at every point of their life.
  await mock.setKnobs({ chunks: 5, paceMs: 5, firstMs: 0 });
  const results = [];
  for (const engine of engines) {
    const postgres = engine === "postgres" ? await startPostgresCluster(cores.database) : undefined;
    const databaseUrl = await postgres?.newDatabase();
    const subject = await createTollgate({ core: cores.gateway, mock, databaseUrl });
    const load = await killRepeatedly(subject, rounds, (line) => log(`${engine}  ${line}`));
    const { openHolds } = await verifyBooks(subject, databaseUrl, load.received);
    await (await subject.start()).stop();
    const books = await verifyBooks(subject, databaseUrl, load.received);
    const audit = await auditOf(subject);
    const result = { engine, ...judge({ load, books, audit, rounds, holdsAtKill: openHolds.count }) };
    for (const { name, ok, detail } of result.checks)
      log(`${engine}  ${ok ? "ok  " : "FAIL"}  ${name}${detail}`);
    results.push(result);
  }
  await mock.stop();
  return results;
}

async function killRepeatedly(subject, rounds, log) {
  const received = [];
  const refused = [];
  const startsMs = [];
  const perRound = [];
  for (let round = 0; round < rounds; round += 1) {
    const running = await subject.start();
    startsMs.push(running.startMs);
    let stopping = false;
    const clients = startRecordingClients({
      clients: CLIENTS,
      targets: {
        whole: subject.target(false, FIXED_PRICE_MODEL),
        streamed: subject.target(true, FIXED_PRICE_MODEL),
      },
      onWhole: (id) => received.push(id),
      isStopping: () => stopping,
    });
    await pause(LOAD_MS_MIN + Math.random() * (LOAD_MS_MAX - LOAD_MS_MIN));
    await running.kill();
    stopping = true;
    await clients.ended;
    const { whole, streamed } = clients.counts;
    refused.push(...clients.counts.refused);
    perRound.push({ whole, streamed });
    log(`kill ${round + 1}: ${whole} whole and ${streamed} streamed answers received`);
  }
  return { received, refused, startsMs, perRound };
}

async function verifyBooks(subject, databaseUrl, received) {
  const idFile = join(subject.folder, "received-ids");
  writeFileSync(idFile, received.join("\n"));
  const address = databaseUrl ?? `sqlite://${join(subject.folder, "tollgate.db")}`;
  const { code, output } = await capture(bunBinary(), [
    VERIFY_BOOKS,
    address,
    idFile,
    String(FIXED_PRICE_UNITS),
  ]);
  if (code !== 0) throw new Error(`the books could not be read:\n${output}`);
  return JSON.parse(output);
}

async function auditOf(subject) {
  const { command, args } = tollgateProgram(["audit"]);
  return capture(command, args, { env: subject.environment });
}

function judge({ load, books, audit, rounds, holdsAtKill }) {
  const checks = [];
  const check = (name, ok, detail) => checks.push({ name, ok, detail: ok ? "" : `: ${detail}` });
  const none = (name, { count, example }) => check(name, count === 0, `${count} times, as ${example}`);
  check(
    "every round had whole and streamed answers",
    load.perRound.every((round) => round.whole > 0 && round.streamed > 0),
    JSON.stringify(load.perRound),
  );
  check("no answer was an error", load.refused.length === 0, `${load.refused.length}, as ${load.refused[0]}`);
  check("no request id repeats", books.repeatedIds === 0, books.repeatedIds);
  none("every answer received whole has exactly one charge", books.withoutOneCharge);
  none("every answer received whole has exactly one log row", books.withoutOneLogRow);
  none("every charge is of the price", books.wrongAmounts);
  none("every charge has exactly one log row", books.chargesWithoutLogRow);
  none("every log row has a charge", books.logRowsWithoutCharge);
  check(
    "what was charged and not received whole was in flight at a kill",
    books.chargedButNotReceived <= rounds * CLIENTS,
    `${books.chargedButNotReceived} charges, ${rounds * CLIENTS} could have been in flight`,
  );
  none("no hold is left", books.openHolds);
  check("the audit finds the books right", audit.code === 0, `exit ${audit.code}\n${audit.output.trim()}`);
  return {
    facts: {
      rounds,
      received: books.received,
      charges: books.charges,
      chargedButNotReceived: books.chargedButNotReceived,
      holdsAtKill,
      restartMs: summary(load.startsMs.slice(1)),
    },
    checks,
  };
}
