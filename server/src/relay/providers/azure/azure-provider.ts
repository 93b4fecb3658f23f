import type { RelayChannel } from "../../../resources/channels/relay-channels.ts";
import type { ClientOperation } from "../../formats/client-request.ts";
import { OPENAI_SUFFIXES } from "../openai-compatible/openai-suffixes.ts";
import type { ProviderCall, Provider, UpstreamTarget } from "../provider.ts";
import { rootAddress } from "../root-address.ts";

const pathOf = (operation: ClientOperation) => (operation === "chat" ? "chat/completions" : operation);

/** `stream_options` came with this version: older ones refuse it. */
const STREAM_USAGE_SINCE = "2024-09-01";

/**
 * Azure OpenAI. `other` is the API version; with `v1` (and for responses always) the version-less API is called, which
 * finds the deployment by the body's `model`.
 * Source: https://learn.microsoft.com/azure/ai-foundry/openai/reference,
 * https://learn.microsoft.com/azure/ai-foundry/openai/api-version-lifecycle
 */
export const azureProvider: Provider = {
  chatDialects: ["openai-chat", "openai-responses"],
  reportsStreamUsage: (channel) => versionOf(channel) === "v1" || versionOf(channel) >= STREAM_USAGE_SINCE,
  chatTarget: () => ({ openAiChat: { thoughts: "none", cacheHints: "none", extraSampling: false } }),
  suffixes: () => OPENAI_SUFFIXES,
  target: (channel, call) =>
    ABSENT.has(call.operation)
      ? undefined
      : { url: urlOf(channel, call), headers: { "api-key": channel.key } },
  realtime: (channel, model) => ({ url: realtimeUrl(channel, model), headers: { "api-key": channel.key } }),
};

/** Of OpenAI's and its kin's calls. */
const ABSENT: ReadonlySet<ClientOperation> = new Set(["images/variations", "moderations", "rerank"]);

/** What the type's form offers when the version is left empty. */
const DEFAULT_VERSION = "2024-12-01-preview";

function versionOf({ baseUrl, other }: RelayChannel): string {
  if (baseUrl.endsWith("/openai/v1")) return "v1";
  return other.trim() || DEFAULT_VERSION;
}

/** Source: https://learn.microsoft.com/azure/ai-foundry/openai/how-to/realtime-audio-websockets */
function realtimeUrl(channel: RelayChannel, model: string): UpstreamTarget["url"] {
  const version = versionOf(channel);
  const name = encodeURIComponent(model);
  if (version === "v1") return `${rootAddress(channel.baseUrl, "/openai/v1")}/realtime?model=${name}`;
  const root = rootAddress(channel.baseUrl, "/openai");
  return `${root}/realtime?api-version=${encodeURIComponent(version)}&deployment=${name}`;
}

function urlOf(channel: RelayChannel, { operation, dialect, model }: ProviderCall): UpstreamTarget["url"] {
  const version = versionOf(channel);
  if (dialect === "openai-responses") return `${rootAddress(channel.baseUrl, "/openai/v1")}/responses`;
  const path = pathOf(operation);
  if (version === "v1") return `${rootAddress(channel.baseUrl, "/openai/v1")}/${path}`;
  const deployments = `${rootAddress(channel.baseUrl, "/openai")}/deployments`;
  return `${deployments}/${encodeURIComponent(model)}/${path}?api-version=${encodeURIComponent(version)}`;
}
