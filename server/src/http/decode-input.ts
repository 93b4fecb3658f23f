import * as z from "zod/mini";
import type { Endpoint } from "@tollgate/contract/endpoint";
import { isErrorCode } from "@tollgate/contract/errors";
import { AppError } from "../lib/app-error.ts";

type Schema = z.ZodMiniType;

/**
 * Wire → inside. Throws the first issue as `AppError`: the contract's own code where it names one. Text with a NUL in it
 * is refused everywhere: PostgreSQL cannot store it, and no name, price or search needs it.
 */
export function decodeInput(schema: Schema, wire: unknown): unknown {
  const place = placeOfNul(wire);
  if (place !== undefined) throw new AppError("input.invalid", { details: place.join(".") || "body" });
  const result = z.safeParse(schema, wire);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw issue === undefined ? new AppError("input.invalid", { details: "" }) : errorOf(issue);
}

function errorOf(issue: z.core.$ZodIssue): AppError {
  if (isErrorCode(issue.message)) return new AppError(issue.message, { details: pathOf(issue) });
  const expected = issue.code === "invalid_type" ? ` (${issue.expected})` : "";
  return new AppError("input.invalid", { details: `${pathOf(issue)}${expected}` });
}

/** The path to the first text that has a NUL, or whose name has one. */
function placeOfNul(value: unknown): string[] | undefined {
  if (typeof value === "string") return value.includes("\0") ? [] : undefined;
  if (typeof value !== "object" || value === null) return undefined;
  for (const [name, member] of Object.entries(value)) {
    if (name.includes("\0")) return [];
    const place = placeOfNul(member);
    if (place !== undefined) return [name, ...place];
  }
  return undefined;
}

const pathOf = (issue: z.core.$ZodIssue) => issue.path.map(String).join(".") || "body";

/** A query as an object. A parameter that is given but empty counts as not given; of several the last counts. */
export function queryObject(url: URL): Record<string, string> {
  const query: Record<string, string> = {};
  for (const [name, value] of url.searchParams) if (value !== "") query[name] = value;
  return query;
}

/** Inside → wire, by the endpoint's schemas: fields that they do not name never leave. */
export function encodeAnswer({ shapes }: Endpoint, answer: unknown): Record<string, unknown> {
  if (shapes.top !== undefined) {
    // `route` ties a handler of such an endpoint to this shape.
    const { data, top } = answer as { data?: unknown; top: unknown };
    const encodedTop = z.encode(shapes.top, top) as Record<string, unknown>;
    return { ...encodedTop, ...(shapes.data && { data: z.encode(shapes.data, data) }) };
  }
  return shapes.data === undefined ? {} : { data: z.encode(shapes.data, answer) };
}
