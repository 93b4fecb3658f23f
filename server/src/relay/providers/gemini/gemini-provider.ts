import type { RelayChannel } from "../../../resources/channels/relay-channels.ts";
import type { ClientOperation } from "../../formats/client-request.ts";
import { googleMediaCall } from "../../formats/google-media/google-media-calls.ts";
import { isCoded } from "../../formats/media/coded-operation.ts";
import type { Provider, ProviderCall } from "../provider.ts";
import { rootAddress } from "../root-address.ts";
import { GEMINI_SUFFIXES, geminiTarget, isYouTube } from "../gemini-models.ts";

/**
 * Google's Gemini API; `other` is its version. Pictures and sound are methods of their models; embeddings, and pictures of
 * other names, go to its OpenAI-compatible side.
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
  mediaCodec: (operation, model) => googleMediaCall(operation, model)?.codec,
  target(channel, call) {
    const root = rootAddress(channel.baseUrl, `/${channel.other.trim() || "v1beta"}`);
    const method = methodOf(call);
    if (method === undefined)
      return COMPATIBLE.has(call.operation) ? compatible(root, channel, call) : undefined;
    const name = encodeURIComponent(call.model.replace(/^models\//, ""));
    return { url: `${root}/models/${name}:${method}`, headers: { "x-goog-api-key": channel.key } };
  },
};

/** Undefined for what its own interface has not. */
function methodOf({ operation, model, stream }: ProviderCall): string | undefined {
  if (operation === "chat") return stream ? "streamGenerateContent?alt=sse" : "generateContent";
  return isCoded(operation) ? googleMediaCall(operation, model)?.method : undefined;
}

const COMPATIBLE: ReadonlySet<ClientOperation> = new Set(["embeddings", "images/generations"]);

function compatible(root: string, { key }: RelayChannel, { operation }: ProviderCall) {
  return { url: `${root}/openai/${operation}`, headers: { authorization: `Bearer ${key}` } };
}
