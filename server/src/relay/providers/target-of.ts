import type { RelayChannel } from "../../resources/channels/relay-channels.ts";
import type { Provider, ProviderCall, UpstreamTarget } from "./provider.ts";

/** Model names that are not the channel's own reach it through an admin's pinned call only; they are not kept. */
const TARGETS_MAX = 1000;

/** What a target depends on beside its channel and model. */
interface KnownTarget extends Pick<ProviderCall, "operation" | "dialect" | "stream"> {
  readonly target: UpstreamTarget;
}

/** By channel as the routing table has it (a changed channel is another object), then by model. */
const targets = new WeakMap<RelayChannel, Map<string, KnownTarget[]>>();

/**
 * Where a call goes, with all its headers; made once for each channel, operation, dialect, model and kind of answer.
 * Undefined where the vendor has no such call.
 */
export function targetOf(
  provider: Provider,
  channel: RelayChannel,
  call: ProviderCall,
): UpstreamTarget | undefined {
  let byModel = targets.get(channel);
  if (!byModel) targets.set(channel, (byModel = new Map()));
  const known = byModel.get(call.model);
  if (known)
    for (const { operation, dialect, stream, target } of known)
      if (operation === call.operation && dialect === call.dialect && stream === call.stream) return target;
  const target = newTarget(provider, channel, call);
  if (!target) return undefined;
  const { operation, dialect, stream } = call;
  if (known) known.push({ operation, dialect, stream, target });
  else if (byModel.size < TARGETS_MAX) byModel.set(call.model, [{ operation, dialect, stream, target }]);
  return target;
}

function newTarget(
  provider: Provider,
  channel: RelayChannel,
  call: ProviderCall,
): UpstreamTarget | undefined {
  const found = provider.target(channel, call);
  if (!found) return undefined;
  const { url, headers } = found;
  const accept = call.stream ? "text/event-stream" : "application/json";
  // Frozen, so that the client writes the lines once.
  return { url, headers: Object.freeze({ "content-type": "application/json", accept, ...headers }) };
}
