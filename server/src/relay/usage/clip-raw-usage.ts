import { clipText } from "../../lib/clip-text.ts";

/** A vendor's usage object as it is kept in the log. */
export type RawUsage =
  | string
  | number
  | boolean
  | readonly RawUsage[]
  | { readonly [field: string]: RawUsage };

export const RAW_USAGE_MAX_BYTES = 2048;
const DEPTH_MAX = 4;
const TEXT_MAX_LENGTH = 64;
/** The shortest field there is, `"a":1,`. */
const SMALLEST_FIELD_BYTES = 6;

/**
 * A vendor's usage object cut to what a log row may hold: numbers, short texts and booleans, four levels deep, at most
 * 2048 bytes of JSON. What does not fit is left out, field by field. Undefined when the value is no object.
 */
export function clipRawUsage(raw: unknown): RawUsage | undefined {
  return typeof raw === "object" && raw !== null
    ? clipValue(raw, 1, { bytes: RAW_USAGE_MAX_BYTES })
    : undefined;
}

interface Room {
  bytes: number;
}

function clipValue(value: unknown, depth: number, room: Room): RawUsage | undefined {
  if (typeof value === "number")
    return Number.isFinite(value) ? takeRoom(value, String(value), room) : undefined;
  if (typeof value === "boolean") return takeRoom(value, String(value), room);
  if (typeof value === "string") {
    const text = clipText(value, TEXT_MAX_LENGTH);
    return takeRoom(text, JSON.stringify(text), room);
  }
  if (typeof value !== "object" || value === null || depth > DEPTH_MAX || room.bytes < 2) return undefined;
  room.bytes -= 2;
  return Array.isArray(value) ? clipList(value, depth, room) : clipObject(value, depth, room);
}

function clipList(list: readonly unknown[], depth: number, room: Room): RawUsage {
  const clipped: RawUsage[] = [];
  for (const value of list) {
    if (room.bytes < 2) break;
    room.bytes -= 1;
    const kept = clipValue(value, depth + 1, room);
    if (kept === undefined) room.bytes += 1;
    else clipped.push(kept);
  }
  return clipped;
}

function clipObject(object: object, depth: number, room: Room): RawUsage {
  const clipped: [string, RawUsage][] = [];
  for (const [field, value] of Object.entries(object)) {
    if (room.bytes < SMALLEST_FIELD_BYTES) break;
    const nameBytes = Buffer.byteLength(JSON.stringify(field)) + 2;
    if (nameBytes >= room.bytes) continue;
    room.bytes -= nameBytes;
    const kept = clipValue(value, depth + 1, room);
    if (kept === undefined) room.bytes += nameBytes;
    else clipped.push([field, kept]);
  }
  return Object.fromEntries(clipped);
}

function takeRoom<Value extends RawUsage>(value: Value, json: string, room: Room): Value | undefined {
  const bytes = Buffer.byteLength(json);
  if (bytes > room.bytes) return undefined;
  room.bytes -= bytes;
  return value;
}
