import { isJsonObject } from "@tollgate/contract/codecs";
import { readVertexKey } from "@tollgate/contract/vertex-key";
import type { RelayChannel } from "../../../resources/channels/relay-channels.ts";

/**
 * `{host}/{version}/projects/{project}/locations/{location}` for a model; with an API key there are neither project nor
 * location. Source: https://cloud.google.com/vertex-ai/generative-ai/docs/learn/locations,
 * https://cloud.google.com/vertex-ai/generative-ai/docs/start/api-keys
 */
export function vertexRoot(channel: RelayChannel, model: string, version: string): string {
  const key = readVertexKey(channel.key);
  if (key?.kind === "api-key") return `${channel.baseUrl || hostOf("global")}/${version}`;
  const location = locationOf(channel.other, model);
  const project = encodeURIComponent(key?.projectId ?? "");
  return `${channel.baseUrl || hostOf(location)}/${version}/projects/${project}/locations/${location}`;
}

/** `other` is one location for all models, or locations by model with one for the rest. */
function locationOf(other: string, model: string): string {
  const text = other.trim();
  if (!text.startsWith("{")) return encodeURIComponent(text || "global");
  const regions = new Map(isJsonObject(text) ? Object.entries<unknown>(JSON.parse(text)) : []);
  const location = regions.get(model) ?? regions.get("default");
  return encodeURIComponent(typeof location === "string" ? location : "global");
}

function hostOf(location: string): string {
  if (location === "global") return "https://aiplatform.googleapis.com";
  // Several regions of a continent behind one address.
  if (location === "us" || location === "eu") return `https://aiplatform.${location}.rep.googleapis.com`;
  return `https://${location}-aiplatform.googleapis.com`;
}
