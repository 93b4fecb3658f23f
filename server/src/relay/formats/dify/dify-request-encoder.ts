import { botUser, loseBotSettings } from "../chat/bot-request.ts";
import type { Encoded } from "../chat/chat-format.ts";
import { createLossList } from "../chat/chat-loss.ts";
import type { ChatPart } from "../chat/chat-part.ts";
import type { ChatRequest } from "../chat/chat-request.ts";
import type { ChatTarget } from "../chat/chat-target.ts";
import { conversationText } from "../chat/conversation-text.ts";
import type { Fields } from "../reported-usage.ts";

const DIALECT = "dify";

/** Dify's words for kinds of files. */
const FILE_TYPES = { image: "image", audio: "audio", video: "video", file: "document" } as const;

/**
 * A question to an app. Apps have their own model, instructions and tools; a conversation that Dify keeps is none that a
 * client of a gateway could go on with, so that every call is a conversation of its own.
 */
export function encodeDifyRequest(request: ChatRequest, { dify = {} }: ChatTarget): Encoded {
  const losses = createLossList();
  loseBotSettings(request, DIALECT, losses);
  const files: Fields[] = [];
  const text = conversationText(request, DIALECT, losses, (part) => takeFile(part, files));
  const common = {
    response_mode: "streaming",
    user: botUser(request, DIALECT, losses),
    ...(files.length > 0 && { files }),
  };
  const body =
    (dify.app ?? "chat") === "chat"
      ? { inputs: {}, query: text, ...common, conversation_id: "", auto_generate_name: false }
      : { inputs: { query: text }, ...common };
  return { body, losses: losses.list() };
}

/** Files by address; what is inline would have to be uploaded before. */
function takeFile(part: ChatPart, files: Fields[]): boolean {
  if (!("source" in part) || part.source?.kind !== "url") return false;
  files.push({ type: FILE_TYPES[part.type], transfer_method: "remote_url", url: part.source.url });
  return true;
}
