import type { RelayChannel } from "../../resources/channels/relay-channels.ts";
import type { Provider, ProviderCall, UpstreamTarget } from "./provider.ts";

/** Model names that are not the channel's own reach it through an admin's pinned call only; they are not kept. */
const TARGETS_MAX = 1000;

/** By channel as the routing table has it: a changed channel is another object. */
const targets = new WeakMap<RelayChannel, Map<string, UpstreamTarget>>();

/**
 * Where a call goes, with all its headers; made once for each channel, operation, dialect, model and kind of answer.
 * Undefined where the vendor has no such call.
 */
export function targetOf(
  provider: Provider,
  channel: RelayChannel,
  call: ProviderCall,
): UpstreamTarget | undefined {
  let known = targets.get(channel);
  if (!known) targets.set(channel, (known = new Map()));
  const { operation, dialect, stream, model } = call;
  const name = `${operation} ${dialect} ${stream ? "stream" : "whole"} ${model}`;
  let target = known.get(name);
  if (!target) {
    const found = provider.target(channel, call);
    if (!found) return undefined;
    const { url, headers } = found;
    const accept = stream ? "text/event-stream" : "application/json";
    // Frozen, so that the client writes the lines once.
    target = { url, headers: Object.freeze({ "content-type": "application/json", accept, ...headers }) };
    if (known.size < TARGETS_MAX) known.set(name, target);
  }
  return target;
}
