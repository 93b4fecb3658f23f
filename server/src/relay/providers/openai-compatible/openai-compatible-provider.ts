import type { RelayChannel } from "../../../resources/channels/relay-channels.ts";
import type { ChatDialect } from "../../formats/chat/chat-dialect.ts";
import type { OpenAiChatTarget } from "../../formats/chat/chat-target.ts";
import type { ClientOperation } from "../../formats/client-request.ts";
import { isCoded } from "../../formats/media/coded-operation.ts";
import type { CodedCall, CodedOperation } from "../../formats/media/media-codec.ts";
import type { UsageDialect } from "../../formats/usage-dialect.ts";
import type { ModelSuffixes } from "../model-suffix.ts";
import type { InlineMedia, Provider, ProviderCall, UpstreamTarget } from "../provider.ts";
import { rootAddress, siteAddress } from "../root-address.ts";

/** What is special about a vendor that speaks OpenAI's dialect. What is left out is what most of them do. */
export interface CompatibleVendor {
  /** What stands between the channel's address and `/chat/completions`. Default `/v1`; empty where nothing does. */
  readonly root?: string | ((channel: RelayChannel, call: ProviderCall) => string);
  /** In place of the channel's own address, where that one leads to another dialect of the vendor's. */
  readonly address?: (channel: RelayChannel) => string;
  /** Default all. */
  readonly operations?: readonly ClientOperation[];
  /** Calls beside chats that it has in words of its own, over the others. */
  readonly coded?: (operation: CodedOperation, model: string) => CodedCall | undefined;
  /** What authenticates a call, in place of the key as a bearer. */
  readonly authorize?: (key: string) => Record<string, string>;
  readonly headers?: (channel: RelayChannel) => Record<string, string>;
  /** Has `/responses` beside `/chat/completions`. */
  readonly responses?: true;
  /** Has `/realtime` over WebSocket. */
  readonly realtime?: true;
  /** For a model that is served in one of the dialects only. */
  readonly onlyDialect?: (model: string) => ChatDialect | undefined;
  /** Where Anthropic's dialect is spoken, from the address without its root up to `/messages`: `/anthropic/v1`. */
  readonly anthropicRoot?: string;
  /** How its chat dialect differs from OpenAI's own. Default what most vendors understand. */
  readonly chat?: OpenAiChatTarget | ((model: string) => OpenAiChatTarget);
  readonly usageDialects?: Partial<Record<ChatDialect, UsageDialect>>;
  /** Which media its chat dialect takes as bytes only. Default sounds and documents, as with OpenAI. */
  readonly inlineMedia?: InlineMedia;
  /** Whether it understands `stream_options.include_usage`. Default true. */
  readonly reportsStreamUsage?: boolean;
  /** Default none. */
  readonly suffixes?: ModelSuffixes;
}

/** Operations are named as their addresses are. */
const pathOf = (operation: ClientOperation) => (operation === "chat" ? "/chat/completions" : `/${operation}`);

/** What vendors understand who took over OpenAI's dialect as it was, with their own word for thoughts. */
export const COMPATIBLE_CHAT: OpenAiChatTarget = {
  maxTokensField: "max_tokens",
  instructionRole: "system",
  thoughts: "reasoning_content",
  cacheHints: "none",
  extraSampling: false,
};

/** The version of Anthropic's dialect that everyone who speaks it knows. */
const ANTHROPIC_VERSION = "2023-06-01";

/** A vendor that speaks OpenAI's dialect at `{base}/v1/…` with a bearer key, unless `vendor` says otherwise. */
export function openAiCompatible(vendor: CompatibleVendor = {}): Provider {
  const {
    chat,
    usageDialects,
    reportsStreamUsage = true,
    anthropicRoot,
    onlyDialect,
    suffixes,
    coded,
  } = vendor;
  return {
    chatDialects: dialectsOf(vendor),
    reportsStreamUsage: () => reportsStreamUsage,
    chatTarget: (model) => ({
      openAiChat: { ...COMPATIBLE_CHAT, ...(typeof chat === "function" ? chat(model) : chat) },
    }),
    inlineMedia: { "openai-chat": vendor.inlineMedia ?? INLINE_MEDIA },
    target: (channel, call) => targetOf(vendor, channel, call),
    ...(coded && { mediaCodec: (operation, model) => coded(operation, model)?.codec }),
    ...(vendor.realtime && { realtime: (channel, model) => realtimeTarget(vendor, channel, model) }),
    ...(onlyDialect && { onlyDialect }),
    ...(usageDialects && { usageDialects }),
    ...(suffixes && { suffixes: () => suffixes }),
    ...(anthropicRoot !== undefined && { passedHeaders: ANTHROPIC_HEADERS }),
  };
}

/** Source: https://platform.openai.com/docs/guides/pdf-files, https://platform.openai.com/docs/guides/audio */
const INLINE_MEDIA: InlineMedia = { kinds: ["audio", "file"] };

const ANTHROPIC_HEADERS = { anthropic: ["anthropic-version", "anthropic-beta"] } as const;

function dialectsOf({ responses, anthropicRoot }: CompatibleVendor): Provider["chatDialects"] {
  return [
    "openai-chat",
    ...(responses ? (["openai-responses"] as const) : []),
    ...(anthropicRoot === undefined ? [] : (["anthropic"] as const)),
  ];
}

function targetOf(
  vendor: CompatibleVendor,
  channel: RelayChannel,
  call: ProviderCall,
): UpstreamTarget | undefined {
  const { operation, dialect } = call;
  const { operations, anthropicRoot } = vendor;
  const { root = "/v1" } = vendor;
  const under = typeof root === "function" ? root(channel, call) : root;
  const baseUrl = vendor.address?.(channel) ?? channel.baseUrl;
  const headers = { ...authorization(vendor, channel.key), ...vendor.headers?.(channel) };
  const coded = isCoded(operation) ? vendor.coded?.(operation, call.model) : undefined;
  if (coded) return { url: `${siteAddress(baseUrl, under)}${coded.path}`, headers };
  if (operations && !operations.includes(operation)) return undefined;
  if (dialect === "anthropic" && anthropicRoot !== undefined)
    return {
      url: `${siteAddress(baseUrl, under)}${anthropicRoot}/messages`,
      // Vendors document one of two headers for the key, and read both.
      headers: { ...headers, "x-api-key": channel.key, "anthropic-version": ANTHROPIC_VERSION },
    };
  const path = dialect === "openai-responses" ? "/responses" : pathOf(operation);
  return { url: `${rootAddress(baseUrl, under)}${path}`, headers };
}

/** Source: https://platform.openai.com/docs/guides/realtime-websocket */
function realtimeTarget(vendor: CompatibleVendor, channel: RelayChannel, model: string): UpstreamTarget {
  return {
    url: `${rootAddress(channel.baseUrl, "/v1")}/realtime?model=${encodeURIComponent(model)}`,
    headers: { ...authorization(vendor, channel.key), ...vendor.headers?.(channel) },
  };
}

/** Servers of one's own may have no key at all. */
function authorization({ authorize }: CompatibleVendor, key: string): Record<string, string> {
  if (authorize) return authorize(key);
  return key === "" ? {} : { authorization: `Bearer ${key}` };
}
