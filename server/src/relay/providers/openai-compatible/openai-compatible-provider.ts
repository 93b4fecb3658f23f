import type { RelayChannel } from "../../../resources/channels/relay-channels.ts";
import type { ClientOperation } from "../../formats/client-request.ts";
import type { Provider } from "../provider.ts";

/** Operations are named as their addresses are. */
const pathOf = (operation: ClientOperation) => (operation === "chat" ? "/chat/completions" : `/${operation}`);

/**
 * A vendor that speaks OpenAI's dialect at `{base}/v1/…` with a bearer key. People paste addresses with and without
 * the version, so one that ends with `/v1` is not given a second one.
 */
export function openAiCompatible(
  headers: (channel: RelayChannel) => Record<string, string> = () => ({}),
): Provider {
  return {
    chatDialects: ["openai-chat"],
    reportsStreamUsage: true,
    target: (channel, { operation }) => ({
      url: `${channel.baseUrl}${channel.baseUrl.endsWith("/v1") ? "" : "/v1"}${pathOf(operation)}`,
      headers: { authorization: `Bearer ${channel.key}`, ...headers(channel) },
    }),
  };
}
