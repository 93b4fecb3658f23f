import { COMPATIBLE_CHAT } from "../openai-compatible/openai-compatible-provider.ts";
import type { RelayChannel } from "../../../resources/channels/relay-channels.ts";
import type { Provider, ProviderCall, UpstreamTarget } from "../provider.ts";

/** An address that is given whole; `{model}` in it stands for the model's name. Speaks OpenAI's dialect. */
export const customProvider: Provider = {
  chatDialects: ["openai-chat"],
  reportsStreamUsage: () => true,
  chatTarget: () => ({ openAiChat: COMPATIBLE_CHAT }),
  target: (channel, call) =>
    call.operation === "completions" && CHAT_ADDRESS.test(channel.baseUrl)
      ? undefined
      : targetOf(channel, call),
  // One address is one call: it is a session's only if it says so.
  realtime: (channel, model) =>
    /\/realtime(?:\?|$)/.test(channel.baseUrl) ? targetOf(channel, { model }) : undefined,
};

/** Whoever gives the address of chats has said that it takes no completions. */
const CHAT_ADDRESS = /\/chat\/completions(?:\?|$)/;

function targetOf({ baseUrl, key }: RelayChannel, { model }: Pick<ProviderCall, "model">): UpstreamTarget {
  return {
    url: baseUrl.replaceAll("{model}", encodeURIComponent(model)),
    headers: { authorization: `Bearer ${key}` },
  };
}
