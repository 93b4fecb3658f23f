import { describe, expect, test } from "vitest";
import { filterChoices, splitNames } from "./filtered-choices.ts";

const options = ["my-gpt-4", "gpt-4o-mini", "gpt-4o", "claude"];

describe("filterChoices", () => {
  test("shows everything for no query", () => {
    expect(filterChoices(options, "", true)).toEqual({ items: options, hiddenCount: 0 });
  });
  test("puts the exact name first, then those that begin with the query", () => {
    expect(filterChoices(options, "gpt-4o", false).items).toEqual(["gpt-4o", "gpt-4o-mini"]);
    expect(filterChoices(options, "GPT", false).items).toEqual(["gpt-4o-mini", "gpt-4o", "my-gpt-4"]);
  });
  test("offers the query itself where free text is welcome and it is no option", () => {
    expect(filterChoices(options, " gpt-9 ", true).items).toEqual(["gpt-9"]);
    expect(filterChoices(options, "gpt-9", false).items).toEqual([]);
    expect(filterChoices(options, "claude", true).items).toEqual(["claude"]);
  });
  test("stops at a hundred and says how many more there are", () => {
    const many = Array.from({ length: 130 }, (_, index) => `m${index}`);
    const { items, hiddenCount } = filterChoices(many, "m", false);
    expect([items.length, hiddenCount]).toEqual([100, 30]);
  });
});

test("names are split at commas of either width and line breaks", () => {
  expect(splitNames(" a, b，c\n\n d ,")).toEqual(["a", "b", "c", "d"]);
});
