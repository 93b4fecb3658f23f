import { expect, test } from "bun:test";
import { seededRandom } from "../../test/ledger/seeded-random.ts";
import { BalanceTable } from "./balance-table.ts";
import type { Balance } from "./verbs.ts";

const contents = (table: BalanceTable) =>
  new Map([...table.entries()].map(([account, balance]) => [account, plainOf(balance)]));
const plainOf = ({ posted, held, used, requests }: Balance) => ({ posted, held, used, requests });

test("a table does what a map does, however it grows, whatever is removed", () => {
  const random = seededRandom(7);
  const table = new BalanceTable();
  let model = new Map<number, Balance & { isAhead: boolean }>();
  for (let step = 0; step < 60_000; step++) {
    // Neighbours, numbers far apart, and such as need more than 32 bits.
    const account = random.below(8000) * (random.chance(0.1) ? 1_000_003 : 1);
    const known = model.get(account);
    expect(table.get(account) !== undefined).toBe(known !== undefined);
    if (!known) {
      const balance = { posted: random.below(1e9), held: random.below(2), used: 3, requests: step };
      table.set(account, balance);
      model.set(account, { ...balance, isAhead: false });
    } else if (random.chance(0.3)) {
      known.isAhead = random.chance(0.5);
      table.mark(account, known.isAhead);
    } else {
      const balance = table.get(account);
      if (balance) balance.posted -= 11;
      known.posted -= 11;
    }
    if (step % 20_000 === 19_999) {
      table.removeIdle();
      model = new Map([...model].filter(([, { held, isAhead }]) => held !== 0 || isAhead));
      expect(contents(table)).toEqual(new Map([...model].map(([id, balance]) => [id, plainOf(balance)])));
    }
  }
  expect(table.size).toBe(model.size);
});

test("an amount keeps every unit, below zero too", () => {
  const table = new BalanceTable();
  const balance = { posted: -Number.MAX_SAFE_INTEGER, held: 1, used: Number.MAX_SAFE_INTEGER, requests: 2 };
  table.set(Number.MAX_SAFE_INTEGER, balance);
  expect(contents(table)).toEqual(new Map([[Number.MAX_SAFE_INTEGER, balance]]));
});
