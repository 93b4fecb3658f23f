import { expect, test } from "bun:test";
import { DatabaseAwayError } from "../db/database-away.ts";
import { createGroupCommit } from "./group-commit.ts";

test("a bad member fails alone", async () => {
  const batches: number[][] = [];
  const group = createGroupCommit<number, number>(async (items) => {
    batches.push(items);
    if (items.includes(2)) throw new Error("two");
    return items;
  });
  const [one, two, three] = await Promise.allSettled([group.submit(1), group.submit(2), group.submit(3)]);
  expect([one?.status, two?.status, three?.status]).toEqual(["fulfilled", "rejected", "fulfilled"]);
  expect(batches).toEqual([[1, 2, 3], [1], [2], [3]]);
});

test("a database that is away is not asked once more for each member", async () => {
  let commits = 0;
  const group = createGroupCommit<number, number>(() => {
    commits++;
    return Promise.reject(new DatabaseAwayError(new Error("refused"), false));
  });
  const told = await Promise.allSettled([group.submit(1), group.submit(2), group.submit(3)]);
  for (const one of told) expect(one).toMatchObject({ reason: expect.any(DatabaseAwayError) });
  expect(commits).toBe(1);
});
