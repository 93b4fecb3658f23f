import type { AllowedHost } from "../allowed-host.ts";
import { EgressError } from "../egress-error.ts";
import type { EgressPolicy } from "../egress-policy.ts";
import { closeIdleOf } from "../http-client/idle-connections.ts";
import { endpointOf } from "../http-client/host-endpoints.ts";
import { openTunnel } from "../http-client/tunnel.ts";
import type { Endpoint, ProxyHop } from "../http-client/upstream-connection.ts";
import { inspectUrl } from "../url-shape.ts";
import type { InspectedUrl } from "../url-shape.ts";
import { connectDialog } from "./connect-dialog.ts";
import type { ProxyAddress } from "./proxy-address.ts";
import type { ProxyTarget } from "./proxy-dialog.ts";
import { socks5Dialog } from "./socks5-dialog.ts";

const MAX_TARGETS = 1000;

/**
 * The policy of a channel with a proxy. The proxy's own address is checked and pinned by `direct`, as a channel's is; so
 * is the target's where names are looked up here (`socks5://`). A name that the proxy looks up cannot be checked: what it
 * may lead to is what the proxy's network has to offer, which is for the proxy's own rules. An address or name in the
 * URL that policy refuses is refused with a proxy too. Connections are kept by proxy, target and TLS name.
 */
export function createProxiedPolicy(proxy: ProxyAddress, direct: EgressPolicy): EgressPolicy {
  const targets = new Map<string, ProxiedHost>();

  function hostOf(target: InspectedUrl, proxyHost: AllowedHost, targetHost: AllowedHost | null): AllowedHost {
    const { origin } = target.url;
    const known = targets.get(origin);
    if (known?.proxyHost === proxyHost && known.targetHost === targetHost) return known;
    known?.close();
    const created = createProxiedHost(proxy, target, { proxyHost, targetHost });
    targets.delete(origin);
    targets.set(origin, created);
    const [oldest] = targets;
    if (targets.size > MAX_TARGETS && oldest !== undefined) {
      oldest[1].close();
      targets.delete(oldest[0]);
    }
    return created;
  }

  function inspected(url: string): InspectedUrl {
    const target = inspectUrl(url, direct.kind);
    if (typeof target === "string") throw new EgressError(target, URL.canParse(url) ? new URL(url).host : "");
    return target;
  }

  return {
    kind: direct.kind,
    allowedNow(url) {
      const target = inspectUrl(url, direct.kind);
      const proxyHost = direct.allowedNow(proxy.origin);
      if (typeof target === "string" || proxyHost === null) return null;
      const targetHost = proxy.resolvesHere ? direct.allowedNow(target.url.origin) : null;
      if (proxy.resolvesHere && targetHost === null) return null;
      return hostOf(target, proxyHost, targetHost);
    },
    async resolveAllowed(url) {
      const target = inspected(url);
      const proxyHost = await direct.resolveAllowed(proxy.origin);
      const targetHost = proxy.resolvesHere ? await direct.resolveAllowed(target.url.origin) : null;
      return hostOf(target, proxyHost, targetHost);
    },
    close() {
      for (const host of targets.values()) host.close();
      targets.clear();
    },
  };
}

interface Ways {
  readonly proxyHost: AllowedHost;
  /** Null where the proxy looks the name up. */
  readonly targetHost: AllowedHost | null;
}

type ProxiedHost = AllowedHost & Ways;

function createProxiedHost(proxy: ProxyAddress, target: InspectedUrl, ways: Ways): ProxiedHost {
  const { proxyHost, targetHost } = ways;
  const { url, host, isIpAddress } = target;
  const port = portOf(url);
  let way = "";
  let current: Endpoint | undefined;

  /** The endpoint for the addresses of now; connections over others are not used again. */
  function endpoint(): Endpoint {
    const proxyOrigin = proxyHost.connectOrigin();
    const connectHost = targetHost === null ? host : bareHost(targetHost.connectOrigin());
    const nextWay = `${proxyOrigin} ${connectHost}`;
    if (current !== undefined && way === nextWay) return current;
    retire();
    way = nextWay;
    const proxyPlace = proxy.kind === "http" ? proxyOrigin : proxyOrigin.replace(/^http:/, "socks5:");
    const place = targetHost === null ? url.origin : `${url.origin} (${connectHost})`;
    current = {
      ...endpointOf(url.origin, isIpAddress ? null : host),
      origin: `${place} through ${proxyPlace}`,
      address: bareHost(proxyOrigin),
      port: portOf(new URL(proxyOrigin)),
      proxy: hopOf(proxy, proxyHost, { target: { host: connectHost, port }, serverName: host }),
    };
    return current;
  }

  function retire(): void {
    if (current === undefined) return;
    current.isRetired = true;
    closeIdleOf(current);
    current = undefined;
  }

  return {
    ...ways,
    origin: url.origin,
    hostHeader: isIpAddress ? null : host + (url.port === "" ? "" : `:${url.port}`),
    get addressCount() {
      return proxyHost.addressCount;
    },
    connectOrigin: () => endpoint().origin,
    endpoint,
    avoid(connectOrigin) {
      // One that failed at the same time may have moved on already.
      if (connectOrigin !== endpoint().origin) return;
      proxyHost.avoid(proxyHost.connectOrigin());
      targetHost?.avoid(targetHost.connectOrigin());
    },
    // Both hosts are kept up to date by the policy that checks them.
    update: () => undefined,
    close: retire,
  };
}

function hopOf(
  proxy: ProxyAddress,
  proxyHost: AllowedHost,
  { target, serverName }: { target: ProxyTarget; serverName: string },
): ProxyHop {
  const begin = proxy.kind === "http" ? connectDialog : socks5Dialog;
  return {
    connect: (connection) =>
      openTunnel(connection, {
        proxyTls: proxyHost.endpoint().tls,
        serverName,
        dialog: () => begin(target, proxy.credentials),
      }),
  };
}

function bareHost(origin: string): string {
  return new URL(origin).hostname.replace(/^\[(.*)\]$/, "$1");
}

function portOf({ protocol, port }: URL): number {
  return port === "" ? (protocol === "https:" ? 443 : 80) : Number(port);
}
