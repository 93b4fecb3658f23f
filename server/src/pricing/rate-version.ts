import type { Rate } from "./rate.ts";
import { sha256Hex } from "./sha-256.ts";

/** 128 bits: two different rates never share a version. */
const VERSION_CHARACTERS = 32;

const versions = new WeakMap<Rate, string>();

/**
 * The version of a rate: 32 hexadecimal digits that depend on its content alone, so that equal rates have one
 * version in every process, and a rate read back from storage has the version it was stored under. Computed
 * once for each rate object.
 */
export function rateVersion(rate: Rate): string {
  let version = versions.get(rate);
  if (version === undefined) {
    version = sha256Hex(canonicalJson(rate)).slice(0, VERSION_CHARACTERS);
    versions.set(rate, version);
  }
  return version;
}

/** JSON whose objects have their keys in order of code units. */
function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .toSorted(([left], [right]) => (left < right ? -1 : 1))
    .map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`);
  return `{${members.join(",")}}`;
}
