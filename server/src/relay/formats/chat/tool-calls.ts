import { isObject } from "@tollgate/contract/json-object";
import type { Fields } from "../reported-usage.ts";
import type { ChatRequest } from "./chat-request.ts";

/** A call's arguments as an object; undefined when the model did not write one. Empty text is a call without arguments. */
export function readToolArguments(text: string): Fields | undefined {
  if (text.trim() === "") return {};
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    // Models write invalid JSON; the caller says what becomes of it.
    return undefined;
  }
}

const CALL_ID_SEED_MAX = 28;

/**
 * An id for a call in a dialect that has none: unique in the conversation when `seed` is the request's id (or the place of
 * the message in a request) and `place` the call's number there. At most 40 letters, digits, `_` and `-`, as OpenAI and
 * Anthropic demand.
 */
export function derivedCallId(seed: string, place: number): string {
  return `call_${seed.replaceAll(/[^A-Za-z0-9_-]/g, "").slice(-CALL_ID_SEED_MAX)}_${place}`;
}

/** Names of tools by the ids of their calls, for dialects whose results state the name. */
export function toolNames({ messages }: Pick<ChatRequest, "messages">): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const message of messages) {
    if (message.role !== "assistant") continue;
    for (const part of message.parts) if (part.type === "tool-call") names.set(part.id, part.name);
  }
  return names;
}
