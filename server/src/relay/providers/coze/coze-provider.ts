import type { Provider } from "../provider.ts";

/**
 * A bot of Coze's: `other` is its id, and a model whose name is an id is another one of the same key.
 * Source: https://docs.coze.cn/developer_guides/chat_v3
 */
export const cozeProvider: Provider = { ...botProvider(""), variantFor };

const BOT_ID = /^\d{10,}$/;

const BOTS_MAX = 1000;

const bots = new Map<string, Provider>();

/** By the bot, so that a channel's provider is the same for all of its calls. */
function variantFor({ other }: { readonly other: string }): Provider {
  const botId = other.trim();
  let provider = bots.get(botId);
  if (!provider) {
    provider = botProvider(botId);
    if (bots.size < BOTS_MAX) bots.set(botId, provider);
  }
  return provider;
}

function botProvider(botId: string): Provider {
  return {
    chatDialects: ["coze"],
    reportsStreamUsage: () => true,
    chatTarget: (model) => ({ coze: { botId: BOT_ID.test(model) ? model : botId } }),
    target: ({ baseUrl, key }, { operation }) =>
      operation === "chat"
        ? { url: `${baseUrl}/v3/chat`, headers: { authorization: `Bearer ${key}` } }
        : undefined,
  };
}
