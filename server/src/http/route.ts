import type { BodyOf, DataOf, Endpoint, EndpointShapes, QueryOf, TopOf } from "@tollgate/contract/endpoint";
import type { Language } from "@tollgate/contract/errors";
import type { Access } from "@tollgate/contract/roles";

/** Who is calling, as the database says now (a role change takes effect at the next call). */
export interface Caller {
  readonly id: number;
  readonly username: string;
  readonly role: number;
  readonly group: string;
  /** Hash of the session, when the caller came with a cookie rather than an access token. */
  readonly sessionHash: string | undefined;
}

/** What a handler receives. Query, body and id are already validated by the contract. */
export interface Call<E extends Endpoint> {
  readonly query: QueryOf<E>;
  readonly body: BodyOf<E>;
  /** The `:id` of the path; 0 where the path has none. */
  readonly id: number;
  readonly caller: E["access"] extends "open" ? Caller | undefined : Caller;
  readonly ip: string;
  readonly userAgent: string;
  readonly language: Language;
  readonly requestId: string;
  readonly signal: AbortSignal;
  /** The secret of the session cookie, if one came. */
  readonly sessionSecret: string | undefined;
  /** Sets the session cookie; undefined clears it. */
  setSession(secret: string | undefined): void;
}

type Answer<E extends Endpoint> = TopOf<E> extends undefined ? DataOf<E> : { data: DataOf<E>; top: TopOf<E> };
export type Handler<E extends Endpoint> = (call: Call<E>) => Promise<Answer<E>> | Answer<E>;

/** An endpoint with its handler, types forgotten: what the router takes. */
export interface Route {
  readonly endpoint: Endpoint;
  readonly handle: (call: Call<Endpoint>) => Promise<unknown> | unknown;
}

/** Binds a handler to an endpoint of the contract. */
export function route<Shapes extends EndpointShapes, Reach extends Access>(
  endpoint: Endpoint<Shapes, Reach>,
  handler: Handler<Endpoint<Shapes, Reach>>,
): Route {
  // The router only calls it with what this endpoint's schemas have decoded.
  return { endpoint: endpoint as unknown as Endpoint, handle: handler as Route["handle"] };
}
