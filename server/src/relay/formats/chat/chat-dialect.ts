import type { Fields } from "../reported-usage.ts";

/** The dialects that clients speak. */
export const CLIENT_DIALECTS = ["openai-chat", "openai-responses", "anthropic", "gemini"] as const;
export type ClientDialect = (typeof CLIENT_DIALECTS)[number];

/** The dialects that have a chat codec in both directions. `bedrock-converse` is spoken by upstreams only. */
export const CHAT_DIALECTS = [...CLIENT_DIALECTS, "bedrock-converse"] as const;
export type ChatDialect = (typeof CHAT_DIALECTS)[number];

/** Those that upstreams alone speak: no client has ever sent them to a gateway. */
export const BOT_DIALECTS = ["dify", "coze", "library", "ernie", "hunyuan"] as const;

/** OpenAI's oldest dialect: clients get their answers in it, upstreams are asked in it only where its bytes pass. */
export type ClientOnlyDialect = "openai-completions";

/** What the upstream of a call may speak. */
export type UpstreamDialect = ChatDialect | (typeof BOT_DIALECTS)[number];

/**
 * What one dialect says and the shared form has no word for: unknown fields of the object that carries it, as they came.
 * A codec of the same dialect writes them back; every other one reports each of them as a loss.
 */
export interface Extensions {
  readonly dialect: ChatDialect | ClientOnlyDialect;
  readonly fields: Fields;
}
