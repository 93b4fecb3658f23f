import { isJsonObject, member } from "./json-value.ts";

/** A small value that a JSON schema accepts, for the keywords that structured output allows. */
export function sampleOfSchema(schema: unknown, root: unknown = schema): unknown {
  const reference = member(schema, "$ref");
  if (typeof reference === "string") return sampleOfSchema(resolveReference(root, reference), root);
  if (isJsonObject(schema) && "const" in schema) return schema["const"];
  for (const keyword of ["enum", "anyOf", "oneOf", "allOf"]) {
    const options = member(schema, keyword);
    if (Array.isArray(options)) return keyword === "enum" ? options[0] : sampleOfSchema(options[0], root);
  }
  const type = member(schema, "type");
  return sampleOfType(Array.isArray(type) ? type[0] : type, schema, root);
}

function sampleOfType(type: unknown, schema: unknown, root: unknown): unknown {
  switch (type) {
    case "object": {
      const properties = Object.entries(member(schema, "properties") ?? {});
      return Object.fromEntries(properties.map(([name, of]) => [name, sampleOfSchema(of, root)]));
    }
    case "array":
      return [sampleOfSchema(member(schema, "items"), root)];
    case "integer":
    case "number":
      return member(schema, "minimum") ?? 1;
    case "boolean":
      return true;
    case "null":
      return null;
    default:
      return "text";
  }
}

/** Follows a reference within the document, such as `#/$defs/step`. */
function resolveReference(root: unknown, reference: string): unknown {
  return reference
    .split("/")
    .slice(1)
    .reduce((value, name) => member(value, name), root);
}
