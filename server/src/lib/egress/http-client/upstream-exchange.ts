import type { EgressPolicy } from "../egress-policy.ts";
import { UpstreamFault } from "./upstream-fault.ts";

export interface UpstreamRequest {
  readonly method: "GET" | "POST" | "DELETE" | "PUT" | "PATCH" | "HEAD";
  readonly url: string;
  /** Lower-case names. `host`, `content-length`, `connection`, `accept-encoding` are the client's own. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | string;
}

/** Names are lower-case. */
export interface UpstreamHeaders {
  get(name: string): string | null;
  has(name: string): boolean;
}

export interface UpstreamAnswer {
  readonly status: number;
  readonly ok: boolean;
  readonly headers: UpstreamHeaders;
  /** The whole body. Throws UpstreamFault, `truncated` or `too-large` above all. */
  bytes(maxBytes: number): Promise<Uint8Array>;
  /** The next piece as it arrives, undefined at the body's proper end. Throws UpstreamFault when it broke off. */
  read(): Promise<Uint8Array | undefined>;
}

export interface UpstreamExchange {
  /** When the head has arrived. Rejects with EgressError (nothing was sent) or UpstreamFault. */
  readonly answer: Promise<UpstreamAnswer>;
  /** Stops at once: the connection is closed, whatever waits rejects with `aborted`. Harmless when over. */
  abort(): void;
}

export function openExchange(_request: UpstreamRequest, _policy: EgressPolicy): UpstreamExchange {
  return { answer: Promise.reject(new UpstreamFault("unreachable", "in the making")), abort: () => {} };
}

export function closeIdleConnections(): void {}
