import type { RelayChannel } from "../resources/channels/relay-channels.ts";
import { providerFor } from "./providers/providers.ts";
import { upstreamModelOf } from "./upstream-model.ts";

/** The name under which a channel's vendor would list a model that the channel serves. */
export function listedModelName(channel: RelayChannel, model: string): string {
  const provider = providerFor(channel);
  if (!provider) return model;
  const asked = { model, operation: "chat", maxOutputTokens: undefined } as const;
  const sent = upstreamModelOf(asked, channel, provider, { passesBody: false, shares: undefined });
  return sent?.model ?? model;
}
