import { customRoot, memberOf, readVendorJson, VendorError, versioned } from "./vendor-call.ts";
import type { VendorChannel } from "./vendor-call.ts";
import type { OpenOutbound } from "../../lib/egress/outbound.ts";

interface ModelSource {
  url(channel: VendorChannel): string;
  /** The key as a bearer when absent. */
  headers?(channel: VendorChannel): Record<string, string>;
}

const openAiModels: ModelSource = { url: ({ baseUrl }) => `${versioned(baseUrl)}/models` };
const under = (path: string): ModelSource => ({ url: ({ baseUrl }) => `${baseUrl}${path}` });

/** Where a vendor lists its models, by channel type; types that are absent are asked as OpenAI is. */
const SOURCES: Readonly<Record<number, ModelSource>> = {
  3: {
    url: ({ baseUrl, other }) => `${baseUrl}/openai/models?api-version=${encodeURIComponent(other)}`,
    headers: ({ key }) => ({ "api-key": key }),
  },
  4: under("/api/tags"),
  8: { url: ({ baseUrl }) => `${customRoot(baseUrl)}/models` },
  14: {
    url: ({ baseUrl }) => `${versioned(baseUrl)}/models?limit=1000`,
    headers: ({ key }) => ({ "x-api-key": key, "anthropic-version": "2023-06-01" }),
  },
  16: under("/api/paas/v4/models"),
  17: under("/compatible-mode/v1/models"),
  24: {
    url: ({ baseUrl }) => `${baseUrl}/v1beta/models?pageSize=1000`,
    headers: ({ key }) => ({ "x-goog-api-key": key }),
  },
  26: under("/api/paas/v4/models"),
  39: {
    url: ({ baseUrl, other }) =>
      `${baseUrl}/client/v4/accounts/${encodeURIComponent(other)}/ai/models/search?per_page=1000`,
  },
  45: under("/api/v3/models"),
  46: under("/v2/models"),
};

/** Vendors without a list, or with one that needs a signature. */
const WITHOUT_LIST: ReadonlySet<number> = new Set([
  2, 5, 11, 15, 18, 21, 22, 23, 33, 36, 37, 38, 41, 49, 50, 51, 52, 54, 55, 56, 57, 58,
]);

export function hasModelList(type: number): boolean {
  return !WITHOUT_LIST.has(type);
}

/** The names that the vendor lists, sorted, each once. Throws VendorError. */
export async function readModels(channel: VendorChannel, openExchange: OpenOutbound): Promise<string[]> {
  const source = SOURCES[channel.type] ?? openAiModels;
  const answer = await readVendorJson(
    source.url(channel),
    channel,
    openExchange,
    source.headers?.(channel) ?? undefined,
  );
  const list = [answer, ...["data", "models", "result"].map((name) => memberOf(answer, name))].find((found) =>
    Array.isArray(found),
  );
  if (!Array.isArray(list)) throw new VendorError("the answer holds no list of models");
  return [...new Set(list.flatMap(nameOf))].sort();
}

/** Ollama and Cohere say `name`, all others `id`, though Cloudflare means something else by that. */
function nameOf(entry: unknown): string[] {
  const id = memberOf(entry, "id");
  const name = memberOf(entry, "name");
  const found = typeof name === "string" && (typeof id !== "string" || name.startsWith("@cf/")) ? name : id;
  return typeof found === "string" && found !== "" ? [found.replace(/^models\//, "")] : [];
}
