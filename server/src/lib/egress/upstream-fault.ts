/**
 * - `refused`: no connection, and it is certain that nothing was sent
 * - `not-found`: the host name has no address
 * - `unreachable`: no connection for another reason
 * - `connect-timeout`: no connection within the time allowed, TLS included
 * - `tls`: the certificate is not trusted or not the host's, or no TLS was possible
 * - `proxy-unreachable`: no connection with the channel's proxy
 * - `proxy-auth`: the proxy wants another user name or password
 * - `proxy-refused`: the proxy does not connect to the upstream
 * - `proxy-invalid`: the proxy does not answer as one of its kind
 * - `reset`: the connection broke before the answer's head was whole
 * - `truncated`: it broke in the body
 * - `invalid`: the answer is not HTTP
 * - `damaged`: a checksum within it is wrong
 * - `compression`: its compression is broken
 * - `too-large`: the answer is larger than allowed
 * - `aborted`: the caller stopped it
 */
export type UpstreamFaultCode =
  | "refused"
  | "not-found"
  | "unreachable"
  | "connect-timeout"
  | "tls"
  | "proxy-unreachable"
  | "proxy-auth"
  | "proxy-refused"
  | "proxy-invalid"
  | "reset"
  | "truncated"
  | "invalid"
  | "damaged"
  | "compression"
  | "too-large"
  | "aborted";

/** An exchange with an upstream that failed. The message is for administrators: it may name addresses. */
export class UpstreamFault extends Error {
  override readonly name = "UpstreamFault";
  readonly code: UpstreamFaultCode;

  constructor(code: UpstreamFaultCode, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
  }
}
