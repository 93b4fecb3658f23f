import { expect, test } from "bun:test";
import { newRequestId } from "../relay/request-id.ts";
import { isTooOldToReserve, keyTime } from "./charge-time.ts";

const NOW_MS = Date.UTC(2026, 0, 2, 9, 30, 0, 123);
const idAt = (atMs: number) => newRequestId({ nowMs: () => atMs });
const HOUR_MS = 60 * 60 * 1000;

test("a request's id sorts by the time that it begins with", () => {
  expect(keyTime(NOW_MS)).toBe("20260102093000123");
  expect(idAt(NOW_MS) >= keyTime(NOW_MS)).toBe(true);
  expect(idAt(NOW_MS - 1) < keyTime(NOW_MS)).toBe(true);
});

test("a request from more than a day ago may not begin again, one of today may", () => {
  expect(isTooOldToReserve(idAt(NOW_MS), NOW_MS)).toBe(false);
  expect(isTooOldToReserve(idAt(NOW_MS - 24 * HOUR_MS), NOW_MS)).toBe(false);
  expect(isTooOldToReserve(idAt(NOW_MS - 25 * HOUR_MS), NOW_MS)).toBe(true);
  expect(isTooOldToReserve(idAt(NOW_MS), NOW_MS + 26 * HOUR_MS)).toBe(true);
});

test("an id without a time is never too old", () => {
  for (const id of ["r1", "1", "", "20200101-order"]) expect(isTooOldToReserve(id, NOW_MS)).toBe(false);
});
