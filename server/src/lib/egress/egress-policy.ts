import { systemClock } from "../clock.ts";
import { addressRefusal } from "./address-rules.ts";
import { createAllowedHost } from "./allowed-host.ts";
import type { AllowedHost } from "./allowed-host.ts";
import { EgressError } from "./egress-error.ts";
import type { EgressErrorCode, EgressKind } from "./egress-error.ts";
import { createHostCache } from "./host-cache.ts";
import type { CacheEntry, HostCacheOptions } from "./host-cache.ts";
import { lookupHost } from "./host-lookup.ts";
import type { HostLookup } from "./host-lookup.ts";
import { inspectUrl } from "./url-shape.ts";
import type { InspectedUrl } from "./url-shape.ts";

export interface EgressPolicyOptions extends Partial<HostCacheOptions> {
  readonly lookup?: HostLookup;
}

/** Which addresses outgoing requests of one kind may reach. */
export interface EgressPolicy {
  readonly kind: EgressKind;
  /** The checked host of a URL if it is known already, else null. On the request path: about 150 ns. */
  allowedNow(url: string): AllowedHost | null;
  /** Checks the URL and every address of its host. Throws EgressError. */
  resolveAllowed(url: string): Promise<AllowedHost>;
  /** Forgets all hosts and closes idle connections. */
  close(): void;
}

/** A checked name is looked up again after half a minute, in the background for another ten. */
const DEFAULTS: HostCacheOptions = {
  clock: systemClock,
  freshMs: 30_000,
  usableMs: 600_000,
  refusalMs: 5000,
  maxHosts: 1000,
};

/**
 * A policy with its own cache of checked hosts. Connections go to addresses that were checked (see AllowedHost), so an
 * old entry is never a risk; it is renewed in the background, so that no request waits for a lookup it does not need.
 *
 * What remains: a network's own NAT64 prefix that leads to private IPv4 addresses cannot be known here, other than for
 * the metadata addresses themselves.
 */
export function createEgressPolicy(kind: EgressKind, options: EgressPolicyOptions = {}): EgressPolicy {
  const { lookup = lookupHost, clock = DEFAULTS.clock } = options;
  const cache = createHostCache({ ...DEFAULTS, ...options });
  const running = new Map<string, Promise<CacheEntry>>();

  /** One check at a time an origin. Never rejects: a failure is an entry too. */
  function check(inspected: InspectedUrl): Promise<CacheEntry> {
    const { origin } = inspected.url;
    const joined = running.get(origin);
    if (joined !== undefined) return joined;
    const started = checkHost(inspected).finally(() => running.delete(origin));
    running.set(origin, started);
    return started;
  }

  async function checkHost(inspected: InspectedUrl): Promise<CacheEntry> {
    const { origin } = inspected.url;
    const addresses = inspected.isIpAddress ? [inspected.host] : await lookup(inspected.host).catch(() => []);
    const known = cache.get(origin);
    const refusal = refusalOf(addresses, kind);
    // A resolver that is down for a moment must not stop what worked so far.
    if (refusal === "egress.name-unresolved" && known !== undefined && isUsable(known, clock.nowMs())) {
      cache.postpone(known);
      return known;
    }
    if (refusal !== null) return cache.remember(origin, refusal);
    if (typeof known?.result !== "object")
      return cache.remember(origin, createAllowedHost(inspected, addresses));
    known.result.update(addresses);
    return cache.remember(origin, known.result);
  }

  function allowedNow(url: string): AllowedHost | null {
    const entry = cache.get(originText(url));
    if (entry === undefined || typeof entry.result === "string") return null;
    const nowMs = clock.nowMs();
    if (nowMs < entry.freshUntilMs) return entry.result;
    if (!isUsable(entry, nowMs)) return null;
    if (!running.has(entry.result.origin)) {
      const inspected = inspectUrl(entry.result.origin, kind);
      if (typeof inspected === "object") void check(inspected);
    }
    return entry.result;
  }

  async function resolveAllowed(url: string): Promise<AllowedHost> {
    const known = allowedNow(url);
    if (known !== null) return known;
    const inspected = inspectUrl(url, kind);
    if (typeof inspected === "string") throw new EgressError(inspected, hostOf(url));
    const cached = cache.get(inspected.url.origin);
    const isFresh = cached !== undefined && clock.nowMs() < cached.freshUntilMs;
    const { result } = isFresh ? cached : await check(inspected);
    if (typeof result === "string") throw new EgressError(result, inspected.host);
    return result;
  }

  return { kind, allowedNow, resolveAllowed, close: () => cache.clear() };
}

/** One refused address refuses the whole name: a name that leads to both is up to no good. */
function refusalOf(addresses: readonly string[], kind: EgressKind): EgressErrorCode | null {
  if (addresses.length === 0) return "egress.name-unresolved";
  for (const address of addresses) {
    const refusal = addressRefusal(address, kind);
    if (refusal !== null) return refusal;
  }
  return null;
}

function isUsable(entry: CacheEntry, nowMs: number): boolean {
  return typeof entry.result === "object" && nowMs < entry.usableUntilMs;
}

/**
 * The text of a URL up to where its authority ends. When it equals a canonical origin, that is the URL's origin: there
 * is then no room left for user info, odd spellings or characters that parsers drop.
 */
function originText(url: string): string {
  for (let index = url.indexOf("://") + 3; index < url.length; index += 1) {
    const character = url.charCodeAt(index);
    // / ? # \
    if (character === 47 || character === 63 || character === 35 || character === 92)
      return url.slice(0, index);
  }
  return url;
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : "";
}
