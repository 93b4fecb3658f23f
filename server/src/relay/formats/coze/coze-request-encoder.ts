import { botUser, loseBotSettings } from "../chat/bot-request.ts";
import type { Encoded } from "../chat/chat-format.ts";
import { createLossList } from "../chat/chat-loss.ts";
import type { LossList } from "../chat/chat-loss.ts";
import type { ChatPart } from "../chat/chat-part.ts";
import type { ChatMessage, ChatRequest } from "../chat/chat-request.ts";
import type { ChatTarget } from "../chat/chat-target.ts";
import { textOfParts } from "../chat/conversation-text.ts";
import type { Fields } from "../reported-usage.ts";

const DIALECT = "coze";

/** Coze's words for kinds of files. */
const FILE_TYPES = { image: "image", audio: "audio", video: "file", file: "file" } as const;

/**
 * A chat with a bot, which has its own model, instructions and tools. Nothing of it is kept there: the client sends its
 * conversation whole. Source: https://docs.coze.cn/developer_guides/chat_v3
 */
export function encodeCozeRequest(request: ChatRequest, { coze }: ChatTarget): Encoded {
  const losses = createLossList();
  loseBotSettings(request, DIALECT, losses);
  const body = {
    bot_id: coze?.botId ?? "",
    user_id: botUser(request, DIALECT, losses),
    stream: true,
    auto_save_history: false,
    additional_messages: messagesOf(request, losses),
  };
  return { body, losses: losses.list() };
}

function messagesOf({ system, messages }: ChatRequest, losses: LossList): Fields[] {
  const written: Fields[] = [];
  const instructions = textOfParts(system, "system", DIALECT, losses);
  if (instructions !== "") {
    losses.changed("system", "coze takes instructions as a message of the user's");
    written.push({ role: "user", type: "question", content: instructions, content_type: "text" });
  }
  for (const [index, message] of messages.entries()) {
    const path = `messages[${index}]`;
    losses.unwritten(path, message, WRITTEN, DIALECT);
    if (message.role === "system") losses.changed(path, "coze takes instructions as a message of the user's");
    const fields = messageOf(message, `${path}.parts`, losses);
    if (fields) written.push(fields);
  }
  return written;
}

const WRITTEN = new Set(["role", "parts"]);

/** Undefined for a message of which nothing can be said. */
function messageOf({ role, parts }: ChatMessage, path: string, losses: LossList): Fields | undefined {
  const isAnswer = role === "assistant";
  const files: Fields[] = [];
  const text = textOfParts(parts, path, DIALECT, losses, (part) => !isAnswer && takeFile(part, files));
  if (role === "tool" || (text === "" && files.length === 0)) return undefined;
  const content =
    files.length === 0 ? text : JSON.stringify([...(text === "" ? [] : [{ type: "text", text }]), ...files]);
  return {
    role: isAnswer ? "assistant" : "user",
    type: isAnswer ? "answer" : "question",
    content,
    content_type: files.length === 0 ? "text" : "object_string",
  };
}

/** Files by address; what is inline would have to be uploaded before. */
function takeFile(part: ChatPart, files: Fields[]): boolean {
  if (!("source" in part) || part.source?.kind !== "url") return false;
  files.push({ type: FILE_TYPES[part.type], file_url: part.source.url });
  return true;
}
