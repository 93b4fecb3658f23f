import * as z from "zod/mini";
import { isObject } from "./json-object.ts";

/**
 * Wire conversions. Outside (the wire) on the left, inside (server and console code) on the right; the server
 * decodes bodies and queries and encodes data, the console does the reverse, both with the same schema.
 */

const splitList = (text: string, separator: string | RegExp) =>
  text
    .split(separator)
    .map((item) => item.trim())
    .filter((item) => item !== "");

/** Comma list ⇄ array of distinct, trimmed names. An array on the wire is accepted too. */
export const csv = csvElse();

/** The same, with the code of what is said when it is neither. */
export function csvElse(problem?: string) {
  return z.codec(z.union([z.string(), z.array(z.string())], problem), z.array(z.string(), problem), {
    decode: (wire) => [...new Set(splitList(typeof wire === "string" ? wire : wire.join(","), ","))],
    encode: (list) => list.join(","),
  });
}

/** Text with one entry a line (or comma) ⇄ array of distinct, trimmed entries. */
export const lines = z.codec(z.nullable(z.string()), z.array(z.string()), {
  decode: (wire) => [...new Set(splitList(wire ?? "", /[\n,]/))],
  encode: (list) => list.join("\n"),
});

/** 0/1 ⇄ boolean. */
export const flag01 = z.codec(z.union([z.int(), z.boolean()]), z.boolean(), {
  decode: (wire) => wire === true || (typeof wire === "number" && wire !== 0),
  encode: (value) => (value ? 1 : 0),
});

/** Whole number in a query string or path. */
export const intText = z.codec(
  z.string().check(z.regex(/^-?\d{1,15}$/, "input.not-a-whole-number")),
  z.int(),
  {
    decode: Number,
    encode: String,
  },
);

/** A type or status in a query string: small, as its column is. */
export const kindText = intText.check(z.gte(0, "input.invalid"), z.lte(999, "input.invalid"));

/** "true"/"1" in a query string ⇄ boolean; anything else is false. */
export const boolText = z.codec(z.string(), z.boolean(), {
  decode: (wire) => wire === "true" || wire === "1",
  encode: String,
});

/** Empty text, or text that parses to a JSON object. Stays text inside. */
export const jsonObjectText = z
  .string()
  .check(z.refine((text) => text.trim() === "" || isJsonObject(text), "input.not-json"));

/** Whether `text` is a JSON object (not an array, not a scalar). */
export function isJsonObject(text: string): boolean {
  try {
    return isObject(JSON.parse(text));
  } catch {
    return false;
  }
}
