import type { Provider, ProviderCall } from "../provider.ts";
import { siteAddress } from "../root-address.ts";

/**
 * Another gateway of this product family (New API, Sub2API): every dialect at its own path, one key for all.
 * Source: https://docs.newapi.pro/en/api
 */
export const gatewayProvider: Provider = {
  chatDialects: ["openai-chat", "openai-responses", "anthropic", "gemini"],
  reportsStreamUsage: () => true,
  target: (channel, call) => ({
    url: `${siteAddress(channel.baseUrl, "/v1")}${pathOf(call)}`,
    headers: {
      authorization: `Bearer ${channel.key}`,
      ...(call.dialect === "anthropic" && { "anthropic-version": "2023-06-01" }),
    },
  }),
  realtime: (channel, model) => ({
    url: `${siteAddress(channel.baseUrl, "/v1")}/v1/realtime?model=${encodeURIComponent(model)}`,
    headers: { authorization: `Bearer ${channel.key}` },
  }),
  passedHeaders: { anthropic: ["anthropic-version", "anthropic-beta"] },
};

function pathOf({ operation, dialect, model, stream }: ProviderCall): string {
  if (operation !== "chat") return `/v1/${operation}`;
  switch (dialect) {
    case "openai-responses":
      return "/v1/responses";
    case "anthropic":
      return "/v1/messages";
    case "gemini":
      return `/v1beta/models/${encodeURIComponent(model)}:${stream ? "streamGenerateContent?alt=sse" : "generateContent"}`;
    default:
      return "/v1/chat/completions";
  }
}
