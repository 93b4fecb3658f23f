import { isObject } from "./json-object.ts";

/** What an operation of a parameter override may do, in the words that databases of this product family use. */
export const OVERRIDE_MODES = [
  "set",
  "delete",
  "move",
  "copy",
  "prepend",
  "append",
  "trim_prefix",
  "trim_suffix",
  "ensure_prefix",
  "ensure_suffix",
  "trim_space",
  "to_lower",
  "to_upper",
  "replace",
  "regex_replace",
  "return_error",
  "prune_objects",
  "set_header",
  "delete_header",
  "copy_header",
  "move_header",
  "pass_headers",
  "sync_fields",
] as const;

export type OverrideMode = (typeof OVERRIDE_MODES)[number];

/** Headers that say how a message travels: the gateway's own business on both sides. */
const TRAVEL_HEADERS: ReadonlySet<string> = new Set([
  "host",
  "connection",
  "content-length",
  "content-encoding",
  "transfer-encoding",
  "te",
  "trailer",
  "upgrade",
  "expect",
  "keep-alive",
  "accept-encoding",
  "proxy-authorization",
  "proxy-connection",
]);

/** Whether a channel may set a header of this name for its upstream. */
export function isOverridableHeader(name: string): boolean {
  return /^[\w!#$%&'*+.^`|~-]+$/.test(name) && !TRAVEL_HEADERS.has(name.toLowerCase());
}

/** An object to merge, or one whose `operations` are all known. */
export function isParamOverride(value: unknown): boolean {
  if (!isObject(value)) return false;
  const operations = Object.hasOwn(value, "operations") ? value["operations"] : undefined;
  if (operations === undefined) return true;
  return Array.isArray(operations) && operations.every(isOperation);
}

function isOperation(value: unknown): boolean {
  const { mode, from, path } = Object(value);
  if (!OVERRIDE_MODES.some((known) => known === mode)) return false;
  if (mode === "regex_replace") return isPattern(from);
  return !/^(?:set|delete)_header$/.test(mode) || (typeof path === "string" && isOverridableHeader(path));
}

function isPattern(text: unknown): boolean {
  try {
    return typeof text === "string" && new RegExp(text) instanceof RegExp;
  } catch {
    return false;
  }
}
