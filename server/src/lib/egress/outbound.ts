import { EgressError } from "./egress-error.ts";
import { createEgressPolicy } from "./egress-policy.ts";
import type { EgressPolicy, EgressPolicyOptions } from "./egress-policy.ts";
import { readProxyAddress } from "./proxy/proxy-address.ts";
import { createProxiedPolicy } from "./proxy/proxied-policy.ts";
import { openExchange } from "./upstream-exchange.ts";
import type { UpstreamExchange, UpstreamRequest } from "./upstream-exchange.ts";

/** A request, and the URL of the proxy that it goes through; without one it goes straight. */
export interface OutboundRequest extends UpstreamRequest {
  readonly proxy?: string | undefined;
}

/** The way out to the upstreams of channels. */
export type OpenOutbound = (request: OutboundRequest) => UpstreamExchange;

const MAX_PROXIES = 200;

/**
 * `openExchange` under the channels' policy, through a proxy where the request names one. A proxy that cannot be used
 * fails the exchange: what is to go through a proxy never goes straight.
 */
export function createOutbound(options: EgressPolicyOptions = {}): OpenOutbound {
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

  return (request) => {
    const { proxy = "" } = request;
    if (proxy === "") return openExchange(request, direct);
    try {
      return openExchange(request, policyOf(proxy));
    } catch (error) {
      if (error instanceof EgressError) return failedExchange(error);
      throw error;
    }
  };
}

function failedExchange(refusal: EgressError): UpstreamExchange {
  const answer = Promise.reject<never>(refusal);
  // Whoever aborts may not wait for the answer.
  answer.catch(() => undefined);
  return { answer, abort: () => undefined };
}
