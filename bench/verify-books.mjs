/**
 * Compares what clients received with what a stopped Tollgate has in its books, run by Bun:
 *
 *   bun verify-books.mjs DATABASE_ADDRESS FILE_OF_REQUEST_IDS AMOUNT
 *
 * Prints one line of JSON: for each rule of `suites/crash.mjs` how many cases break it, with one of them.
 */
import { readFileSync } from "node:fs";
import { SQL } from "bun";

const [address, idFile, amount] = process.argv.slice(2);
const received = readFileSync(idFile, "utf8").split("\n").filter(Boolean);
const sql = new SQL(address);
const charges = countBy(await sql`select key as id, amount from ledger_entries where kind = 'charge'`);
const logs = countBy(await sql`select request_id as id from logs where type = 2`);
const holds = await sql`select id from ledger_holds`;
await sql.close();

const receivedOnce = new Set(received);
const chargedIds = [...charges.keys()];
console.log(
  JSON.stringify({
    received: received.length,
    charges: charges.size,
    chargedButNotReceived: chargedIds.filter((id) => !receivedOnce.has(id)).length,
    repeatedIds: received.length - receivedOnce.size,
    withoutOneCharge: cases([...receivedOnce].filter((id) => charges.get(id)?.length !== 1)),
    withoutOneLogRow: cases([...receivedOnce].filter((id) => logs.get(id)?.length !== 1)),
    wrongAmounts: cases(
      chargedIds.filter((id) => charges.get(id).some((row) => Number(row.amount) !== -amount)),
    ),
    chargesWithoutLogRow: cases(chargedIds.filter((id) => logs.get(id)?.length !== 1)),
    logRowsWithoutCharge: cases([...logs.keys()].filter((id) => !charges.has(id))),
    openHolds: cases(holds.map((hold) => hold.id)),
  }),
);

function countBy(rows) {
  const byId = new Map();
  for (const row of rows) byId.set(row.id, [...(byId.get(row.id) ?? []), row]);
  return byId;
}

function cases(ids) {
  return { count: ids.length, example: ids[0] };
}
