import type { ConnectionEnd, Endpoint } from "./upstream-connection.ts";
import { UpstreamFault } from "../upstream-fault.ts";

/** Why there is no connection. */
export function connectFault(endpoint: Endpoint, end: ConnectionEnd): UpstreamFault {
  const code = end.connectFault ?? "unreachable";
  const place = placeOf(endpoint);
  if (code === "connect-timeout")
    return new UpstreamFault(code, `no connection to ${place} within ${endpoint.connectTimeoutMs} ms`);
  const reason = end.error === undefined ? "the connection was closed" : end.error.message;
  const message =
    code === "tls" ? `no trusted connection to ${place}: ${reason}` : `no connection to ${place}: ${reason}`;
  return new UpstreamFault(code, message, end.error);
}

/** Why an established connection did not bring the whole answer. */
export function lossFault(
  endpoint: Endpoint,
  isInBody: boolean,
  end: ConnectionEnd | undefined,
): UpstreamFault {
  const place = placeOf(endpoint);
  const how =
    end?.error === undefined ? "closed the connection" : `broke the connection (${end.error.message})`;
  return isInBody
    ? new UpstreamFault("truncated", `${place} ${how} before the answer was whole`, end?.error)
    : new UpstreamFault("reset", `${place} ${how} before it answered`, end?.error);
}

function placeOf({ origin, tls, proxy }: Endpoint): string {
  // Behind a proxy the origin has the name itself.
  const name = proxy === undefined ? tls?.serverName : undefined;
  return name === undefined ? origin : `${origin} (${name})`;
}
