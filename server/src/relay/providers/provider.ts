import type { RelayChannel } from "../../resources/channels/relay-channels.ts";
import type { OpenAiOperation } from "../formats/openai/openai-request.ts";
import type { UsageDialect } from "../formats/usage-dialect.ts";

/** Where an upstream call goes and what authenticates it. */
export interface UpstreamTarget {
  readonly url: string;
  readonly headers: Record<string, string>;
}

/**
 * What the relay must know of a vendor. A provider sees a channel and the model's name there; it never sees the
 * client, the database or money.
 */
export interface Provider {
  target(channel: RelayChannel, operation: OpenAiOperation, upstreamModel: string): UpstreamTarget;
  /** How the vendor reports usage. */
  readonly usageDialect: UsageDialect;
  /** Whether the upstream understands `stream_options.include_usage`. */
  readonly reportsStreamUsage: boolean;
}
