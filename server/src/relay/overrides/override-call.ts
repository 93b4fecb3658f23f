/** What overrides may know of the call that they change. */
export interface OverrideCall {
  /** The name that the client asked for. */
  readonly originalModel: string;
  /** The name there, mapped already. */
  readonly upstreamModel: string;
  /** The channel's. */
  readonly apiKey: string;
  /** The client's own. */
  readonly headers: Pick<Headers, "get">;
}

/** Where clients put their key for this gateway, and sessions: no upstream may ever see them. */
const CLIENT_SECRETS: ReadonlySet<string> = new Set([
  "authorization",
  "x-api-key",
  "api-key",
  "x-goog-api-key",
  "mj-api-secret",
  "sec-websocket-protocol",
  "cookie",
]);

/** A header of the client's that may go on to an upstream; null where there is none. */
export function clientHeader(call: OverrideCall, name: string): string | null {
  return CLIENT_SECRETS.has(name.toLowerCase()) ? null : call.headers.get(name);
}
