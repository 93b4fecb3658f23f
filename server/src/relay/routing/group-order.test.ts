import { describe, expect, test } from "bun:test";
import { groupOrder } from "./group-order.ts";
import type { GroupFacts } from "./group-order.ts";

const order = (facts: Partial<GroupFacts>, serving: string[] = ["a", "b", "c"], usable = ["a", "b", "c"]) =>
  groupOrder(
    { tokenGroup: "", userGroup: "a", autoGroups: ["b", "c", "a"], crossGroupRetry: false, ...facts },
    (group) => serving.includes(group),
    (group) => usable.includes(group),
  );

describe("the groups of a call", () => {
  test("are the token's own, else its user's", () => {
    expect([order({}), order({ tokenGroup: "c" })]).toEqual([["a"], ["c"]]);
  });
  test("are for auto the first that serves the model and may be used", () => {
    expect(order({ tokenGroup: "auto" })).toEqual(["b"]);
    expect(order({ tokenGroup: "auto" }, ["c", "a"])).toEqual(["c"]);
    expect(order({ tokenGroup: "auto" }, undefined, ["a"])).toEqual(["a"]);
  });
  test("are for auto all of them where the token goes on to the next", () => {
    expect(order({ tokenGroup: "auto", crossGroupRetry: true })).toEqual(["b", "c", "a"]);
  });
  test("end with the backup group, once", () => {
    expect(order({ backupGroup: "c" })).toEqual(["a", "c"]);
    expect(order({ backupGroup: "a" })).toEqual(["a"]);
    expect(order({ backupGroup: "c" }, ["c"])).toEqual(["c"]);
    expect(order({ backupGroup: "c" }, undefined, ["a"])).toEqual(["a"]);
  });
  test("are none where nobody serves the model", () => {
    expect(order({}, [])).toEqual([]);
  });
});
