import { isObject } from "@tollgate/contract/json-object";
import type { Fields } from "../reported-usage.ts";

/*
 * A function's response is an object: its `output`, its `error`, or, without these, the result itself:
 * https://ai.google.dev/api/caching#FunctionResponse. Other dialects have a text.
 */

/** The text that a response says. */
export interface ToolResponse {
  readonly text: string;
  readonly isError: boolean;
}

export function readToolResponse(response: Fields | undefined): ToolResponse {
  const names = Object.keys(response ?? {});
  if (response === undefined || names.length === 0) return { text: "", isError: false };
  const [only] = names;
  if (names.length > 1 || (only !== "output" && only !== "error"))
    return { text: JSON.stringify(response), isError: false };
  const value = response[only];
  return { text: typeof value === "string" ? value : JSON.stringify(value), isError: only === "error" };
}

/** A text as a response: as the object that it writes down, where `readToolResponse` would make the same text of it. */
export function writeToolResponse({ text, isError }: ToolResponse): Fields {
  if (isError) return { error: text };
  if (text === "") return {};
  const written = text.startsWith("{") ? parseObject(text) : undefined;
  const read = written && readToolResponse(written);
  return written && read?.text === text && !read.isError ? written : { output: text };
}

function parseObject(text: string): Fields | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    // It only looked like JSON.
    return undefined;
  }
}
