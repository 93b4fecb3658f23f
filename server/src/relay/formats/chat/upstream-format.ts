import type { UpstreamDialect } from "./chat-dialect.ts";
import type { ChatFormat } from "./chat-format.ts";

/**
 * The half of a codec that speaks with upstreams, under the same rules as `ChatFormat`. A dialect that no client speaks
 * has this half alone.
 */
export interface UpstreamFormat extends Pick<
  ChatFormat,
  "encodeRequest" | "decodeAnswer" | "createStreamDecoder" | "decodeError"
> {
  readonly dialect: UpstreamDialect;
  /** Whether a body is an error, whatever its status says. Left out: whether it has a member `error`. */
  isError?(body: unknown): boolean;
  /**
   * The vendor's whole answers are worse than its streams (Coze's must be asked for again and again, Dify's agents have
   * none): a stream is asked for, and `decodeAnswer` gets what `collectedBody` made of it.
   */
  readonly collects?: true;
}
