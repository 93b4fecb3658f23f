import * as z from "zod/mini";
import type { OptionSection, OptionSpec } from "./option-kinds.ts";

/** What any limit may name; one that is absent or 0 sets none. */
export const CALL_LIMIT_FIELDS = ["rpm", "tpm", "concurrency", "rpd", "quota_per_day"] as const;
export type CallLimitField = (typeof CALL_LIMIT_FIELDS)[number];

/**
 * Requests and tokens a minute, calls at a time, requests and quota units a day (of UTC). A type and not an interface, so
 * that a table of them is a record.
 */
export type CallLimit = { readonly [Field in CallLimitField]?: number };

const amount = z.exactOptional(z.int().check(z.minimum(0)));
const callLimitSchema = z.strictObject({
  rpm: amount,
  tpm: amount,
  concurrency: amount,
  rpd: amount,
  quota_per_day: amount,
});
const callLimitTable = z.record(z.string().check(z.minLength(1)), callLimitSchema);

/** JSON object: whom it limits → the limit. */
export const callLimitMap = (section: OptionSection): OptionSpec<Record<string, CallLimit>> => ({
  section,
  shape: { kind: "json" },
  default: {},
  parse: (text) => (text.trim() === "" ? {} : callLimitTable.safeParse(parsedJson(text)).data),
  format: (value) => JSON.stringify(value),
});

const requestPairTable = z.record(
  z.string(),
  z.tuple([z.int().check(z.minimum(0)), z.int().check(z.minimum(0))]),
);

/** JSON object: group → [all requests, successful requests] in each window; 0 = no limit. */
export const requestPairMap = (section: OptionSection): OptionSpec<Record<string, [number, number]>> => ({
  section,
  shape: { kind: "json" },
  default: {},
  parse: (text) => (text.trim() === "" ? {} : requestPairTable.safeParse(parsedJson(text)).data),
  format: (value) => JSON.stringify(value),
});

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
