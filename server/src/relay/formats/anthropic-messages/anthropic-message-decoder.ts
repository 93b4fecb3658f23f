import { failField, objectsField, unreadFields, wordField } from "../chat/body-fields.ts";
import type { BodyObject } from "../chat/body-fields.ts";
import { joinToolMessages } from "../chat/canonical-messages.ts";
import type { Extensions } from "../chat/chat-dialect.ts";
import type { AssistantPart, ContentPart, ToolResultPart } from "../chat/chat-part.ts";
import type { ChatMessage, ChatRequest, SystemPart } from "../chat/chat-request.ts";
import { ASSISTANT_KINDS, decodeContent, SYSTEM_KINDS, USER_KINDS } from "./anthropic-content-decoder.ts";
import { signParts } from "./anthropic-thoughts.ts";

const DIALECT = "anthropic";

/** `system` and `messages` of a request. Throws FormatError. */
export function decodeMessages(body: BodyObject): Pick<ChatRequest, "system" | "messages"> {
  const system = decodeInstructions(body, "system");
  const list = objectsField(body, "messages") ?? failField(body, "messages", "it is required");
  const messages: ChatMessage[] = [];
  for (const message of list) {
    const decoded = decodeMessage(message);
    const [first] = decoded;
    if (messages.length === 0 && first?.role === "system" && !first.extensions) system.push(...first.parts);
    else messages.push(...decoded);
  }
  return { system, messages: joinToolMessages(messages) };
}

function decodeInstructions(holder: BodyObject, name: string): SystemPart[] {
  return decodeContent(holder, name, SYSTEM_KINDS).flatMap((part) => (part.type === "text" ? [part] : []));
}

function decodeMessage(message: BodyObject): ChatMessage[] {
  const role =
    wordField(message, "role", ["user", "assistant", "system"]) ??
    failField(message, "role", "it is required");
  if (message.fields["content"] === undefined || message.fields["content"] === null)
    return failField(message, "content", "it is required");
  switch (role) {
    case "system": {
      const parts = decodeInstructions(message, "content");
      return [{ role, parts, ...extensionsOf(message) }];
    }
    case "assistant": {
      const parts = decodeContent(message, "content", ASSISTANT_KINDS).filter(isAssistantPart);
      return [{ role, parts: signParts(parts), ...extensionsOf(message) }];
    }
    case "user": {
      const runs = splitResults(decodeContent(message, "content", USER_KINDS));
      const [first, ...rest] = runs;
      return first ? [{ ...first, ...extensionsOf(message) }, ...rest] : [];
    }
  }
}

function extensionsOf(message: BodyObject): { readonly extensions?: Extensions } {
  const extensions = unreadFields(message, DIALECT);
  return extensions ? { extensions } : {};
}

function isAssistantPart(part: AssistantPart | ToolResultPart): part is AssistantPart {
  return part.type !== "tool-result";
}

/** Results of tools in messages of their own; the order stays. */
function splitResults(parts: readonly (ContentPart | ToolResultPart)[]): ChatMessage[] {
  const results: ToolResultPart[] = [];
  const content: ContentPart[] = [];
  const runs: ChatMessage[] = [];
  const flush = (): void => {
    if (results.length > 0) runs.push({ role: "tool", parts: results.splice(0) });
    if (content.length > 0) runs.push({ role: "user", parts: content.splice(0) });
  };
  for (const part of parts) {
    if (part.type === "tool-result") {
      if (content.length > 0) flush();
      results.push(part);
    } else {
      if (results.length > 0) flush();
      content.push(part);
    }
  }
  flush();
  return runs.length === 0 ? [{ role: "user", parts: [] }] : runs;
}
