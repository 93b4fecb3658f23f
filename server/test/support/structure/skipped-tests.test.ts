import { expect, test } from "bun:test";
import { skippedTests } from "./skipped-tests.ts";

const path = "server/src/lib/clock.test.ts";

test.each(["skip", "only", "todo"])("a test marked %s is found", (mark) => {
  expect(skippedTests([{ path, text: `  test.${mark}("runs", () => {});` }])).toHaveLength(1);
});

test("a test that runs is let pass", () => {
  expect(
    skippedTests([{ path, text: 'test("skips a beat", () => {});\ntest.each([1])("%d", () => {});' }]),
  ).toEqual([]);
});
