import type { ConnectionEnd, Endpoint } from "./upstream-connection.ts";
import { UpstreamFault } from "../upstream-fault.ts";
import type { UpstreamFaultCode } from "../upstream-fault.ts";

/** A wrong certificate, and what a proxy has decided: another address of the host would tell the same. */
const FINAL_FAULTS: ReadonlySet<UpstreamFaultCode | undefined> = new Set([
  "tls",
  "proxy-auth",
  "proxy-refused",
  "proxy-invalid",
]);
/** A request does not wait for longer than a few dead addresses. */
const MAX_FAILED_ADDRESSES = 3;

/** Whether another address of the host is worth a try. */
export function mayTryNextAddress(
  { connectFault: code }: ConnectionEnd,
  failedAddresses: number,
  addressCount: number,
): boolean {
  return !FINAL_FAULTS.has(code) && failedAddresses < MAX_FAILED_ADDRESSES && failedAddresses < addressCount;
}

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
