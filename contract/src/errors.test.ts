import { expect, test } from "bun:test";
import { ERRORS, errorText, isErrorCode, languageOf } from "./errors.ts";

test("both languages of a sentence name the same details", () => {
  const detailsOf = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();
  for (const [code, { zh, en }] of Object.entries(ERRORS)) {
    expect([code, detailsOf(en)]).toEqual([code, detailsOf(zh)]);
    expect([code, zh.length > 0, en.length > 0]).toEqual([code, true, true]);
  }
});

test("details fill a sentence, and one that is missing leaves its place visible", () => {
  expect(errorText("input.body-too-large", "en", { limitKb: 512 })).toContain("512 KB");
  expect(errorText("input.body-too-large", "en")).toContain("{limitKb} KB");
});

test("a text is a code only if the table has it", () => {
  expect(isErrorCode("input.invalid")).toBe(true);
  expect(isErrorCode("Invalid input")).toBe(false);
  expect(isErrorCode("constructor")).toBe(false);
});

test("Chinese is spoken unless English comes first", () => {
  expect(
    ["en", "en-US,en;q=0.9", " EN ", "zh-CN,zh;q=0.9,en;q=0.8", "english", "de", "", null, undefined].map(
      languageOf,
    ),
  ).toEqual(["en", "en", "en", "zh", "zh", "zh", "zh", "zh", "zh"]);
});
