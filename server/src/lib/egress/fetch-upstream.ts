import type { AllowedHost } from "./allowed-host.ts";
import type { EgressPolicy } from "./egress-policy.ts";
import { isRedirect, redirectTarget } from "./http-client/redirect-target.ts";
import { requestPath } from "./http-client/request-path.ts";

/** What a caller may decide about a request; where it connects to and how redirects go is decided here. */
export type UpstreamInit = Omit<BunFetchRequestInit, "redirect" | "proxy" | "session" | "tls" | "unix">;

const READING_METHODS: ReadonlySet<string> = new Set(["GET", "HEAD"]);

/**
 * `fetch` for everything that leaves this server: only to addresses that the policy allows, connected to the address
 * that was checked. Connections are reused. A redirect is followed only for GET and HEAD, at most three times and only
 * on the same host, so a key never reaches another one; any other redirect throws EgressError
 * `egress.redirect-refused`. Proxy variables of the environment are not used, and a Host header in `init` is dropped.
 * `response.url` shows the checked address in place of the name.
 *
 * Throws EgressError before anything is sent, or what `fetch` throws.
 */
export async function fetchUpstream(
  url: string,
  init: UpstreamInit,
  policy: EgressPolicy,
): Promise<Response> {
  let current = url;
  for (let redirects = 0; ; redirects += 1) {
    const host = policy.allowedNow(current) ?? (await policy.resolveAllowed(current));
    const response = await send(current, init, host);
    if (!isRedirect(response.status)) return response;
    const location = response.headers.get("location");
    if (location === null) return response;
    await response.body?.cancel();
    const isReading = READING_METHODS.has((init.method ?? "GET").toUpperCase());
    current = redirectTarget(current, location, isReading, redirects);
  }
}

async function send(url: string, init: UpstreamInit, host: AllowedHost): Promise<Response> {
  const options: BunFetchRequestInit = {
    ...init,
    headers: withHost(init.headers, host.hostHeader),
    redirect: "manual",
    proxy: false,
  };
  if (host.session !== null) options.session = host.session;
  for (let attempt = 1; ; attempt += 1) {
    const connectOrigin = host.connectOrigin();
    try {
      return await fetch(connectOrigin + requestPath(url, host.origin), options);
    } catch (problem) {
      host.avoid(connectOrigin);
      if (attempt >= host.addressCount || !wasRefused(problem) || !isRepeatable(init.body)) throw problem;
    }
  }
}

/** A refused connection is the one failure of which it is certain that nothing was sent. */
function wasRefused(problem: unknown): boolean {
  return problem instanceof Error && "code" in problem && problem.code === "ECONNREFUSED";
}

function isRepeatable(body: UpstreamInit["body"]): boolean {
  return body === undefined || body === null || typeof body === "string" || ArrayBuffer.isView(body);
}

function withHost(headers: UpstreamInit["headers"], host: string | null): Bun.HeadersInit {
  if (headers === undefined) return host === null ? {} : { host };
  if (headers instanceof Headers || Array.isArray(headers)) {
    const copy = new Headers(headers);
    copy.delete("host");
    if (host !== null) copy.set("host", host);
    return copy;
  }
  const hasHost = Object.keys(headers).some((name) => name.length === 4 && name.toLowerCase() === "host");
  // The usual case copies nothing.
  if (!hasHost) return host === null ? headers : { ...headers, host };
  const others = Object.entries(headers).filter(([name]) => name.toLowerCase() !== "host");
  return Object.fromEntries(host === null ? others : [...others, ["host", host]]);
}
