import { createHostEndpoints } from "./http-client/host-endpoints.ts";
import type { Endpoint } from "./http-client/upstream-connection.ts";
import type { InspectedUrl } from "./url-shape.ts";

/**
 * An origin that was checked, and how to connect to it: to one of the very addresses that were checked, so that a name
 * which changes its mind between check and connection (DNS rebinding) gains nothing. The server still sees its own name
 * in the Host header and in TLS, and its certificate is verified against that name.
 */
export interface AllowedHost {
  /** Canonical, such as `https://api.example.com:8443`. */
  readonly origin: string;
  /** The Host header to send; null when the address in the URL says it already. */
  readonly hostHeader: string | null;
  readonly addressCount: number;
  /** Scheme, checked address and port to connect to now, such as `https://203.0.113.7:8443`. */
  connectOrigin(): string;
  /** The same address, with the connections that wait for work. */
  endpoint(): Endpoint;
  /** After a failed connection to `origin`: prefers the next address, if there is another. */
  avoid(connectOrigin: string): void;
  /** Takes over the addresses of a newer check. */
  update(addresses: readonly string[]): void;
  close(): void;
}

/** `addresses` were all checked, and there is at least one; they are ignored when the URL holds an IP address. */
export function createAllowedHost(inspected: InspectedUrl, addresses: readonly string[]): AllowedHost {
  const { url, host, isIpAddress } = inspected;
  const port = url.port === "" ? "" : `:${url.port}`;
  const endpoints = createHostEndpoints(isIpAddress ? null : host);
  const originOf = (address: string): string =>
    `${url.protocol}//${address.includes(":") ? `[${address}]` : address}${port}`;

  let origins = isIpAddress ? [url.origin] : addresses.map(originOf);
  let current = origins[0] ?? url.origin;
  let endpoint = endpoints.at(current);

  function prefer(connectOrigin: string): void {
    current = connectOrigin;
    endpoint = endpoints.at(connectOrigin);
  }

  return {
    origin: url.origin,
    hostHeader: isIpAddress ? null : host + port,
    get addressCount() {
      return origins.length;
    },
    connectOrigin: () => current,
    endpoint: () => endpoint,
    avoid(connectOrigin) {
      if (connectOrigin === current)
        prefer(origins[(origins.indexOf(current) + 1) % origins.length] ?? current);
    },
    update(newer) {
      if (isIpAddress) return;
      origins = newer.map(originOf);
      if (!origins.includes(current)) prefer(origins[0] ?? current);
      endpoints.keepOnly(origins);
    },
    close() {
      endpoints.close();
    },
  };
}
