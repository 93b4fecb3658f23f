import { isObject } from "@tollgate/contract/json-object";

/**
 * Takes objects out of every list within a value: those whose `type` is the given text, or whose fields are as `where`
 * (or the given object itself) says.
 */
export function pruneObjects(within: unknown, which: unknown): void {
  const wanted = typeof which === "string" ? { type: which } : fieldsOf(which);
  if (wanted === undefined || Object.keys(wanted).length === 0) return;
  prune(within, wanted);
}

function fieldsOf(which: unknown): Record<string, unknown> | undefined {
  if (!isObject(which)) return undefined;
  const { where, type } = which;
  if (!isObject(where)) return which;
  return type === undefined ? where : { ...where, type };
}

function prune(value: unknown, wanted: Record<string, unknown>): void {
  if (Array.isArray(value)) {
    const kept = value.filter((member) => !isLike(member, wanted));
    value.splice(0, value.length, ...kept);
  }
  if (typeof value === "object" && value !== null)
    for (const member of Object.values(value)) prune(member, wanted);
}

function isLike(member: unknown, wanted: Record<string, unknown>): boolean {
  return isObject(member) && Object.entries(wanted).every(([name, value]) => member[name] === value);
}
