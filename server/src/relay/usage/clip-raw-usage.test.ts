import { expect, test } from "bun:test";
import { clipRawUsage, RAW_USAGE_MAX_BYTES } from "./clip-raw-usage.ts";

test("a usual report is kept whole, without its nulls", () => {
  const raw = { prompt_tokens: 9, is_byok: false, tier: "standard", details: [{ modality: "TEXT" }] };
  expect(clipRawUsage({ ...raw, nothing: null })).toEqual(raw);
});

test("what is deeper than four levels is left out", () => {
  expect(clipRawUsage({ a: { b: { c: { d: 1, e: { f: 1 } } } } })).toEqual({ a: { b: { c: { d: 1 } } } });
});

test("long texts are cut, in whole characters", () => {
  expect(clipRawUsage({ note: `${"x".repeat(63)}🦊` })).toEqual({ note: "x".repeat(63) });
});

test("what does not fit is left out, and what comes after it and fits is kept", () => {
  const names = Array.from({ length: 300 }, (_, index) => [`field_${index}`, index]);
  const clipped = clipRawUsage({ ["n".repeat(3000)]: 1, ...Object.fromEntries(names) });
  const json = JSON.stringify(clipped);
  expect(Buffer.byteLength(json)).toBeLessThanOrEqual(RAW_USAGE_MAX_BYTES);
  expect(Buffer.byteLength(json)).toBeGreaterThan(RAW_USAGE_MAX_BYTES - 20);
  expect(json).toStartWith('{"field_0":0,');
});

test("numbers that JSON does not have, functions and symbols are left out", () => {
  expect(clipRawUsage({ a: NaN, b: Infinity, c: () => 1, d: Symbol("d"), e: 1n, f: undefined })).toEqual({});
});

test("what is no object is no report", () => {
  for (const raw of [undefined, null, 5, "usage", true]) expect(clipRawUsage(raw)).toBeUndefined();
});
