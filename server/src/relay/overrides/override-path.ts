import { isObject } from "@tollgate/contract/json-object";

/** Names that would reach what every object has. */
const UNSAFE: ReadonlySet<string> = new Set(["__proto__", "constructor", "prototype"]);

export type JsonBody = Record<string, unknown>;

/** What stands at a path such as `messages.0.content` (`-1` is the last of a list, `\.` a dot in a name). */
export function valueAt(body: JsonBody, path: string): unknown {
  let value: unknown = body;
  for (const name of namesOf(path)) value = memberOf(value, name);
  return value;
}

/** Sets a value and makes the objects that lead to it. A path through a text or a number changes nothing. */
export function setAt(body: JsonBody, path: string, value: unknown): void {
  const names = namesOf(path);
  const last = names.pop();
  if (last === undefined || UNSAFE.has(last)) return;
  let parent: unknown = body;
  for (const name of names) {
    if (UNSAFE.has(name)) return;
    if (memberOf(parent, name) === undefined) put(parent, name, {});
    parent = memberOf(parent, name);
  }
  put(parent, last, value);
}

export function deleteAt(body: JsonBody, path: string): void {
  const names = namesOf(path);
  const last = names.pop();
  if (last === undefined) return;
  let parent: unknown = body;
  for (const name of names) parent = memberOf(parent, name);
  if (Array.isArray(parent)) {
    const index = indexIn(parent, last);
    if (index >= 0 && index < parent.length) parent.splice(index, 1);
  } else if (isObject(parent) && Object.hasOwn(parent, last)) delete parent[last];
}

function namesOf(path: string): string[] {
  if (path === "") return [];
  return path.split(/(?<!\\)\./).map((name) => name.replaceAll("\\.", "."));
}

function memberOf(value: unknown, name: string): unknown {
  if (Array.isArray(value)) return value[indexIn(value, name)];
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

function put(parent: unknown, name: string, value: unknown): void {
  if (Array.isArray(parent)) {
    const index = indexIn(parent, name);
    if (index >= 0 && index <= parent.length) parent[index] = value;
  } else if (isObject(parent)) parent[name] = value;
}

/** −1 for what is no place in the list. */
function indexIn(list: readonly unknown[], name: string): number {
  if (!/^-?\d+$/.test(name)) return -1;
  const index = Number(name);
  return index < 0 ? list.length + index : index;
}
