import { expect, test } from "bun:test";

import { sampleOfSchema } from "./schema-sample.ts";

test("a sample has every property in its type", () => {
  const schema = {
    type: "object",
    properties: {
      name: { type: "string" },
      ages: { type: "array", items: { type: "integer", minimum: 18 } },
      kind: { enum: ["a", "b"] },
      fixed: { const: 7 },
      maybe: { type: ["boolean", "null"] },
      none: { type: "null" },
      either: { anyOf: [{ type: "number" }, { type: "string" }] },
      step: { $ref: "#/$defs/step" },
    },
    $defs: { step: { type: "object", properties: { text: { type: "string" } } } },
  };
  expect(sampleOfSchema(schema)).toEqual({
    name: "text",
    ages: [18],
    kind: "a",
    fixed: 7,
    maybe: true,
    none: null,
    either: 1,
    step: { text: "text" },
  });
});
