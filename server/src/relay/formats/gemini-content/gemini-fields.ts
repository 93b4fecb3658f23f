import { anyField, bodyObject, fieldPath, textField } from "../chat/body-fields.ts";
import type { BodyObject } from "../chat/body-fields.ts";
import { FormatError } from "../chat/chat-error.ts";

/*
 * Google's JSON is protobuf's: a field goes by its camel case or its snake case name, and a list of one may be written
 * without brackets (the vendor's own examples do: `"contents": {"parts": {"text": "…"}}`).
 * https://protobuf.dev/programming-guides/json/
 */

/** An object of the dialect, its fields in camel case and without those that are null. Throws FormatError when it is none or says a field twice. */
export function geminiObject(value: unknown, path: string): BodyObject {
  const object = bodyObject(value, path);
  // Each piece of each stream comes by here, and hardly any needs to be written anew.
  if (isCamelCase(object.fields)) return object;
  const fields = new Map<string, unknown>();
  for (const [name, field] of Object.entries(object.fields)) {
    if (field === null) continue;
    const camel = camelCase(name);
    if (fields.has(camel)) throw new FormatError(fieldPath(object, camel), "it is given twice");
    fields.set(camel, field);
  }
  return { ...object, fields: Object.fromEntries(fields) };
}

function isCamelCase(fields: BodyObject["fields"]): boolean {
  for (const name in fields) if (fields[name] === null || name.includes("_")) return false;
  return true;
}

/** `response_mime_type` → `responseMimeType`. */
export function camelCase(name: string): string {
  return name.includes("_")
    ? name.replaceAll(/(?<!^)_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
    : name;
}

/** An object within `body` whose fields are read one by one. Throws FormatError. */
export function geminiField(body: BodyObject, name: string): BodyObject | undefined {
  const value = anyField(body, name);
  if (value === undefined) return undefined;
  const child = geminiObject(value, fieldPath(body, name));
  body.children.set(name, child);
  return child;
}

/** A list of objects, or the only one of it. Throws FormatError. */
export function geminiObjects(body: BodyObject, name: string): readonly BodyObject[] | undefined {
  const value = anyField(body, name);
  if (value === undefined) return undefined;
  const path = fieldPath(body, name);
  return Array.isArray(value)
    ? value.map((item, index) => geminiObject(item, `${path}[${index}]`))
    : [geminiObject(value, path)];
}

/** An enum's word, in capitals as the reference has it; the parser takes both. */
export function enumField(body: BodyObject, name: string): string | undefined {
  return textField(body, name)?.toUpperCase();
}
