import type { EgressPolicy } from "../egress-policy.ts";
import type { UpstreamHeaders } from "../upstream-exchange.ts";
import { startWebSocket } from "./web-socket-run.ts";

export interface WebSocketRequest {
  /** `https:` or `http:`, as the policy checks it: the socket's `wss:` and `ws:` are the same places. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** How a socket ended: with the peer's close frame, or without one (code 1006 and why). */
export interface WebSocketEnd {
  readonly code: number;
  readonly reason: string;
  /** Why there was no close frame; names no address. */
  readonly problem: string | undefined;
}

/** Who listens to an open socket. Called one after the other, never while `pause` holds. */
export interface WebSocketListener {
  message(data: string | Uint8Array): void;
  /** Any sign of life of the peer, pongs included. */
  alive(): void;
  /** What was sent has been taken: `send` had answered false. */
  drained(): void;
  /** The last that is heard; not told after `terminate`. */
  closed(end: WebSocketEnd): void;
}

/** An open socket, paused at first. */
export interface UpstreamWebSocket {
  /** Who hears of it from now on, in place of another: nobody, until `resume`. */
  listen(listener: WebSocketListener): void;
  /** False when more than a little waits for the peer: nothing more should be sent until `drained`. */
  send(data: string | Uint8Array): boolean;
  ping(): void;
  /** No message is told until `resume`, and the peer is held back. */
  pause(): void;
  resume(): void;
  /** Says goodbye, and waits at most half a second for the peer to do so. Harmless when closed. */
  close(code: number | undefined, reason: string): void;
  /** Ends the connection at once. */
  terminate(): void;
}

/** A server that answered with something else than a switch of protocols; `body` at most 64 KB of it. */
export interface RefusedUpgrade {
  readonly kind: "refused";
  readonly status: number;
  readonly headers: UpstreamHeaders;
  readonly body: Uint8Array;
}

export interface OpenedUpgrade {
  readonly kind: "open";
  readonly socket: UpstreamWebSocket;
}

export interface WebSocketOpening {
  /** Rejects with EgressError (refused by policy) or UpstreamFault. */
  readonly outcome: Promise<OpenedUpgrade | RefusedUpgrade>;
  /** Stops the opening at once; harmless when it is over. */
  abort(): void;
}

/**
 * Opens a WebSocket to an address that the policy allows, connected to the address that was checked, and with TLS only
 * after certificate and name were verified: the runtime's own client would look the name up again. A host's addresses
 * are tried in turn while there is no connection; redirects are refusals like others. No extension is offered.
 *
 * Messages in either direction are bounded by `maxMessageBytes`.
 */
export function openWebSocket(
  request: WebSocketRequest,
  policy: EgressPolicy,
  maxMessageBytes: number,
): WebSocketOpening {
  return startWebSocket(request, policy, maxMessageBytes);
}
