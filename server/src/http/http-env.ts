import type { Server } from "bun";
import type { Hono } from "hono";

/** What `App.fetch` hands to Hono beside the request: who is at the other end of the connection. */
export interface HttpBindings {
  peerAddress: string;
  /** Absent in tests that call without a socket. */
  server: Server<unknown> | undefined;
}

export interface HttpEnv {
  Bindings: HttpBindings;
}

export type HttpApp = Hono<HttpEnv>;
