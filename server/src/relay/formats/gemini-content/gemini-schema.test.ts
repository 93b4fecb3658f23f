import { expect, test } from "bun:test";
import { createLossList } from "../chat/chat-loss.ts";
import { jsonSchemaFromOpenApi } from "./gemini-schema-decoder.ts";
import { exactOpenApiSchema, isEmptyObject, nearestOpenApiSchema } from "./gemini-schema-encoder.ts";

function nearest(schema: Record<string, unknown>): readonly [unknown, string[]] {
  const losses = createLossList();
  return [nearestOpenApiSchema(schema, "p", losses), losses.list().map(({ path }) => path)];
}

test("google's words become those of JSON schemas, in either spelling", () => {
  // source: https://ai.google.dev/gemini-api/docs/structured-output, extended by what the reference lists
  expect(
    jsonSchemaFromOpenApi({
      type: "ARRAY",
      min_items: "1",
      items: {
        type: "OBJECT",
        properties: {
          amount: { type: "INTEGER", format: "int32", nullable: true },
          recipeName: { type: "STRING", maxLength: "80", example: "pie" },
          kind: { type: "STRING", format: "enum", enum: ["a", "b"], nullable: true },
          any_of: { anyOf: [{ type: "NUMBER" }, { type: "TYPE_UNSPECIFIED" }], nullable: true },
        },
        propertyOrdering: ["recipeName", "amount", "gone"],
      },
    }),
  ).toEqual({
    type: "array",
    minItems: 1,
    items: {
      type: "object",
      properties: {
        recipeName: { type: "string", maxLength: 80, examples: ["pie"] },
        amount: { type: ["integer", "null"], format: "int32" },
        kind: { type: ["string", "null"], enum: ["a", "b", null] },
        any_of: { anyOf: [{ type: "number" }, {}, { type: "null" }] },
      },
    },
  });
  const { properties } = jsonSchemaFromOpenApi({ properties: { b: {}, a: {} }, propertyOrdering: ["a"] });
  expect(Object.keys(Object(properties))).toEqual(["a", "b"]);
});

test("schemas that say the same in both are written in google's words", () => {
  const schema = {
    type: "object",
    description: "A place",
    properties: {
      city: { type: "string", enum: ["Paris", "London"] },
      days: { type: ["integer", "null"], minimum: 1 },
      tags: { type: "array", items: { type: "string" }, minItems: 1 },
      at: { anyOf: [{ type: "string" }, { type: "number" }] },
    },
    required: ["city"],
  };
  const openApi = exactOpenApiSchema(schema);
  expect(openApi).toMatchObject({
    type: "OBJECT",
    properties: {
      city: { type: "STRING" },
      days: { type: "INTEGER", nullable: true },
      tags: { type: "ARRAY" },
    },
  });
  expect(jsonSchemaFromOpenApi(openApi ?? {})).toEqual(schema);
});

test("schemas that do not are not", () => {
  const inexact: Record<string, unknown>[] = [
    { type: "object", properties: { a: { type: "string" } }, additionalProperties: false },
    { type: "object", properties: { a: { $ref: "#/$defs/A" } }, $defs: { A: { type: "string" } } },
    { type: "object", properties: { a: { const: "x" } } },
    { type: "object", properties: { a: { enum: [1, 2] } } },
    { type: "object", properties: { a: { type: ["string", "number"] } } },
    { type: "object", properties: { a: { type: "object" } } },
    { type: "object", properties: { a: { oneOf: [{ type: "string" }] } } },
  ];
  for (const schema of inexact) expect(exactOpenApiSchema(schema)).toBeUndefined();
});

test("the nearest schema tells each word that it lacks", () => {
  expect(
    nearest({
      $schema: "https://json-schema.org/draft/2020-12/schema",
      type: "object",
      additionalProperties: false,
      properties: {
        home: { $ref: "#/$defs/Home", description: "where" },
        kind: { const: "x" },
        size: { enum: [1, 2], type: "integer" },
        either: { type: ["string", "number", "null"] },
        all: { allOf: [{ type: "object", properties: { a: { type: "string" } } }] },
        free: { type: "object" },
        one: { oneOf: [{ type: "string" }, { type: "null" }] },
      },
      $defs: { Home: { type: "string", description: "defined" } },
    }),
  ).toEqual([
    {
      type: "OBJECT",
      properties: {
        home: { type: "STRING", description: "where" },
        kind: { type: "STRING", enum: ["x"] },
        size: { type: "INTEGER" },
        either: { anyOf: [{ type: "STRING" }, { type: "NUMBER" }], nullable: true },
        all: { type: "OBJECT", properties: { a: { type: "STRING" } } },
        free: { type: "STRING" },
        one: { anyOf: [{ type: "STRING" }], nullable: true },
      },
    },
    ["p.additionalProperties", "p.$ref", "p.const", "p.enum", "p.type", "p.allOf", "p.properties", "p.oneOf"],
  ]);
});

test("schemas that refer to themselves end, however they branch", () => {
  const properties = Object.fromEntries(
    Array.from({ length: 20 }, (_, index) => [`next${index}`, { $ref: "#" }]),
  );
  const schema = { type: "object", properties: { ...properties, lost: { $ref: "#/$defs/__proto__" } } };
  const [openApi, paths] = nearest(schema);
  expect(paths).toContain("p.$ref");
  expect(JSON.stringify(openApi).length).toBeLessThan(200_000);
  expect(exactOpenApiSchema(schema)).toBeUndefined();
});

test("an object without properties is known whatever surrounds it", () => {
  expect(isEmptyObject({ type: "object", properties: {}, additionalProperties: false, $schema: "x" })).toBe(
    true,
  );
  expect(isEmptyObject({})).toBe(true);
  expect(isEmptyObject({ type: "object", properties: { a: {} } })).toBe(false);
  expect(isEmptyObject({ $ref: "#/$defs/A" })).toBe(false);
});
