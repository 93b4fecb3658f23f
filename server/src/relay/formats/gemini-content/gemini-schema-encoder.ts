import type { LossList } from "../chat/chat-loss.ts";
import { fieldsOf, objectsIn, textOf } from "../reported-usage.ts";
import type { Fields } from "../reported-usage.ts";
import { jsonSchemaFromOpenApi } from "./gemini-schema-decoder.ts";
import { isSameJson } from "./same-json.ts";

/*
 * The dialect has two fields for each schema: one for Google's subset of OpenAPI, which everything that speaks the
 * dialect understands, and a newer one for JSON schemas.
 */

/** Words that mean the same in both. */
const SHARED = new Set([
  "title",
  "description",
  "format",
  "default",
  "minimum",
  "maximum",
  "minItems",
  "maxItems",
  "minLength",
  "maxLength",
  "minProperties",
  "maxProperties",
  "pattern",
  "required",
]);

/** Says nothing about what is valid. */
const SILENT = new Set(["$schema", "$id", "$defs", "definitions", "$comment", "propertyOrdering"]);

/** Schemas that refer to themselves are cut off here, and sooner where they branch as well. */
const DEPTH_MAX = 16;
const REFERENCES_MAX = 100;

/** The subset that says exactly the same; undefined when there is none. */
export function exactOpenApiSchema(schema: Fields): Fields | undefined {
  let isExact = true;
  const conversion: Conversion = {
    root: schema,
    depth: 0,
    references: { left: REFERENCES_MAX },
    tell() {
      isExact = false;
      // The rest is of no use.
      conversion.references.left = 0;
    },
  };
  const openApi = convert(schema, conversion);
  return isExact && isSameJson(jsonSchemaFromOpenApi(openApi), schema) ? openApi : undefined;
}

/** The nearest in the subset. Each word that it lacks is told once, under `path`. */
export function nearestOpenApiSchema(schema: Fields, path: string, losses: LossList): Fields {
  const tell: Tell = (word, reason) => losses.changed(`${path}.${word}`, reason);
  return convert(schema, { root: schema, depth: 0, references: { left: REFERENCES_MAX }, tell });
}

/** An object schema that names no property: the dialect refuses it. */
export function isEmptyObject(schema: Fields): boolean {
  const { type, properties } = schema;
  const isPlain = type === undefined || type === "object";
  const others = Object.keys(schema).filter((name) => !EMPTY_WORDS.has(name));
  return isPlain && others.length === 0 && Object.keys(fieldsOf(properties)).length === 0;
}

const EMPTY_WORDS = new Set([
  "type",
  "properties",
  "required",
  "$schema",
  "additionalProperties",
  "description",
  "title",
]);

type Tell = (word: string, reason: string) => void;

interface Conversion {
  readonly root: Fields;
  readonly tell: Tell;
  readonly depth: number;
  readonly references: { left: number };
}

function convert(schema: Fields, conversion: Conversion): Fields {
  const { root, tell, depth } = conversion;
  const reference = textOf(schema["$ref"]);
  if (depth > DEPTH_MAX || (reference !== "" && conversion.references.left-- <= 0)) {
    tell("$ref", "schemas without an end are cut off");
    return { type: "STRING" };
  }
  const deeper = { ...conversion, depth: depth + 1 };
  if (reference !== "") {
    tell("$ref", "references are written out");
    return convert({ ...resolve(reference, root), ...without(schema, "$ref") }, deeper);
  }
  const result: Record<string, unknown> = { ...convertType(schema, deeper) };
  for (const [name, value] of Object.entries(schema)) {
    if (SHARED.has(name)) result[name] = value;
    else if (name === "properties")
      result[name] = Object.fromEntries(
        Object.entries(fieldsOf(value)).map(([key, one]) => [key, convert(fieldsOf(one), deeper)]),
      );
    else if (name === "items") result[name] = convert(fieldsOf(value), deeper);
    else if (name === "examples" && Array.isArray(value) && value.length === 1) result["example"] = value[0];
    else if (!CONVERTED.has(name) && !SILENT.has(name)) tell(name, "gemini's schemas have no word for it");
  }
  if (result["type"] === "OBJECT" && Object.keys(fieldsOf(result["properties"])).length === 0) {
    tell("properties", "gemini refuses objects without properties");
    return { ...without(without(result, "properties"), "required"), type: "STRING" };
  }
  return result;
}

/** Words that `convertType` reads. */
const CONVERTED = new Set(["type", "enum", "const", "anyOf", "oneOf", "allOf"]);

function convertType(schema: Fields, conversion: Conversion): Fields {
  const { tell } = conversion;
  const types = [schema["type"]].flat().filter((type) => typeof type === "string");
  const solid = types.filter((type) => type !== "null");
  const [only] = solid;
  const isNullable = types.length > solid.length && only !== undefined;
  const nullable = isNullable ? { nullable: true } : {};
  const values = enumOf(schema, isNullable, tell);
  if (solid.length > 1) {
    tell("type", "each of several types is written as an alternative");
    return { anyOf: solid.map((type) => ({ type: type.toUpperCase() })), ...nullable };
  }
  const type = only ?? types[0] ?? (values ? "string" : undefined);
  return {
    ...(type !== undefined && { type: type.toUpperCase() }),
    ...values,
    ...nullable,
    ...convertAlternatives(schema, conversion),
  };
}

/** Only texts may be enumerated. */
function enumOf(schema: Fields, isNullable: boolean, tell: Tell): Fields | undefined {
  if ("const" in schema) tell("const", "written as the only value of an enum");
  const listed = "const" in schema ? [schema["const"]] : schema["enum"];
  if (!Array.isArray(listed)) return undefined;
  const solid = isNullable ? listed.filter((value) => value !== null) : listed;
  if (!solid.every((value) => typeof value === "string")) {
    tell("enum", "gemini enumerates only texts");
    return undefined;
  }
  return { enum: solid };
}

function convertAlternatives(schema: Fields, conversion: Conversion): Fields {
  const { tell } = conversion;
  const all = objectsIn(schema["allOf"]);
  if (all.length > 0) tell("allOf", "written as one schema");
  const merged = all.length > 0 ? convert(Object.assign({}, ...all), conversion) : {};
  if ("oneOf" in schema) tell("oneOf", "written as anyOf");
  const some = [...objectsIn(schema["anyOf"]), ...objectsIn(schema["oneOf"])];
  const solid = some.filter((one) => one["type"] !== "null");
  return {
    ...merged,
    ...(some.length > 0 && { anyOf: solid.map((one) => convert(one, conversion)) }),
    ...(solid.length < some.length && { nullable: true }),
  };
}

/** `#/$defs/City` in the schema that holds it. */
function resolve(reference: string, root: Fields): Fields {
  let found: unknown = root;
  for (const step of reference.replace(/^#\/?/, "").split("/").filter(Boolean)) {
    const name = step.replaceAll("~1", "/").replaceAll("~0", "~");
    // Lists have places as names.
    found = Object.hasOwn(Object(found), name) ? Object(found)[name] : undefined;
  }
  return fieldsOf(found);
}

function without(fields: Fields, name: string): Fields {
  const { [name]: _, ...rest } = fields;
  return rest;
}
