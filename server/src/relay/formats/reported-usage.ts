import { isObject } from "@tollgate/contract/json-object";
import type { InputUsage, OutputUsage } from "../../pricing/usage.ts";

/*
 * What every reader of a vendor's usage shares. Upstreams are not trusted: fields are missing, null, of a wrong type,
 * negative, fractional or absurd. A total that cannot be read makes the report unusable, so that the use is counted
 * here; a detail that cannot be read leaves its tokens in the plain class.
 */

/** A JSON object whose shape is not known. */
export type Fields = Readonly<Record<string, unknown>>;

const NO_FIELDS: Fields = Object.freeze({});

/** No call uses as many; an upstream that says so is wrong, and such a charge could not be stored. */
const COUNT_MAX = 1_000_000_000;

/** The fields of a JSON object; none when the value is not one. */
export function fieldsOf(value: unknown): Fields {
  return isObject(value) ? value : NO_FIELDS;
}

/** The objects in a JSON array; none when the value is not one. */
export function objectsIn(value: unknown): readonly Fields[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

/** A text; empty when the value is none. `String()` throws for JSON objects that have a `toString` of their own. */
export function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** A count as it was reported, whole; undefined when it cannot be one. */
export function reportedCount(value: unknown): number | undefined {
  // `|| 0` for minus zero.
  return typeof value === "number" && value >= 0 && value <= COUNT_MAX ? Math.round(value) || 0 : undefined;
}

/** A detail: what cannot be read is nothing. */
export function countOf(value: unknown): number {
  return reportedCount(value) ?? 0;
}

/** A total: left out it is nothing, unreadable it is undefined. */
export function totalOf(value: unknown): number | undefined {
  return value === undefined || value === null ? 0 : reportedCount(value);
}

/** A total that goes by two names: the one that says something. */
export function eitherCount(one: unknown, other: unknown): number | undefined {
  return reportedCount(one) || reportedCount(other) || (reportedCount(one) ?? reportedCount(other));
}

/** Input whose total includes everything, with the parts that are known. Cached media are in both of their classes. */
export interface InclusiveInput {
  readonly total: number;
  readonly cacheRead: number;
  readonly cacheWrite5m: number;
  readonly cacheWrite1h: number;
  readonly audio: number;
  readonly image: number;
  readonly cachedAudio: number;
  readonly cachedImage: number;
}

/** Takes an inclusive total apart. No part is larger than what is left of the total, so that the classes add up to it. */
export function splitInput(input: InclusiveInput): InputUsage {
  let rest = input.total;
  const cacheRead = Math.min(rest, input.cacheRead);
  rest -= cacheRead;
  const cacheWrite1h = Math.min(rest, input.cacheWrite1h);
  rest -= cacheWrite1h;
  const cacheWrite5m = Math.min(rest, input.cacheWrite5m);
  rest -= cacheWrite5m;
  // What was cached is priced as cached, whatever it is of.
  const audio = Math.min(rest, Math.max(0, input.audio - Math.min(input.cachedAudio, cacheRead)));
  rest -= audio;
  const image = Math.min(rest, Math.max(0, input.image - Math.min(input.cachedImage, cacheRead)));
  return { uncached: rest - image, cacheRead, cacheWrite5m, cacheWrite1h, audio, image };
}

/** Takes an inclusive total of output apart. */
export function splitOutput(total: number, reasoned: number, audible: number, pictured: number): OutputUsage {
  const reasoning = Math.min(total, reasoned);
  const audio = Math.min(total - reasoning, audible);
  const image = Math.min(total - reasoning - audio, pictured);
  return { text: total - reasoning - audio - image, reasoning, audio, image };
}

/** An amount of money as a vendor states it, in dollars; undefined when it is none. */
export function reportedUsd(value: unknown): number | undefined {
  return typeof value === "number" && value >= 0 && value <= COUNT_MAX ? value || 0 : undefined;
}

/** Seconds of media, to the millisecond and one at least; undefined when it is not a length of time. */
export function reportedSeconds(value: unknown): number | undefined {
  return typeof value === "number" && value > 0 && value <= COUNT_MAX
    ? Math.max(1, Math.round(value * 1000)) / 1000
    : undefined;
}

/** For dialects whose every report is complete: the later one, unless it says nothing at all. */
export function keepLastUsage(earlier: unknown, later: unknown): unknown {
  return hasCount(later, 0) ? later : (earlier ?? later);
}

function hasCount(value: unknown, depth: number): boolean {
  if (typeof value === "number") return value > 0;
  const holds = typeof value === "object" && value !== null && depth < 3;
  return holds && Object.values(value).some((inner) => hasCount(inner, depth + 1));
}

/** For dialects whose counters only grow and may be left out later: the later value of each that has one. */
export function fillFromEarlier(earlier: unknown, later: unknown): unknown {
  if (!isObject(earlier) || !isObject(later)) return isObject(later) ? later : earlier;
  const values = Object.values(later);
  if (!values.includes(null) && !values.includes(undefined)) return { ...earlier, ...later };
  const stated = Object.entries(later).filter(([, value]) => value !== null && value !== undefined);
  return { ...earlier, ...Object.fromEntries(stated) };
}
