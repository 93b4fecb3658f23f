import type { LossList } from "../chat/chat-loss.ts";
import type { ToolCallPart, ToolResultPart } from "../chat/chat-part.ts";
import type { ChatMessage, ChatRequest } from "../chat/chat-request.ts";
import { textOfParts } from "../chat/conversation-text.ts";
import { toolNames } from "../chat/tool-calls.ts";
import type { Fields } from "../reported-usage.ts";

const DIALECT = "ernie";

type Turn = { role: "user" | "assistant" | "function"; content: string } & Fields;

/**
 * Turns take turns: `user` (or `function`) and `assistant`, from `user` to `user`. Neighbours of one role are joined, and
 * instructions between turns are the user's.
 */
export function encodeErnieMessages(request: ChatRequest, losses: LossList): Fields[] {
  const names = toolNames(request);
  const turns: Turn[] = [];
  for (const [index, message] of request.messages.entries()) {
    const path = `messages[${index}]`;
    losses.unwritten(path, message, WRITTEN, DIALECT);
    if (message.role === "system") losses.changed(path, "ernie takes later instructions as the user's");
    for (const turn of turnsOf(message, `${path}.parts`, names, losses)) {
      const last = turns.at(-1);
      if (last && last.role === turn.role && turn.role === "user")
        turns[turns.length - 1] = { ...last, content: `${last.content}\n\n${turn.content}` };
      else turns.push(turn);
    }
  }
  return turns;
}

const WRITTEN = new Set(["role", "parts"]);

function turnsOf(
  { role, parts }: ChatMessage,
  path: string,
  names: ReadonlyMap<string, string>,
  losses: LossList,
): Turn[] {
  if (role === "tool") return resultsOf(parts, path, names, losses);
  let called: ToolCallPart | undefined;
  const content = textOfParts(parts, path, DIALECT, losses, (part, place) => {
    // One function at a time.
    if (part.type !== "tool-call" || called) return false;
    called = part;
    losses.unwritten(place, part, CALL_WRITTEN, DIALECT);
    return true;
  });
  if (role !== "assistant") return content === "" ? [] : [{ role: "user", content }];
  if (!called) return content === "" ? [] : [{ role, content }];
  return [{ role, content, function_call: { name: called.name, arguments: called.arguments || "{}" } }];
}

/** The results of parallel calls are told as the result of the one that it knows of. */
function resultsOf(
  parts: readonly ToolResultPart[],
  path: string,
  names: ReadonlyMap<string, string>,
  losses: LossList,
): Turn[] {
  const results = parts.map((part, index) => {
    const place = `${path}[${index}]`;
    losses.unwritten(place, part, RESULT_WRITTEN, DIALECT);
    const text = textOfParts(part.parts, `${place}.parts`, DIALECT, losses);
    return { name: part.name ?? names.get(part.callId) ?? part.callId, text };
  });
  const [first, ...others] = results;
  if (!first) return [];
  if (others.length > 0) losses.changed(path, "ernie takes one result at a time");
  const content = others.length === 0 ? jsonText(first.text) : JSON.stringify(results);
  return [{ role: "function", name: first.name, content }];
}

const CALL_WRITTEN = new Set(["type", "id", "name", "arguments"]);
const RESULT_WRITTEN = new Set(["type", "callId", "name", "parts"]);

/** A function's answer must be JSON. */
function jsonText(text: string): string {
  try {
    JSON.parse(text);
    return text;
  } catch {
    return JSON.stringify({ result: text });
  }
}
