import { expect, test } from "bun:test";
import { newRequestId } from "./request-id.ts";

test("an id begins with its time and never repeats", () => {
  const clock = { nowMs: () => Date.UTC(2026, 10, 21, 8, 5, 9, 7) };
  const ids = new Set(Array.from({ length: 20_000 }, () => newRequestId(clock)));
  expect(ids.size).toBe(20_000);
  for (const id of ids) expect(id).toMatch(/^20261121080509007[0-9A-Za-z]{12}$/);
});

test("ids of later moments sort after those of earlier ones", () => {
  let nowMs = Date.UTC(2026, 11, 31, 23, 59, 59, 998);
  const ids = Array.from({ length: 5 }, () => newRequestId({ nowMs: () => nowMs++ }));
  expect([...ids].sort()).toEqual(ids);
});
