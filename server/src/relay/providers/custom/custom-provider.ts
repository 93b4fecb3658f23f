import { COMPATIBLE_CHAT } from "../openai-compatible/openai-compatible-provider.ts";
import type { Provider } from "../provider.ts";

/** An address that is given whole; `{model}` in it stands for the model's name. Speaks OpenAI's dialect. */
export const customProvider: Provider = {
  chatDialects: ["openai-chat"],
  reportsStreamUsage: () => true,
  chatTarget: () => ({ openAiChat: COMPATIBLE_CHAT }),
  target: (channel, { model }) => ({
    url: channel.baseUrl.replaceAll("{model}", encodeURIComponent(model)),
    headers: { authorization: `Bearer ${channel.key}` },
  }),
};
