import type { OpenExchange, UpstreamAnswer } from "../../lib/egress/upstream-exchange.ts";
import type { RelayChannel } from "../../resources/channels/relay-channels.ts";
import type { ChatDialect, UpstreamDialect } from "../formats/chat/chat-dialect.ts";
import type { ChatTarget } from "../formats/chat/chat-target.ts";
import type { MediaKind } from "../formats/chat/remote-media.ts";
import type { ClientOperation } from "../formats/client-request.ts";
import type { CodedOperation, MediaCodec } from "../formats/media/media-codec.ts";
import type { UsageDialect } from "../formats/usage-dialect.ts";
import type { ModelSuffixes } from "./model-suffix.ts";

/** Where an upstream call goes and what authenticates it. */
export interface UpstreamTarget {
  readonly url: string;
  readonly headers: Record<string, string>;
}

/** One call as its upstream sees it. */
export interface ProviderCall {
  readonly operation: ClientOperation;
  /** The dialect of a chat's body: one of the provider's own. For the other operations that of its vendor's errors. */
  readonly dialect: UpstreamDialect;
  /** The name there, mapped already. */
  readonly model: string;
  readonly stream: boolean;
}

export interface InlineMedia {
  readonly kinds: readonly MediaKind[];
  /** Also where the client speaks the dialect itself; else its request passes as it is. */
  readonly isAlways?: true;
  /** Addresses that the upstream takes all the same. */
  takes?(url: string): boolean;
}

/** A call with its final body, before a vendor's last changes to it. */
export interface OutgoingRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array | string;
}

/** A call as it is sent, and how its answer is to be taken. */
export interface FinishedCall {
  readonly request: OutgoingRequest;
  /** Whether a refused call is worth being finished and sent once more: a kept token has ended, a clock is wrong. */
  isWorthRepeating?(answer: UpstreamAnswer): boolean;
  /** The answer in its dialect's own words, where the vendor wraps them. */
  unwrap?(answer: UpstreamAnswer): UpstreamAnswer;
}

/** What a signature or a token is made from, beside the request. */
export interface SendingContext {
  readonly channel: RelayChannel;
  readonly call: ProviderCall;
  readonly openExchange: OpenExchange;
  nowMs(): number;
}

/**
 * What the relay must know of a vendor. A provider sees a channel and the model's name there; it never sees the
 * client, the database or money.
 */
export interface Provider {
  /** The chat dialects that the upstream speaks. A client of one of them is passed through; others are translated to the first. */
  readonly chatDialects: readonly [UpstreamDialect, ...UpstreamDialect[]];
  /** For a model that its vendor serves in one of those dialects only. */
  onlyDialect?(model: string): ChatDialect | undefined;
  /**
   * How the vendor has a call beside chats in words of its own. Undefined where it speaks OpenAI's, or has no such call:
   * `target` tells.
   */
  mediaCodec?(operation: CodedOperation, model: string): MediaCodec | undefined;
  /** Undefined where the vendor has no such call. */
  target(channel: RelayChannel, call: ProviderCall): UpstreamTarget | undefined;
  /** Where a realtime session is opened (`https:` for `wss:`); absent where the vendor has none. */
  realtime?(channel: RelayChannel, model: string): UpstreamTarget | undefined;
  /** How the vendor reports usage, where it does not do so as its dialect's owner does. */
  readonly usageDialects?: Partial<Record<UpstreamDialect, UsageDialect>>;
  /** What a channel's key or `other` makes of its vendor: another interface, another kind of app. Undefined for this one. */
  variantFor?(channel: RelayChannel): Provider | undefined;
  /** How the vendor's dialect differs from its owner's, for translated requests. */
  chatTarget?(model: string): Omit<ChatTarget, "model">;
  /** Media that the upstream takes as bytes only, by dialect; their addresses are fetched here. Default none. */
  readonly inlineMedia?: Partial<Record<UpstreamDialect, InlineMedia>>;
  /** What endings of its models' names ask for. */
  suffixes?(model: string): ModelSuffixes;
  /** Whether the upstream understands `stream_options.include_usage`. */
  reportsStreamUsage(channel: RelayChannel): boolean;
  /** Headers of a client of the upstream's own dialect that go on to the upstream, in lower case. */
  readonly passedHeaders?: Partial<Record<ChatDialect, readonly string[]>>;
  /** Which of a client's betas of Anthropic's go on: clouds refuse a whole call for one that they do not know. Default all. */
  takesBeta?(name: string): boolean;
  /**
   * The last step before the bytes are sent: signatures, tokens, and what the vendor does not want in the body. Throws
   * CredentialError, RelayError, EgressError, UpstreamFault.
   */
  finish?(request: OutgoingRequest, context: SendingContext): Promise<FinishedCall>;
}
