import type { ChatAnswer } from "../../src/relay/formats/chat/chat-answer.ts";

/** An answer without what dialects are free to write in their own way: the prefix of its id and the vendor's own usage. */
export function comparableAnswer({ rawUsage: _rawUsage, ...answer }: ChatAnswer): ChatAnswer {
  return { ...answer, id: answer.id.replace(/^(chatcmpl-|msg_|resp_)/, "") };
}
