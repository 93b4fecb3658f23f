import type { UpstreamDialect } from "../formats/chat/chat-dialect.ts";
import type { StreamMessage } from "../formats/chat/chat-format.ts";

/** Whether an event is its stream's last word. Gemini and Dify have none: their streams just end. */
export function isClosing(dialect: UpstreamDialect, { event, data }: StreamMessage): boolean {
  switch (dialect) {
    case "openai-chat":
      return data === "[DONE]";
    case "anthropic":
      return event === "message_stop" || (event === undefined && /^\{"type":\s*"message_stop"/.test(data));
    case "openai-responses":
      return CLOSING_RESPONSES.has(event ?? typeOf(data));
    case "coze":
      return event === "done";
    case "hunyuan":
    case "library":
      return data === "[DONE]";
    case "ernie":
      return /"is_end":\s*true/.test(data);
    case "gemini":
    case "dify":
      return false;
    case "bedrock-converse":
      return event === "metadata";
  }
}

const CLOSING_RESPONSES: ReadonlySet<string> = new Set(["response.completed", "response.incomplete"]);

function typeOf(data: string): string {
  return /"type":\s*"(response\.\w+)"/.exec(data)?.[1] ?? "";
}
