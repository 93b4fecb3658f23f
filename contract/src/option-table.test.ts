import { describe, expect, test } from "bun:test";
import type { OptionSpec } from "./option-kinds.ts";
import { OPTION_TABLE } from "./option-table.ts";
import { isOptionKey } from "./options.ts";

// The value types are forgotten: each spec is only given what it has made itself.
const specs = Object.entries(OPTION_TABLE) as unknown as [string, OptionSpec<unknown>][];
const parse = (key: keyof typeof OPTION_TABLE, text: string): unknown => OPTION_TABLE[key].parse(text);

describe("options", () => {
  test.each(specs)("%s: its default survives the wire", (_, spec) => {
    expect(spec.parse(spec.format(spec.default))).toEqual(spec.default);
  });

  test.each(specs)("%s: what it requires exists", (_, spec) => {
    expect((spec.requires ?? []).filter((key) => !isOptionKey(key))).toEqual([]);
  });

  test("names that hold credentials are secret", () => {
    const named = specs.filter(([key]) => /(Token|Secret|Key)$/.test(key) && !key.endsWith("SiteKey"));
    expect(named.filter(([, spec]) => spec.secret !== true).map(([key]) => key)).toEqual([]);
  });

  test("a flag is true or false and nothing else", () => {
    expect(["true", "false", "1", "", "TRUE"].map((text) => parse("RegisterEnabled", text))).toEqual([
      true,
      false,
      undefined,
      undefined,
      undefined,
    ]);
  });

  test("numbers keep to their bounds", () => {
    expect(["3", " 3 ", "21", "-1", "1.5", "", "x"].map((text) => parse("RetryTimes", text))).toEqual([
      3,
      3,
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    expect([parse("Price", "0.5"), parse("Price", "Infinity")]).toEqual([0.5, undefined]);
  });

  test("an address is empty or http(s), without slashes at its end", () => {
    expect(
      ["", " https://a.example/x// ", "ftp://a.example", "a.example", "javascript:alert(1)"].map((text) =>
        parse("ServerAddress", text),
      ),
    ).toEqual(["", "https://a.example/x", undefined, undefined, undefined]);
  });

  test("a table of limits maps names to known fields of whole numbers", () => {
    const limits = { "*": { rpm: 60, tpm: 0 }, "group:vip": { concurrency: 2, rpd: 9, quota_per_day: 1 } };
    expect(parse("UserCallLimits", JSON.stringify(limits))).toEqual(limits);
    expect(parse("ModelCallLimits", " ")).toEqual({});
    for (const text of ['{"a":{"rps":1}}', '{"a":{"rpm":-1}}', '{"a":{"rpm":1.5}}', '{"a":1}', "[]", "{"])
      expect([text, parse("GroupCallLimits", text)]).toEqual([text, undefined]);
    expect(parse("ModelRequestRateLimitGroup", '{"vip":[0,1000]}')).toEqual({ vip: [0, 1000] });
    for (const text of ['{"vip":[1]}', '{"vip":[1,2,3]}', '{"vip":[-1,2]}', '{"vip":1}'])
      expect([text, parse("ModelRequestRateLimitGroup", text)]).toEqual([text, undefined]);
  });

  test("a choice is one of its words", () => {
    expect(["count", "refuse", "", "open"].map((text) => parse("CallLimitsWithoutRedis", text))).toEqual([
      "count",
      "refuse",
      undefined,
      undefined,
    ]);
  });

  test("a list of names is a JSON list, each name once", () => {
    expect(parse("AutoGroups", '["vip","default","vip"]')).toEqual(["vip", "default"]);
    expect(parse("AutoGroups", " ")).toEqual([]);
    for (const text of ["{}", "vip", "[1]", '[""]', "[", "null"])
      expect([text, parse("AutoGroups", text)]).toEqual([text, undefined]);
  });

  test("maps are JSON objects of the right values", () => {
    expect(parse("GroupRatio", '{"default":1,"vip":0.5}')).toEqual({ default: 1, vip: 0.5 });
    expect(parse("GroupRatio", "")).toEqual({});
    for (const text of ["[]", "{", '{"a":-1}', '{"a":"1"}', '{"a":null}', '{"a":1e999}'])
      expect([text, parse("GroupRatio", text)]).toEqual([text, undefined]);
    expect(parse("GroupGroupRatio", '{"vip":{"default":0.9}}')).toEqual({ vip: { default: 0.9 } });
    expect(parse("GroupGroupRatio", '{"vip":1}')).toBeUndefined();
    expect(parse("UserUsableGroups", '{"default":1}')).toBeUndefined();
    expect(parse("Chats", '[{"A":"https://a.example"}]')).toEqual([{ A: "https://a.example" }]);
    expect(parse("Chats", '[{"A":"x","B":"y"}]')).toBeUndefined();
  });
});
