import type { AssistantPart, ChatPart, ContentPart, MediaSource, ToolResultPart } from "./chat-part.ts";
import type { ChatMessage, ChatRequest } from "./chat-request.ts";

export type MediaKind = "image" | "audio" | "video" | "file";

/** Something that a request refers to by its address on the web. */
export interface RemoteMedia {
  readonly kind: MediaKind;
  readonly url: string;
}

type InlineSource = Extract<MediaSource, { kind: "inline" }>;

/** What a chat refers to by a web address, in order, as often as it does. */
export function remoteMediaOf(chat: ChatRequest): RemoteMedia[] {
  const found: RemoteMedia[] = [];
  changeSources(chat, (remote) => {
    found.push(remote);
    return undefined;
  });
  return found;
}

/** The chat with bytes in place of addresses; where `inline` has none, the address stays. */
export function withInlineMedia(
  chat: ChatRequest,
  inline: (remote: RemoteMedia) => InlineSource | undefined,
): ChatRequest {
  return { ...chat, messages: changeSources(chat, inline) };
}

type Change = (remote: RemoteMedia) => InlineSource | undefined;

function changeSources({ messages }: ChatRequest, change: Change): ChatMessage[] {
  return messages.map((message) => {
    switch (message.role) {
      case "system":
        return message;
      case "tool":
        return { ...message, parts: message.parts.map((part) => changedResult(part, change)) };
      case "assistant":
        return { ...message, parts: message.parts.map((part) => changed<AssistantPart>(part, change)) };
      case "user":
        return { ...message, parts: message.parts.map((part) => changed<ContentPart>(part, change)) };
    }
  });
}

function changedResult(result: ToolResultPart, change: Change): ToolResultPart {
  return { ...result, parts: result.parts.map((part) => changed<ContentPart>(part, change)) };
}

function changed<Part extends ChatPart>(part: Part, change: Change): Part {
  if (part.type !== "image" && part.type !== "audio" && part.type !== "video" && part.type !== "file")
    return part;
  const { source } = part;
  if (source?.kind !== "url" || !/^https?:/i.test(source.url)) return part;
  const inline = change({ kind: part.type, url: source.url });
  return inline === undefined ? part : { ...part, source: inline };
}
