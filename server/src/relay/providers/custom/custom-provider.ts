import { COMPATIBLE_CHAT } from "../openai-compatible/openai-compatible-provider.ts";
import type { RelayChannel } from "../../../resources/channels/relay-channels.ts";
import type { Provider, ProviderCall, UpstreamTarget } from "../provider.ts";

/** An address that is given whole; `{model}` in it stands for the model's name. Speaks OpenAI's dialect. */
export const customProvider: Provider = {
  chatDialects: ["openai-chat"],
  reportsStreamUsage: () => true,
  chatTarget: () => ({ openAiChat: COMPATIBLE_CHAT }),
  target: targetOf,
  // One address is one call: it is a session's only if it says so.
  realtime: (channel, model) =>
    /\/realtime(?:\?|$)/.test(channel.baseUrl) ? targetOf(channel, { model }) : undefined,
};

function targetOf({ baseUrl, key }: RelayChannel, { model }: Pick<ProviderCall, "model">): UpstreamTarget {
  return {
    url: baseUrl.replaceAll("{model}", encodeURIComponent(model)),
    headers: { authorization: `Bearer ${key}` },
  };
}
