import { isObject } from "@tollgate/contract/json-object";
import type { Fields } from "../reported-usage.ts";

/** A text as a JSON object; undefined when it is none. */
export function jsonFields(text: string): Fields | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** What a stream is told to have failed of when an event is no JSON. */
export const NOT_JSON = {
  kind: "upstream",
  status: 502,
  code: "upstream.invalid",
  message: "The upstream sent an event that is not JSON.",
} as const;
