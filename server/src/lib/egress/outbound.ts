import { EgressError } from "./egress-error.ts";
import { createEgressPolicy } from "./egress-policy.ts";
import type { EgressPolicy, EgressPolicyOptions } from "./egress-policy.ts";
import { readProxyAddress } from "./proxy/proxy-address.ts";
import { createProxiedPolicy } from "./proxy/proxied-policy.ts";
import { openExchange } from "./upstream-exchange.ts";
import type { UpstreamExchange, UpstreamRequest } from "./upstream-exchange.ts";
import { openWebSocket } from "./web-socket/upstream-web-socket.ts";
import type { WebSocketOpening, WebSocketRequest } from "./web-socket/upstream-web-socket.ts";

/** A request, and the URL of the proxy that it goes through; without one it goes straight. */
export interface OutboundRequest extends UpstreamRequest {
  readonly proxy?: string | undefined;
}

export type OpenOutbound = (request: OutboundRequest) => UpstreamExchange;

/** A socket to open, and the URL of the proxy that it goes through. */
export interface OutboundSocket extends WebSocketRequest {
  readonly proxy?: string | undefined;
}

/** The way out to the upstreams of channels. */
export interface Outbound {
  readonly openExchange: OpenOutbound;
  openWebSocket(request: OutboundSocket, maxMessageBytes: number): WebSocketOpening;
}

const MAX_PROXIES = 200;

/**
 * `openExchange` and `openWebSocket` under the channels' policy, through a proxy where the request names one. A proxy that
 * cannot be used fails the exchange: what is to go through a proxy never goes straight.
 */
export function createOutbound(options: EgressPolicyOptions = {}): Outbound {
  const direct = createEgressPolicy("channel", options);
  const proxied = new Map<string, EgressPolicy>();

  function policyOf(proxy: string): EgressPolicy {
    const known = proxied.get(proxy);
    if (known !== undefined) return known;
    const created = createProxiedPolicy(readProxyAddress(proxy), direct);
    proxied.set(proxy, created);
    const [oldest] = proxied;
    if (proxied.size > MAX_PROXIES && oldest !== undefined) {
      oldest[1].close();
      proxied.delete(oldest[0]);
    }
    return created;
  }

  function wayOf<Opened>(
    { proxy = "" }: { proxy?: string | undefined },
    open: (policy: EgressPolicy) => Opened,
    refused: (refusal: EgressError) => Opened,
  ): Opened {
    if (proxy === "") return open(direct);
    try {
      return open(policyOf(proxy));
    } catch (error) {
      if (error instanceof EgressError) return refused(error);
      throw error;
    }
  }

  return {
    openExchange: (request) =>
      // Written out for the usual way, which every call takes.
      request.proxy === undefined || request.proxy === ""
        ? openExchange(request, direct)
        : wayOf(
            request,
            (policy) => openExchange(request, policy),
            (refusal) => ({ answer: rejected(refusal), abort: () => undefined }),
          ),
    openWebSocket: (request, maxMessageBytes) =>
      wayOf(
        request,
        (policy) => openWebSocket(request, policy, maxMessageBytes),
        (refusal) => ({ outcome: rejected(refusal), abort: () => undefined }),
      ),
  };
}

function rejected(refusal: EgressError): Promise<never> {
  const outcome = Promise.reject<never>(refusal);
  // Whoever aborts may not wait for it.
  outcome.catch(() => undefined);
  return outcome;
}
