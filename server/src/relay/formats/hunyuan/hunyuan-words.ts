import { isObject } from "@tollgate/contract/json-object";
import type { Fields } from "../reported-usage.ts";

/** Tencent writes OpenAI's fields as `PascalCase`: `tool_call_id` is `ToolCallId`. Values stay as they are. */
export function pascalCased(value: unknown): unknown {
  return renamed(value, (name) =>
    name.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase()),
  );
}

/** The way back. */
export function snakeCased(value: unknown): unknown {
  return renamed(value, (name) =>
    name.replace(/([A-Z])/g, (letter, _, at: number) => (at === 0 ? "" : "_") + letter.toLowerCase()),
  );
}

function renamed(value: unknown, rename: (name: string) => string): unknown {
  if (Array.isArray(value)) return value.map((entry) => renamed(entry, rename));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [rename(name), renamed(inner, rename)]),
  );
}

/** What a whole answer is wrapped in. */
export function responseOf(body: unknown): Fields {
  const { Response: response } = isObject(body) ? body : {};
  return isObject(response) ? response : isObject(body) ? body : {};
}
