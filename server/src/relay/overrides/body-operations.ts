import { isObject } from "@tollgate/contract/json-object";
import type { OverrideMode } from "@tollgate/contract/channel-override";
import type { OverrideOperation } from "./override-operation.ts";
import { deleteAt, setAt, valueAt } from "./override-path.ts";
import type { JsonBody } from "./override-path.ts";
import { pruneObjects } from "./prune-objects.ts";

type BodyOperation = (body: JsonBody, operation: OverrideOperation) => void;

/** What changes a body. An operation on what is not there, or is of another kind, changes nothing. */
export const BODY_OPERATIONS: Readonly<Partial<Record<OverrideMode, BodyOperation>>> = {
  set(body, { path, value, keepsOrigin }) {
    if (!keepsOrigin || valueAt(body, path) === undefined) setAt(body, path, structuredClone(value));
  },
  delete: (body, { path }) => deleteAt(body, path),
  copy: (body, operation) => copy(body, operation),
  move(body, operation) {
    if (copy(body, operation)) deleteAt(body, operation.from);
  },
  prepend: (body, operation) => join(body, operation, "before"),
  append: (body, operation) => join(body, operation, "after"),
  trim_prefix: (body, { path, value }) =>
    rewrite(body, path, (text) => (text.startsWith(String(value)) ? text.slice(String(value).length) : text)),
  trim_suffix: (body, { path, value }) =>
    rewrite(body, path, (text) =>
      text.endsWith(String(value)) ? text.slice(0, -String(value).length) : text,
    ),
  ensure_prefix: (body, { path, value }) =>
    rewrite(body, path, (text) => (text.startsWith(String(value)) ? text : String(value) + text)),
  ensure_suffix: (body, { path, value }) =>
    rewrite(body, path, (text) => (text.endsWith(String(value)) ? text : text + String(value))),
  trim_space: (body, { path }) => rewrite(body, path, (text) => text.trim()),
  to_lower: (body, { path }) => rewrite(body, path, (text) => text.toLowerCase()),
  to_upper: (body, { path }) => rewrite(body, path, (text) => text.toUpperCase()),
  replace: (body, { path, from, to }) => rewrite(body, path, (text) => text.replaceAll(from, () => to)),
  regex_replace: (body, { path, from, to }) =>
    rewrite(body, path, (text) => text.replace(new RegExp(from, "g"), to)),
  prune_objects: (body, { path, value }) => pruneObjects(path === "" ? body : valueAt(body, path), value),
};

function copy(body: JsonBody, { from, to }: OverrideOperation): boolean {
  const value = valueAt(body, from);
  if (value === undefined || to === "" || from === to) return false;
  setAt(body, to, structuredClone(value));
  return true;
}

function rewrite(body: JsonBody, path: string, change: (text: string) => string): void {
  const text = valueAt(body, path);
  if (typeof text === "string") setAt(body, path, change(text));
}

/** Texts are joined, lists get more members, objects more fields. */
function join(
  body: JsonBody,
  { path, value, keepsOrigin }: OverrideOperation,
  place: "before" | "after",
): void {
  const current = valueAt(body, path);
  const added = structuredClone(value);
  if (typeof current === "string")
    setAt(body, path, place === "before" ? `${added}${current}` : `${current}${added}`);
  else if (Array.isArray(current)) {
    const more = Array.isArray(added) ? added : [added];
    setAt(body, path, place === "before" ? [...more, ...current] : [...current, ...more]);
  } else if (isObject(current) && isObject(added))
    setAt(body, path, keepsOrigin ? { ...added, ...current } : { ...current, ...added });
}
