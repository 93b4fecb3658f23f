import type { RelayChannel } from "../../../resources/channels/relay-channels.ts";
import type { ClientOperation } from "../../formats/client-request.ts";
import type { Provider, ProviderCall } from "../provider.ts";
import { rootAddress } from "../root-address.ts";
import { GEMINI_SUFFIXES, geminiTarget, isYouTube } from "../gemini-models.ts";

/**
 * Google's Gemini API; `other` is its version. Embeddings and pictures go to its OpenAI-compatible side.
 * Source: https://ai.google.dev/api/generate-content, https://ai.google.dev/gemini-api/docs/openai,
 * https://ai.google.dev/gemini-api/docs/file-input-methods
 */
export const geminiProvider: Provider = {
  chatDialects: ["gemini"],
  usageDialects: { "openai-chat": "gemini-openai" },
  // Only newer models fetch addresses, and not those of every host.
  inlineMedia: { gemini: { kinds: ["image", "audio", "video", "file"], takes: isYouTube } },
  reportsStreamUsage: () => true,
  chatTarget: (model) => ({ gemini: geminiTarget(model) }),
  suffixes: () => GEMINI_SUFFIXES,
  target(channel, call) {
    const root = rootAddress(channel.baseUrl, `/${channel.other.trim() || "v1beta"}`);
    if (call.operation === "chat")
      return { url: `${root}/${pathOf(call)}`, headers: { "x-goog-api-key": channel.key } };
    return COMPATIBLE.has(call.operation) ? compatible(root, channel, call) : undefined;
  },
};

function pathOf({ model, stream }: ProviderCall): string {
  const name = encodeURIComponent(model.replace(/^models\//, ""));
  return `models/${name}:${stream ? "streamGenerateContent?alt=sse" : "generateContent"}`;
}

const COMPATIBLE: ReadonlySet<ClientOperation> = new Set(["embeddings", "images/generations"]);

function compatible(root: string, { key }: RelayChannel, { operation }: ProviderCall) {
  return { url: `${root}/openai/${operation}`, headers: { authorization: `Bearer ${key}` } };
}
