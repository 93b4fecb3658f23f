import { describe, expect, test } from "bun:test";
import { membersOf, withMembers, withoutMembers } from "./json-members.ts";

describe("withMembers", () => {
  test("replaces one member and keeps every other byte", () => {
    const text = '{ "a" : [1, {"model":"inner"}],\n"model" :"gpt",  "z":"\\"}{" }';
    expect(withMembers(text, { model: '"other"' })).toBe(
      '{ "a" : [1, {"model":"inner"}],\n"model" :"other",  "z":"\\"}{" }',
    );
  });
  test("adds a missing member at the end", () => {
    expect(withMembers('{"a":1 }', { b: "{}" })).toBe('{"a":1 ,"b":{}}');
    expect(withMembers("{}", { a: "1", b: "2" })).toBe('{"a":1,"b":2}');
  });
  test("replaces every copy of a repeated member", () => {
    expect(withMembers('{"m":1,"m":2}', { m: "3" })).toBe('{"m":3,"m":3}');
  });
  test("a name written with escapes is the same name", () => {
    expect(withMembers(String.raw`{"\u006dodel":"x"}`, { model: '"y"' })).toBe(
      String.raw`{"\u006dodel":"y"}`,
    );
  });
  test("strings that end in backslashes do not confuse it", () => {
    const text = String.raw`{"a":"\\","b":"\\\"","model":"m"}`;
    expect(JSON.parse(withMembers(text, { model: '"n"' }))).toEqual({ a: "\\", b: '\\"', model: "n" });
  });
  test("agrees with JSON.parse on random objects", () => {
    let seed = 7;
    const random = () => (seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648) / 2_147_483_648;
    const value = (depth: number): unknown => {
      const pick = Math.floor(random() * (depth > 3 ? 4 : 6));
      if (pick === 0) return random() * 1e6 - 5e5;
      if (pick === 1)
        return (
          ['"', "\\", "}", "]", ",", "\n", "é", "😀", ":"][Math.floor(random() * 9)]?.repeat(
            Math.floor(random() * 4),
          ) ?? ""
        );
      if (pick === 2) return random() > 0.5;
      if (pick === 3) return null;
      if (pick === 4) return Array.from({ length: Math.floor(random() * 4) }, () => value(depth + 1));
      return Object.fromEntries(
        Array.from({ length: Math.floor(random() * 4) }, (_, n) => [
          `k${n}${random() > 0.8 ? '"' : ""}`,
          value(depth + 1),
        ]),
      );
    };
    for (let round = 0; round < 2000; round++) {
      const object = { ...Object(value(0)), model: "m", tail: value(1) };
      const text = JSON.stringify(object, null, round % 3);
      expect(JSON.parse(withMembers(text, { model: '"new"', extra: "[1]" }))).toEqual({
        ...object,
        model: "new",
        extra: [1],
      });
      expect(membersOf(text).end).toBe(text.length);
    }
  });
});

describe("withoutMembers", () => {
  test.each([
    ['{ "model" : "m",\n "a": [1 , 2], "stream":true }', '{\n "a": [1 , 2] }'],
    ['{"a":{"model":1},"stream":false}', '{"a":{"model":1}}'],
    ['{"model":1,"model":2}', "{}"],
    ['{ "a" : "x" }', '{ "a" : "x" }'],
    ["{ }", "{ }"],
  ])("%s loses the named members and no other byte", (text, left) => {
    expect(withoutMembers(text, ["model", "stream"])).toBe(left);
  });
});
