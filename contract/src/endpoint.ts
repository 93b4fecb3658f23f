import type * as z from "zod/mini";
import type { Access } from "./roles.ts";

export type Method = "GET" | "POST" | "PUT" | "DELETE";
type Schema = z.ZodMiniType;

/**
 * What an endpoint takes and answers. `top` are fields that the spec puts beside `data` at the top of the envelope
 * (for example `time` of a channel test); a handler of such an endpoint returns `{ data, top }`.
 */
export interface EndpointShapes {
  query?: Schema;
  body?: Schema;
  data?: Schema;
  top?: Schema;
  /** Which rate window guards the call beside the general one. */
  limit?: "critical" | "search";
  /** Polled by programs: answered with an ETag, and with 304 to a caller who has that version. */
  revalidates?: true;
}

export interface Endpoint<Shapes extends EndpointShapes = EndpointShapes, Reach extends Access = Access> {
  readonly method: Method;
  /** Without a trailing slash; `:id` is a whole number. Both forms are served. */
  readonly path: string;
  readonly access: Reach;
  readonly shapes: Shapes;
}

/** Declares one call of the console's API, as in `endpoint("PUT /api/channel", "admin", { body, data })`. */
export function endpoint<const Shapes extends EndpointShapes, const Reach extends Access>(
  route: `${Method} /api/${string}`,
  access: Reach,
  shapes: Shapes,
): Endpoint<Shapes, Reach> {
  const [method, path] = route.split(" ");
  // The template literal type of `route` guarantees both parts.
  return { method: method as Method, path: path as string, access, shapes };
}

type OutputOf<S> = S extends Schema ? z.output<S> : undefined;
type ShapeOf<E extends Endpoint, Name extends keyof EndpointShapes> =
  E["shapes"] extends Record<Name, infer S> ? S : undefined;
/** Inside types: what a handler receives and answers, what the console sends and receives. */
export type QueryOf<E extends Endpoint> = OutputOf<ShapeOf<E, "query">>;
export type BodyOf<E extends Endpoint> = OutputOf<ShapeOf<E, "body">>;
export type DataOf<E extends Endpoint> = OutputOf<ShapeOf<E, "data">>;
export type TopOf<E extends Endpoint> = OutputOf<ShapeOf<E, "top">>;
