import { isObject } from "@tollgate/contract/json-object";
import type { Fields } from "../reported-usage.ts";
import { camelCase } from "./gemini-fields.ts";

/** Google writes 64-bit counts as text. */
const COUNTS = new Set(["minItems", "maxItems", "minLength", "maxLength", "minProperties", "maxProperties"]);

const DEPTH_MAX = 64;

/**
 * Google's subset of OpenAPI 3.0 schemas as a JSON schema: types in small letters, `nullable` as a type, counts as
 * numbers, `example` as `examples`, properties in the order that `propertyOrdering` says. Unknown words stay.
 *
 * Source: https://ai.google.dev/api/caching#Schema.
 */
export function jsonSchemaFromOpenApi(schema: Fields, depth = 0): Fields {
  const json: Record<string, unknown> = {};
  let isNullable = false;
  let order: unknown;
  for (const [written, value] of Object.entries(schema)) {
    const name = camelCase(written);
    if (value === null || value === undefined) continue;
    if (name === "nullable") isNullable = value === true;
    else if (name === "propertyOrdering") order = value;
    else if (name === "example") json["examples"] = [value];
    else if (name === "type" && typeof value === "string") {
      if (value.toUpperCase() !== "TYPE_UNSPECIFIED") json["type"] = value.toLowerCase();
    } else if (name === "format" && value === "enum") continue;
    else if (COUNTS.has(name) && typeof value === "string") json[name] = Number(value);
    else json[name] = depth < DEPTH_MAX ? innerSchemas(name, value, depth + 1) : value;
  }
  if (isObject(json["properties"])) json["properties"] = inOrder(json["properties"], order);
  return isNullable ? nullable(json) : json;
}

function innerSchemas(name: string, value: unknown, depth: number): unknown {
  const inner = (one: unknown): unknown => (isObject(one) ? jsonSchemaFromOpenApi(one, depth) : one);
  if (name === "items" || name === "additionalProperties") return inner(value);
  if (name === "anyOf" || name === "prefixItems") return Array.isArray(value) ? value.map(inner) : value;
  if ((name === "properties" || name === "$defs" || name === "defs") && isObject(value))
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, inner(one)]));
  return value;
}

function inOrder(properties: Fields, order: unknown): Fields {
  if (!Array.isArray(order)) return properties;
  const known = order.filter((name) => typeof name === "string" && Object.hasOwn(properties, name));
  const names = new Set([...known, ...Object.keys(properties)]);
  return Object.fromEntries([...names].map((name) => [name, properties[name]]));
}

function nullable(json: Record<string, unknown>): Fields {
  if (typeof json["type"] === "string") {
    const values = json["enum"];
    return {
      ...json,
      type: [json["type"], "null"],
      ...(Array.isArray(values) && !values.includes(null) && { enum: [...values, null] }),
    };
  }
  if (Array.isArray(json["anyOf"])) return { ...json, anyOf: [...json["anyOf"], { type: "null" }] };
  return json;
}
