import { describe, expect, test } from "bun:test";
import { listJsonMembers } from "./json-members.ts";
import { OPTION_TABLE } from "./option-table.ts";
import { checkTableText, PRICE_MAX } from "./price-table-check.ts";
import { PRICE_OPTION_KEYS } from "./prices.ts";

const check = (text: string, key = "ModelRatio") => checkTableText(key, text);

describe("the text of a price table", () => {
  test("may be empty, an empty object, or names with prices", () => {
    for (const text of ["", " \n", "{}", ' { "a" : 0 , "b":1.5e2}\n', '{"\\u0061/中文":1}'])
      expect([text, check(text)]).toEqual([text, undefined]);
    expect(check('{"vip":{"default":0.9}}', "GroupGroupRatio")).toBeUndefined();
    expect(check("anything", "SystemName")).toBeUndefined();
  });

  test("is refused where a name is there twice, with the name and its line", () => {
    expect(check('{\n  "gpt-4o": 1,\n  "o3": 2,\n  "gpt-4o": 3\n}')).toEqual({
      code: "option.table-duplicate",
      details: { key: "ModelRatio", name: "gpt-4o", line: 4, column: 3 },
    });
    // The same name in another spelling.
    expect(check('{"a":1,"\\u0061":2}')?.code).toBe("option.table-duplicate");
    expect(check('{"vip":{"a":1,"a":1}}', "GroupGroupRatio")?.details["name"]).toBe("a");
    expect(check('{"vip":{"a":1},"svip":{"a":1}}', "GroupGroupRatio")).toBeUndefined();
    expect(check('{"default":"x","default":"y"}', "UserUsableGroups")?.code).toBe("option.table-duplicate");
    expect(check('{"m":[{"input":1,"input":2}]}', "TieredPrices")?.code).toBe("option.table-duplicate");
    // An object inside a list has names of its own.
    expect(check('{"m":[{"a":1},{"a":2}]}', "UserUsableGroups")).toBeUndefined();
  });

  test("is refused where it is not JSON, with the place", () => {
    expect(check('{\n  "a": 1,\n}')).toEqual({
      code: "option.table-not-json",
      details: { key: "ModelRatio", line: 3, column: 1 },
    });
    const broken = ["{", "}", '{"a"}', '{"a":}', '{"a":01}', '{"a":.5}', '{"a":NaN}', "{'a':1}", '{"a":1}x'];
    for (const text of [...broken, "[]", "1", "null", '{"a":1,,"b":2}', '{"a\n":1}', "[".repeat(100_000)])
      expect([text.slice(0, 20), check(text)?.code]).toEqual([text.slice(0, 20), "option.table-not-json"]);
  });

  test("is refused where a value is no price, with its name", () => {
    for (const value of ["-1", '"1"', "null", "true", "[1]", "{}", "1e999", String(PRICE_MAX + 1)])
      expect([value, check(`{"fine":1,"bad":${value}}`)]).toEqual([
        value,
        {
          code: "option.table-not-a-price",
          details: { key: "ModelRatio", name: "bad", line: 1, column: 11, max: PRICE_MAX },
        },
      ]);
    expect(check('{"vip":1}', "GroupGroupRatio")?.code).toBe("option.table-not-a-map");
    expect(check('{"vip":{"default":-1}}', "GroupGroupRatio")?.details["name"]).toBe("vip → default");
  });

  test("of tiers is refused where the tiers of a model are not valid, with its name", () => {
    const good = '[{"above_input_tokens":1000,"input":2},{"above_input_tokens":2000,"input":3}]';
    expect(check(`{"m":${good},"n":[]}`, "TieredPrices")).toBeUndefined();
    for (const bad of ["1", "{}", '[{"input":2}]', '[{"above_input_tokens":9,"input":-1}]'])
      expect([bad, check(`{"m":${good},\n"n":${bad}}`, "TieredPrices")]).toEqual([
        bad,
        { code: "option.table-not-tiers", details: { key: "TieredPrices", name: "n", line: 2, column: 1 } },
      ]);
  });

  test("names people could think of are names like any other", () => {
    expect(check('{"__proto__":1,"constructor":2,"":3}')).toBeUndefined();
    expect(check('{"__proto__":-1}')?.details["name"]).toBe("__proto__");
  });

  test("every default is acceptable", () => {
    for (const [key, spec] of Object.entries(OPTION_TABLE))
      expect([key, checkTableText(key, spec.format(spec.default as never))]).toEqual([key, undefined]);
  });

  test("every price option is checked", () => {
    for (const key of PRICE_OPTION_KEYS)
      expect([key, check("{", key)?.code]).toEqual([key, "option.table-not-json"]);
  });
});

test("what the reader takes for JSON is what JSON.parse takes for JSON", () => {
  const pieces = [
    "{",
    "}",
    "[",
    "]",
    '"a"',
    '"b"',
    ":",
    ",",
    "1",
    "-0.5e1",
    "true",
    "null",
    " ",
    "\n",
    "\\",
    '"',
  ];
  let seed = 7;
  const next = (bound: number) => (seed = (seed * 48_271) % 2_147_483_647) % bound;
  for (let round = 0; round < 20_000; round += 1) {
    const text = Array.from({ length: 1 + next(9) }, () => pieces[next(pieces.length)]).join("");
    const read = listJsonMembers(text);
    const isReadable = !("problem" in read) || read.problem.kind === "duplicate";
    expect([text, isReadable]).toEqual([
      text,
      isJson(text) || ("problem" in read && read.problem.kind === "duplicate"),
    ]);
  }
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
