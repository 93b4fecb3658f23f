import type { Provider } from "../provider.ts";

/** An address that is given whole; `{model}` in it stands for the model's name. Speaks OpenAI's dialect. */
export const customProvider: Provider = {
  usageDialect: "openai",
  reportsStreamUsage: true,
  target: (channel, _operation, upstreamModel) => ({
    url: channel.baseUrl.replaceAll("{model}", encodeURIComponent(upstreamModel)),
    headers: { authorization: `Bearer ${channel.key}` },
  }),
};
