import type { EgressPolicy } from "./egress-policy.ts";
import { startExchange } from "./http-client/exchange-run.ts";

export interface UpstreamRequest {
  readonly method: "GET" | "POST" | "DELETE" | "PUT" | "PATCH" | "HEAD";
  readonly url: string;
  /**
   * `host`, `content-length`, `connection`, `accept-encoding` and the like are the client's own. A frozen object that
   * is passed again is read only once.
   */
  readonly headers: Readonly<Record<string, string>>;
  /** Must not be changed before the answer is there. */
  readonly body?: Uint8Array | string;
  /** `answer`: a redirect is an answer like others, for a caller who checks himself where it leads. */
  readonly redirects?: "answer";
}

/** Names are lower-case. */
export interface UpstreamHeaders {
  /** All values of that name, joined with a comma; null when there is none. */
  get(name: string): string | null;
  has(name: string): boolean;
}

/** A part of a body; undefined at its end. */
type Piece = Uint8Array | undefined;

/**
 * An answer whose head has arrived. Its body is read to the end, or the exchange aborted: else the peer waits on. Its
 * methods are called on it (`this` makes the compiler say so), and do not survive spreading.
 */
export interface UpstreamAnswer {
  readonly status: number;
  readonly ok: boolean;
  /** As sent, Content-Encoding and Content-Length included, though bodies come decoded. */
  readonly headers: UpstreamHeaders;
  /** The whole body, or what `read` left of it; without a promise when all of it is there. Throws UpstreamFault, `truncated` or `too-large` above all. */
  bytes(this: object, maxBytes: number): Uint8Array | Promise<Uint8Array>;
  /**
   * The next piece as it arrived, undefined at the body's proper end; without a promise when it is there already. The
   * memory is the reader's. Rejects with UpstreamFault when the body broke off. The peer is held back while 64 KB wait
   * for a reader.
   */
  read(this: object): Piece | Promise<Piece>;
}

export interface UpstreamExchange {
  /** When the head has arrived. Rejects with EgressError (refused by policy) or UpstreamFault. */
  readonly answer: Promise<UpstreamAnswer>;
  /** Stops at once: the connection is closed, whatever waits rejects with `aborted`. Harmless when over. */
  abort(): void;
}

/** `openExchange` under a policy that was chosen before. */
export type OpenExchange = (request: UpstreamRequest) => UpstreamExchange;

/**
 * Sends a request over HTTP/1.1 to an address that the policy allows, connected to the address that was checked, and
 * with TLS only after certificate and name were verified. When the host is known and a connection waits, the request is
 * written at the end of the event loop's turn, with those of its neighbours.
 *
 * A host's addresses are tried in turn while there is no connection. A redirect is followed only for GET and HEAD, at
 * most three times and only on the same host; any other throws EgressError `egress.redirect-refused`. Proxy variables
 * of the environment are not used.
 *
 * No request is sent twice if the first may have been received: a kept connection that turns out to be closed costs GET
 * and HEAD one repetition, other methods only if no byte was written.
 *
 * Ten seconds are allowed for a connection with its TLS; all other limits of time are the caller's, by `abort`.
 */
export function openExchange(request: UpstreamRequest, policy: EgressPolicy): UpstreamExchange {
  return startExchange(request, policy);
}
