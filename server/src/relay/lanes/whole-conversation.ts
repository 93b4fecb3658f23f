import type { ChatRequest } from "../formats/chat/chat-request.ts";
import { RelayError } from "../relay-error.ts";

/** Fields of the Responses API that stand for a conversation or a prompt which OpenAI keeps. */
const KEPT_FIELDS = ["conversation", "prompt"] as const;

/**
 * A request of the Responses API for an upstream of another dialect must hold its whole conversation: without what it only
 * refers to, the model would answer as if that had never been said. Throws conversation.not-kept.
 */
export function requireWholeConversation({ previousResponseId, extensions, messages }: ChatRequest): void {
  if (previousResponseId !== undefined) refuse("previous_response_id");
  for (const name of KEPT_FIELDS) if ((extensions?.fields[name] ?? undefined) !== undefined) refuse(name);
  for (const { parts } of messages)
    for (const part of parts)
      if (part.type === "vendor" && isReference(part.raw["type"]) && !isThought(part.raw["id"]))
        refuse("input");
}

/** A reference may leave its type out. */
function isReference(type: unknown): boolean {
  return type === "item_reference" || type === undefined || type === null;
}

/** An answer can do without the thoughts that led to earlier ones. */
function isThought(id: unknown): boolean {
  return typeof id === "string" && id.startsWith("rs_");
}

function refuse(param: string): never {
  throw new RelayError("conversation.not-kept", { param });
}
