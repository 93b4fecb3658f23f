import { expect, test } from "vitest";
import { buildChannel } from "../../test/factories.ts";
import { averageResponseMs, groupByTag, isOffRow, isTagRow, sharedNumber, unionOf } from "./channel-rows.ts";

const one = buildChannel({ id: 1, tag: "eu", priority: 3, response_time: 1000, models: ["a", "b"] });
const two = buildChannel({ id: 2 });
const three = buildChannel({ id: 3, tag: "eu", status: 2, priority: 3, weight: 1, models: ["b", "c"] });

test("channels of a tag stand under one row, where the first of them is", () => {
  const [first, second] = groupByTag([one, two, three]);
  expect(first).toEqual({ tagName: "eu", channels: [one, three] });
  expect(second).toBe(two);
});

test("a tag that is called like another channel's number is a row of its own", () => {
  const named = buildChannel({ id: 9, tag: "2" });
  expect(groupByTag([two, named]).map(isTagRow)).toEqual([false, true]);
});

test("a tag shows what its channels share, and nothing where they differ", () => {
  expect(sharedNumber([one, three], "priority")).toBe(3);
  expect(sharedNumber([one, three], "weight")).toBeUndefined();
  expect(unionOf([one, three], "models")).toEqual(["a", "b", "c"]);
});

test("the average leaves out what was never tested", () => {
  expect(averageResponseMs([one, three])).toBe(1000);
  expect(averageResponseMs([three])).toBe(0);
});

test("a tag is off when all of its channels are", () => {
  expect(isOffRow({ tagName: "eu", channels: [one, three] })).toBe(false);
  expect(isOffRow({ tagName: "eu", channels: [three] })).toBe(true);
});
