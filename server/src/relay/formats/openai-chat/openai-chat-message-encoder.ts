import { withKeptFields } from "../chat/body-fields.ts";
import type { LossList } from "../chat/chat-loss.ts";
import type { ContentPart, ToolResultPart } from "../chat/chat-part.ts";
import type { ChatMessage, ChatRequest, MessageOf, SystemPart } from "../chat/chat-request.ts";
import type { OpenAiChatTarget } from "../chat/chat-target.ts";
import { toolNames } from "../chat/tool-calls.ts";
import type { Fields } from "../reported-usage.ts";
import { encodeAssistant } from "./openai-chat-assistant-encoder.ts";
import { encodeContent, encodePlacedContent } from "./openai-chat-content-encoder.ts";
import type { Placed } from "./openai-chat-content-encoder.ts";

const DIALECT = "openai-chat";
const MESSAGE_WRITTEN = new Set(["role", "parts", "name", "extensions"]);
const RESULT_WRITTEN = new Set(["type", "callId", "name", "parts", "isCustom"]);

/** What every message is encoded with. */
export interface MessageEncoding {
  readonly target: OpenAiChatTarget;
  readonly losses: LossList;
  readonly legacyFunctions: boolean;
  /** Names of tools by the ids of their calls. */
  readonly names: ReadonlyMap<string, string>;
}

export function encodeMessages(request: ChatRequest, target: OpenAiChatTarget, losses: LossList): Fields[] {
  const encoding: MessageEncoding = {
    target,
    losses,
    legacyFunctions: request.legacyFunctions === true,
    names: toolNames(request),
  };
  return [
    ...encodeInstructions(request.system, "system", encoding),
    ...request.messages.flatMap((message, index) => encodeMessage(message, `messages[${index}]`, encoding)),
  ];
}

function encodeMessage(message: ChatMessage, path: string, encoding: MessageEncoding): Fields[] {
  const { target, losses } = encoding;
  losses.unwritten(path, message, MESSAGE_WRITTEN, DIALECT);
  const shared = (body: Fields): Fields => {
    const named = message.name === undefined ? body : { ...body, name: message.name };
    return withKeptFields(named, losses.extensions(path, message.extensions, DIALECT));
  };
  switch (message.role) {
    case "user":
      return [
        shared({ role: "user", content: encodeContent(message.parts, `${path}.parts`, target, losses) }),
      ];
    case "assistant":
      return [shared(encodeAssistant(message.parts, `${path}.parts`, encoding))];
    case "system":
      if (message.parts.length === 0) return [shared({ role: "system", content: "" })];
      return encodeInstructions(message.parts, `${path}.parts`, encoding).map(shared);
    case "tool":
      return encodeResults(message, path, encoding);
  }
}

/** One message for each run of parts of the same authority. */
function encodeInstructions(
  parts: readonly SystemPart[],
  path: string,
  { target, losses }: MessageEncoding,
): Fields[] {
  const messages: Fields[] = [];
  let run: Placed<ContentPart>[] = [];
  for (const [index, { authority, ...part }] of parts.entries()) {
    const place = `${path}[${index}]`;
    run.push({ part, path: place });
    if (index + 1 < parts.length && parts[index + 1]?.authority === authority) continue;
    const role = roleOf(authority, run[0]?.path ?? place, target, losses);
    messages.push({ role, content: encodePlacedContent(run, target, losses) });
    run = [];
  }
  return messages;
}

function roleOf(
  authority: SystemPart["authority"],
  path: string,
  { instructionRole = "keep" }: OpenAiChatTarget,
  losses: LossList,
): "system" | "developer" {
  const wanted = authority ?? "system";
  const role = instructionRole === "keep" ? wanted : instructionRole;
  if (role !== wanted) losses.changed(`${path}.authority`, `this upstream knows the role ${role}`);
  return role;
}

/** A message for each result. What a result cannot hold here (pictures, documents) follows as the user's. */
function encodeResults(
  message: MessageOf<"tool", ToolResultPart>,
  path: string,
  encoding: MessageEncoding,
): Fields[] {
  const { target, losses } = encoding;
  const results: Fields[] = [];
  const moved: Placed<ContentPart>[] = [];
  for (const [index, part] of message.parts.entries()) {
    const partPath = `${path}.parts[${index}]`;
    losses.unwritten(partPath, part, RESULT_WRITTEN, DIALECT);
    const texts: Placed<ContentPart>[] = [];
    for (const [place, inner] of part.parts.entries()) {
      const placed = { part: inner, path: `${partPath}.parts[${place}]` };
      if (inner.type === "text" || inner.type === "vendor") texts.push(placed);
      else {
        losses.changed(placed.path, "results of tools are texts: it follows as the user's");
        moved.push(placed);
      }
    }
    const content = encodePlacedContent(texts, target, losses);
    results.push(encodeResult(part, partPath, content, encoding));
  }
  const kept = losses.extensions(path, message.extensions, DIALECT);
  const [only] = results;
  if (kept && results.length === 1 && only) results[0] = withKeptFields(only, kept);
  if (moved.length > 0) results.push({ role: "user", content: encodePlacedContent(moved, target, losses) });
  return results;
}

function encodeResult(
  part: ToolResultPart,
  path: string,
  content: string | Fields[],
  { legacyFunctions, names, losses }: MessageEncoding,
): Fields {
  const name = part.name ?? names.get(part.callId);
  if (legacyFunctions && name !== undefined) return { role: "function", name, content };
  const isNamed = part.name !== undefined && part.name !== names.get(part.callId);
  if (legacyFunctions) losses.changed(path, "the call of this result is not known");
  return { role: "tool", tool_call_id: part.callId, content, ...(isNamed && { name }) };
}
