import { isObject } from "@tollgate/contract/json-object";
import type { Fields } from "../reported-usage.ts";
import type { ChatDialect, Extensions } from "./chat-dialect.ts";
import { FormatError } from "./chat-error.ts";

/*
 * Strict reading of a client's body: every wrong type is a FormatError that names its place, and what nobody asked for is
 * known at the end. `null` counts as left out.
 */

/** A JSON object in a body, and which of its fields have been read. */
export interface BodyObject {
  readonly path: string;
  readonly fields: Fields;
  readonly read: Set<string>;
  /** Objects within it that are read field by field themselves. */
  readonly children: Map<string, BodyObject>;
}

/** Throws FormatError when `value` is not a JSON object. */
export function bodyObject(value: unknown, path: string): BodyObject {
  if (!isObject(value)) throw new FormatError(path || "body", "it must be an object");
  return { path, fields: value, read: new Set(), children: new Map() };
}

/** `messages` → `messages`, `messages[0]` + `role` → `messages[0].role`. */
export function fieldPath({ path }: BodyObject, name: string): string {
  return path === "" ? name : `${path}.${name}`;
}

/** Throws FormatError at the field `name`. */
export function failField(body: BodyObject, name: string, reason: string): never {
  throw new FormatError(fieldPath(body, name), reason);
}

/** Anything but null; the caller checks it. */
export function anyField(body: BodyObject, name: string): unknown {
  body.read.add(name);
  return body.fields[name] ?? undefined;
}

export function textField(body: BodyObject, name: string): string | undefined {
  const value = anyField(body, name);
  if (value === undefined || typeof value === "string") return value;
  return failField(body, name, "it must be a string");
}

export function neededText(body: BodyObject, name: string): string {
  return textField(body, name) ?? failField(body, name, "it is required");
}

export function numberField(body: BodyObject, name: string): number | undefined {
  const value = anyField(body, name);
  if (value === undefined || typeof value === "number") return value;
  return failField(body, name, "it must be a number");
}

/** A whole number, 0 or more. */
export function countField(body: BodyObject, name: string): number | undefined {
  const value = anyField(body, name);
  if (value === undefined) return undefined;
  if (typeof value === "number" && Number.isSafeInteger(value) && value >= 0) return value;
  return failField(body, name, "it must be a whole number, 0 or more");
}

export function flagField(body: BodyObject, name: string): boolean | undefined {
  const value = anyField(body, name);
  if (value === undefined || typeof value === "boolean") return value;
  return failField(body, name, "it must be true or false");
}

export function wordField<Word extends string>(
  body: BodyObject,
  name: string,
  words: readonly Word[],
): Word | undefined {
  const value = anyField(body, name);
  if (value === undefined) return undefined;
  return (
    words.find((word) => word === value) ?? failField(body, name, `it must be one of ${words.join(", ")}`)
  );
}

/** An object whose fields are read one by one. */
export function objectField(body: BodyObject, name: string): BodyObject | undefined {
  const value = anyField(body, name);
  if (value === undefined) return undefined;
  const child = bodyObject(value, fieldPath(body, name));
  body.children.set(name, child);
  return child;
}

/** An object that is kept as it is (a JSON schema). */
export function plainField(body: BodyObject, name: string): Fields | undefined {
  const value = anyField(body, name);
  return value === undefined ? undefined : bodyObject(value, fieldPath(body, name)).fields;
}

export function listField(body: BodyObject, name: string): readonly unknown[] | undefined {
  const value = anyField(body, name);
  if (value === undefined) return undefined;
  return Array.isArray(value) ? value : failField(body, name, "it must be an array");
}

export function objectsField(body: BodyObject, name: string): readonly BodyObject[] | undefined {
  const path = fieldPath(body, name);
  return listField(body, name)?.map((value, index) => bodyObject(value, `${path}[${index}]`));
}

export function textsField(body: BodyObject, name: string): readonly string[] | undefined {
  return listField(body, name)?.map((value, index) =>
    typeof value === "string" ? value : failField(body, `${name}[${index}]`, "it must be a string"),
  );
}

/** The fields that nobody read, as they came, those of objects within included. Undefined when there are none. */
export function unreadFields(body: BodyObject, dialect: ChatDialect): Extensions | undefined {
  const fields = unreadOf(body);
  return fields && { dialect, fields };
}

function unreadOf(body: BodyObject): Record<string, unknown> | undefined {
  let unread: Record<string, unknown> | undefined;
  for (const name of Object.keys(body.fields)) {
    const child = body.children.get(name);
    const value = child ? unreadOf(child) : body.read.has(name) ? undefined : body.fields[name];
    if (value !== undefined) (unread ??= {})[name] = value;
  }
  return unread;
}

/** What an upstream's object says beside the fields that its codec knows; `null` counts as left out. */
export function keptFields(
  value: Fields,
  known: ReadonlySet<string>,
  dialect: ChatDialect,
): Extensions | undefined {
  let fields: Record<string, unknown> | undefined;
  for (const [name, field] of Object.entries(value))
    if (field !== null && field !== undefined && !known.has(name)) (fields ??= {})[name] = field;
  return fields && { dialect, fields };
}

/** `body` with the unknown fields that its dialect had: within objects too, and never over what is written anew. */
export function withKeptFields(body: Fields, kept: Fields | undefined): Fields {
  if (kept === undefined) return body;
  const merged: Record<string, unknown> = { ...body };
  for (const [name, value] of Object.entries(kept)) {
    const written = Object.hasOwn(merged, name) ? merged[name] : undefined;
    if (written === undefined) merged[name] = value;
    else if (isPlainObject(written) && isPlainObject(value)) merged[name] = withKeptFields(written, value);
  }
  return merged;
}

function isPlainObject(value: unknown): value is Fields {
  return isObject(value);
}
