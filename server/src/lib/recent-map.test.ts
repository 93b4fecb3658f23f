import { expect, test } from "bun:test";
import { createRecentMap } from "./recent-map.ts";

test("what was asked for lately stays, what was not is dropped", () => {
  const map = createRecentMap<number, string>(10);
  map.set(0, "zero");
  for (let key = 1; key < 100; key++) {
    map.set(key, String(key));
    expect(map.get(0)).toBe("zero");
  }
  expect(map.get(1)).toBeUndefined();
  expect([...map.entries()].length).toBeLessThanOrEqual(20);
});

test("what must be kept stays although nobody asks for it", () => {
  const map = createRecentMap<number, { held: boolean }>(10, ({ held }) => held);
  map.set(0, { held: true });
  for (let key = 1; key < 100; key++) map.set(key, { held: false });
  expect(map.get(0)).toEqual({ held: true });
});

test("entries that must all be kept do not make each new one look through them", () => {
  let looks = 0;
  const map = createRecentMap<number, number>(100, () => ++looks > 0);
  for (let key = 0; key < 10_000; key++) map.set(key, key);
  expect(looks).toBeLessThan(20_000);
  expect([...map.entries()].length).toBe(10_000);
});

test("an entry is gone once deleted, from whichever generation", () => {
  const map = createRecentMap<number, number>(2);
  for (let key = 0; key < 3; key++) map.set(key, key);
  for (let key = 0; key < 3; key++) map.delete(key);
  expect([...map.entries()]).toEqual([]);
});
