import { closeIdleOf } from "./idle-connections.ts";
import type { Endpoint } from "./upstream-connection.ts";

/** The checked addresses of one host with their connections. A host of another name never shares them. */
export interface HostEndpoints {
  /** The endpoint of `https://203.0.113.7:8443` and the like. */
  at(connectOrigin: string): Endpoint;
  /** Retires all others. */
  keepOnly(connectOrigins: readonly string[]): void;
  close(): void;
}

const CONNECT_TIMEOUT_MS = 10_000;
/** In the form of the TLS extension: a length byte before each name. */
const ALPN_HTTP_1_1 = "\u0008http/1.1";

/** `serverName` is the name that the certificate must be for; null when the URL holds an address. */
export function createHostEndpoints(
  serverName: string | null,
  connectTimeoutMs: number = CONNECT_TIMEOUT_MS,
): HostEndpoints {
  const endpoints = new Map<string, Endpoint>();

  function retire(endpoint: Endpoint): void {
    endpoint.isRetired = true;
    endpoints.delete(endpoint.origin);
    closeIdleOf(endpoint);
  }

  return {
    at(connectOrigin) {
      const known = endpoints.get(connectOrigin);
      if (known !== undefined) return known;
      const created = endpointOf(connectOrigin, serverName, connectTimeoutMs);
      endpoints.set(connectOrigin, created);
      return created;
    },
    keepOnly(connectOrigins) {
      for (const endpoint of endpoints.values())
        if (!connectOrigins.includes(endpoint.origin)) retire(endpoint);
    },
    close() {
      for (const endpoint of endpoints.values()) retire(endpoint);
    },
  };
}

/** An endpoint without connections. The arguments are those of `createHostEndpoints`. */
export function endpointOf(
  origin: string,
  serverName: string | null,
  connectTimeoutMs: number = CONNECT_TIMEOUT_MS,
): Endpoint {
  const url = new URL(origin);
  const isTls = url.protocol === "https:";
  // Bun verifies against `serverName`, without one against the address. An empty object would mean no TLS at all.
  const tls: Bun.TLSOptions =
    serverName === null ? { ALPNProtocols: ALPN_HTTP_1_1 } : { serverName, ALPNProtocols: ALPN_HTTP_1_1 };
  return {
    origin,
    address: url.hostname.replace(/^\[(.*)\]$/, "$1"),
    port: url.port === "" ? (isTls ? 443 : 80) : Number(url.port),
    tls: isTls ? tls : null,
    connectTimeoutMs,
    idle: [],
    isRetired: false,
  };
}
