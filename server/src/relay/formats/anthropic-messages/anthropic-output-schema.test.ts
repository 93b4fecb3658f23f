import { expect, test } from "bun:test";
import { outputSchema } from "./anthropic-output-schema.ts";

test("a schema that the vendor takes stays as it is", () => {
  const schema = {
    type: "object",
    properties: {
      pattern: { type: "string", format: "date" },
      list: { type: "array", minItems: 1, items: { $ref: "#/$defs/one" } },
    },
    required: ["pattern"],
    additionalProperties: false,
    $defs: { one: { anyOf: [{ type: "integer" }, { type: "null" }] } },
  };
  expect(outputSchema(schema)).toEqual({ schema, isChanged: false });
});

test("bounds are told in the description, objects are closed, one of several is any of them", () => {
  const schema = {
    type: "object",
    properties: {
      age: { type: "integer", minimum: 0, maximum: 150, description: "In years" },
      name: { oneOf: [{ type: "string", maxLength: 5, format: "phone" }, { type: "null" }] },
      more: { type: ["object", "null"], additionalProperties: { type: "string" } },
    },
  };
  expect(outputSchema(schema)).toEqual({
    isChanged: true,
    schema: {
      type: "object",
      properties: {
        age: { type: "integer", description: "In years (minimum: 0, maximum: 150)" },
        name: {
          anyOf: [{ type: "string", description: '(maxLength: 5, format: "phone")' }, { type: "null" }],
        },
        more: { type: ["object", "null"], additionalProperties: false },
      },
      additionalProperties: false,
    },
  });
});
