import { expect, test } from "bun:test";
import { createResidentAccounts } from "./resident-accounts.ts";

/** A database in which each account has its own number posted. */
function accountsOf(accountsMax: number) {
  const asked: number[] = [];
  const accounts = createResidentAccounts((statement) => {
    const [id] = statement.ids;
    asked.push(Number(id));
    return Number(id) < 0 ? [] : [{ id: Number(id), posted: Number(id), held: 0, used: 0, requests: 0 }];
  }, accountsMax);
  return { accounts, asked };
}

test("an account is read once, and one that does not exist each time", () => {
  const { accounts, asked } = accountsOf(10);
  for (let time = 0; time < 2; time++) {
    expect(accounts.get(8)?.posted).toBe(8);
    expect(accounts.get(-8)).toBeUndefined();
  }
  expect(asked).toEqual([8, -8, -8]);
});

test("what is held, or is not in its row yet, is never forgotten", () => {
  const { accounts } = accountsOf(10);
  const held = accounts.get(1);
  const ahead = accounts.get(2);
  const settled = accounts.get(3);
  if (held) held.held = 5;
  if (ahead) ahead.posted = 77;
  if (settled) settled.posted = 88;
  accounts.markAhead([2, 3], true);
  accounts.markAhead([3], false);
  for (let account = 100; account < 200; account++) {
    accounts.get(account);
    accounts.trim();
  }
  expect(accounts.get(1)?.held).toBe(5);
  expect(accounts.get(2)?.posted).toBe(77);
  // Read again: this one was said to be in its row.
  expect(accounts.get(3)?.posted).toBe(3);
  expect([...accounts.all()].length).toBeLessThan(20);
});
