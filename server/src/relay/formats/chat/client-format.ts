import type { ClientOnlyDialect } from "./chat-dialect.ts";
import type { ChatFormat } from "./chat-format.ts";

/**
 * The half of a codec that speaks with clients, under the same rules as `ChatFormat`. A dialect that no upstream is asked
 * in through the shared form has this half alone.
 */
export interface ClientFormat extends Pick<
  ChatFormat,
  "decodeRequest" | "encodeAnswer" | "createStreamEncoder"
> {
  readonly dialect: ClientOnlyDialect;
}
