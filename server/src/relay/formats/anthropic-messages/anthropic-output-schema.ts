import { isObject } from "@tollgate/contract/json-object";
import type { Fields } from "../reported-usage.ts";

/** https://platform.claude.com/docs/en/build-with-claude/structured-outputs (JSON schema limitations) */
const REFUSED: ReadonlySet<string> = new Set([
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "multipleOf",
  "minLength",
  "maxLength",
  "pattern",
  "maxItems",
  "uniqueItems",
  "minProperties",
  "maxProperties",
  "patternProperties",
  "propertyNames",
  "not",
]);

const FORMATS: ReadonlySet<unknown> = new Set([
  "date-time",
  "time",
  "date",
  "duration",
  "email",
  "hostname",
  "uri",
  "ipv4",
  "ipv6",
  "uuid",
]);

/** Keywords whose value is a schema, a list of schemas, or schemas by name. */
const INNER: ReadonlySet<string> = new Set(["items", "anyOf", "allOf", "oneOf"]);
const INNER_BY_NAME: ReadonlySet<string> = new Set(["properties", "$defs", "definitions"]);

export interface OutputSchema {
  readonly schema: Fields;
  /** The vendor would have refused the schema as it came. */
  readonly isChanged: boolean;
}

/**
 * A schema that the vendor can hold its model to. Bounds that it refuses are told to the model in the description; objects
 * are closed, as it demands.
 */
export function outputSchema(schema: Fields): OutputSchema {
  const written = writeSchema(schema);
  return { schema: written, isChanged: JSON.stringify(written) !== JSON.stringify(schema) };
}

function writeSchema(schema: Fields): Fields {
  const written: Record<string, unknown> = {};
  const told: string[] = [];
  for (const [name, value] of Object.entries(schema)) {
    if (isRefused(name, value)) told.push(`${name}: ${JSON.stringify(value)}`);
    else if (INNER.has(name)) written[name === "oneOf" ? "anyOf" : name] = writeInner(value);
    else if (INNER_BY_NAME.has(name)) written[name] = writeByName(value);
    else written[name] = value;
  }
  const isOpen = isObjectSchema(schema) && schema["additionalProperties"] !== false;
  const { description } = schema;
  return {
    ...written,
    ...(isOpen && { additionalProperties: false }),
    ...(told.length > 0 && {
      description: [...(typeof description === "string" ? [description] : []), `(${told.join(", ")})`].join(
        " ",
      ),
    }),
  };
}

function isRefused(name: string, value: unknown): boolean {
  if (name === "format") return !FORMATS.has(value);
  if (name === "minItems") return value !== 0 && value !== 1;
  return REFUSED.has(name);
}

function isObjectSchema({ type, properties }: Fields): boolean {
  return type === "object" || isObject(properties) || (Array.isArray(type) && type.includes("object"));
}

function writeInner(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(writeInner);
  return isObject(value) ? writeSchema(value) : value;
}

function writeByName(value: unknown): unknown {
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, writeInner(inner)]));
}
