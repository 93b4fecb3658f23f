import { expect, test } from "vitest";
import { answerTimeTone, firstTokenTone, isUsage, logTypeView, readLogOther } from "./log-other.ts";

test.each([
  [0, "green"],
  [100, "green"],
  [101, "orange"],
  [299, "orange"],
  [300, "red"],
])("an answer of %d s is %s", (seconds, tone) => {
  expect(answerTimeTone(seconds)).toBe(tone);
});

test.each([
  [2.9, "green"],
  [3, "orange"],
  [9.9, "orange"],
  [10, "red"],
])("a first token after %d s is %s", (seconds, tone) => {
  expect(firstTokenTone(seconds)).toBe(tone);
});

test("0 counts as usage, and types have their names", () => {
  expect([0, 1, 2, 3, 4].map(isUsage)).toEqual([true, false, true, false, false]);
  expect(logTypeView(1).text).toBe("topUp");
  expect(logTypeView(77).text).toBe("unknown");
});

test.each(["", "null", "[1]", "broken"])("%j holds no facts", (text) => {
  expect(readLogOther(text)).toEqual({});
});
