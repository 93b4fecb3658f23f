import type { ChatMessage } from "./chat-request.ts";
import type { ChatPart, TextPart } from "./chat-part.ts";

/** Adjacent `tool` messages joined: dialects that give each result a message of its own mean the same. */
export function joinToolMessages(messages: readonly ChatMessage[]): ChatMessage[] {
  const joined: ChatMessage[] = [];
  for (const message of messages) {
    const last = joined.at(-1);
    if (message.role === "tool" && last?.role === "tool" && !last.extensions && !message.extensions)
      joined[joined.length - 1] = { ...last, parts: [...last.parts, ...message.parts] };
    else joined.push(message);
  }
  return joined;
}

/** Adjacent texts without marks of their own joined, empty ones left out: the same words in fewer parts. */
export function joinTexts<Part extends ChatPart>(parts: readonly Part[]): (Part | TextPart)[] {
  const joined: (Part | TextPart)[] = [];
  for (const part of parts) {
    if (!isPlainText(part)) {
      joined.push(part);
      continue;
    }
    if (part.text === "") continue;
    const last = joined.at(-1);
    if (last !== undefined && isPlainText(last))
      joined[joined.length - 1] = { type: "text", text: last.text + part.text };
    else joined.push(part);
  }
  return joined;
}

/** A text and nothing else: no annotations, no signature, no mark. */
export function isPlainText(part: ChatPart): part is TextPart {
  if (part.type !== "text") return false;
  for (const name in part) if (name !== "type" && name !== "text") return false;
  return true;
}
