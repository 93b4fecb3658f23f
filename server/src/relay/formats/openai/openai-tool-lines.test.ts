import { expect, test } from "bun:test";
import { readToolLines } from "./openai-tool-lines.ts";

test("a tool is read as a line, its properties as one each, its listed values one by one", () => {
  const parameters = {
    type: "object",
    properties: {
      city: { type: "string", description: "Where." },
      unit: { type: "string", enum: ["c", "f"] },
    },
  };
  const tool = { type: "function", function: { name: "weather", description: "Tells it.", parameters } };
  expect(readToolLines([tool])).toEqual({
    lines: ["weather:Tells it", "city:string:Where", "unit:string:", "c", "f"],
    tools: 1,
    objects: 1,
    properties: 2,
    enums: 1,
    enumItems: 2,
  });
});

test("schemas are read at every depth, and of an answer as of a tool", () => {
  const inner = { type: "object", properties: { x: { type: "number" } } };
  const schema = {
    type: "object",
    properties: { list: { type: "array", items: inner }, either: { anyOf: [inner, { type: "null" }] } },
    $defs: { other: inner },
  };
  const { lines, properties, objects, tools } = readToolLines(undefined, schema);
  expect(lines).toEqual(["list:array:", "x:number:", "either::", "x:number:", "x:number:"]);
  expect({ properties, objects, tools }).toEqual({ properties: 5, objects: 4, tools: 0 });
});

test("older functions and Anthropic's shape are tools too, and nonsense is passed over", () => {
  expect(readToolLines([{ name: "f", input_schema: { properties: { a: {} } } }]).lines).toEqual([
    "f:",
    "a::",
  ]);
  expect(readToolLines([null, 7, { function: null }, { parameters: { properties: [1] } }]).tools).toBe(4);
  expect(readToolLines("x", "y").lines).toEqual([]);
});

test("a schema that is nested without end is read to a depth", () => {
  let schema: object = { type: "string" };
  for (let depth = 0; depth < 50_000; depth++) schema = { items: schema };
  expect(readToolLines([], schema).lines).toEqual([]);
});
