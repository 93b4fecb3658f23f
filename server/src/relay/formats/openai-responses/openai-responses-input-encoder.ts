import { withKeptFields } from "../chat/body-fields.ts";
import { isPlainText } from "../chat/canonical-messages.ts";
import type { LossList } from "../chat/chat-loss.ts";
import type { AssistantPart, ContentPart, TextPart, ToolResultPart } from "../chat/chat-part.ts";
import type { ChatMessage, ChatRequest, MessageOf, SystemPart } from "../chat/chat-request.ts";
import type { OpenAiResponsesTarget } from "../chat/chat-target.ts";
import type { Fields } from "../reported-usage.ts";
import { encodeContent } from "./openai-responses-content-encoder.ts";
import { DIALECT } from "./openai-responses-dialect.ts";
import { isContentType } from "./openai-responses-items.ts";
import { writeItems } from "./openai-responses-output.ts";

const MESSAGE_WRITTEN = new Set(["role", "parts", "extensions"]);
const RESULT_WRITTEN = new Set(["type", "callId", "name", "parts", "isCustom", "extensions"]);

/** How a conversation is written for an upstream. */
export interface InputEncoding {
  readonly losses: LossList;
  /** Nothing was kept there: what only refers to it is left out. */
  readonly isStateless: boolean;
  readonly thoughts: NonNullable<OpenAiResponsesTarget["thoughts"]>;
}

type AssistantMessage = Extract<ChatMessage, { role: "assistant" }>;

/** `instructions` and `input`. The first plain text of the instructions has a field of its own. */
export function encodeInput({ system, messages }: ChatRequest, encoding: InputEncoding): Fields {
  const [first] = system;
  const hasField = first !== undefined && isPlainText(first) && first.text !== "";
  const skipped = hasField ? 1 : 0;
  const rest = encodeInstructions(system.slice(skipped), "system", skipped, encoding.losses);
  const items = messages.flatMap((message, index) => {
    const path = `messages[${index}]`;
    if (message.role === "assistant" && messages[index - 1]?.role === "assistant")
      encoding.losses.changed(path, "what the model said in a row is one turn");
    return encodeMessage(message, path, encoding);
  });
  return { ...(hasField && { instructions: first.text }), input: [...rest, ...items] };
}

function encodeMessage(message: ChatMessage, path: string, encoding: InputEncoding): Fields[] {
  const { losses } = encoding;
  losses.unwritten(path, message, MESSAGE_WRITTEN, DIALECT);
  const kept = losses.extensions(path, message.extensions, DIALECT);
  const parts = `${path}.parts`;
  switch (message.role) {
    case "user":
      return encodeUser(message, kept, parts, losses);
    case "system":
      return encodeInstructions(message.parts, parts, 0, losses).map((item) => withKeptFields(item, kept));
    case "tool":
      return message.parts.map((part, index) => encodeResult(part, `${parts}[${index}]`, losses));
    case "assistant":
      return encodeSaid(message, path, encoding);
  }
}

/** Items that are no messages stand alone in a turn of the user's. */
function encodeUser(
  { parts }: MessageOf<"user", ContentPart>,
  kept: Fields | undefined,
  path: string,
  losses: LossList,
): Fields[] {
  const [only] = parts;
  if (
    parts.length === 1 &&
    only?.type === "vendor" &&
    only.dialect === DIALECT &&
    !isContentType(only.raw["type"])
  )
    return [only.raw];
  const content = encodeContent(parts, path, losses);
  return [withKeptFields({ type: "message", role: "user", content }, kept)];
}

/** One message for each run of parts of the same authority. `from`: the number of the first part. */
function encodeInstructions(
  parts: readonly SystemPart[],
  path: string,
  from: number,
  losses: LossList,
): Fields[] {
  const messages: Fields[] = [];
  for (let start = 0; start < parts.length;) {
    const authority = parts[start]?.authority;
    let end = start + 1;
    while (end < parts.length && parts[end]?.authority === authority) end++;
    const content = encodeContent(parts.slice(start, end).map(withoutAuthority), path, losses, from + start);
    messages.push({ type: "message", role: authority ?? "system", content });
    start = end;
  }
  return messages;
}

/** The role of the message says it. */
function withoutAuthority({ authority: _authority, ...part }: SystemPart): TextPart {
  return part;
}

function encodeResult(part: ToolResultPart, path: string, losses: LossList): Fields {
  losses.unwritten(path, part, RESULT_WRITTEN, DIALECT);
  return withKeptFields(
    {
      type: part.isCustom ? "custom_tool_call_output" : "function_call_output",
      call_id: part.callId,
      ...(part.name !== undefined && { name: part.name }),
      output: encodeContent(part.parts, `${path}.parts`, losses),
    },
    losses.extensions(path, part.extensions, DIALECT),
  );
}

function encodeSaid(
  { parts }: AssistantMessage,
  path: string,
  { losses, isStateless, thoughts }: InputEncoding,
): Fields[] {
  const sealedIds = new Set(parts.filter(isSealed).map((part) => "id" in part && part.id));
  const isRefused = (part: AssistantPart): boolean => {
    if (part.type === "vendor") return isStateless && refersToKept(part.raw["type"]);
    if (part.type !== "reasoning" || thoughts === "all" || isSealed(part)) return false;
    return part.id === undefined || (isStateless && !sealedIds.has(part.id));
  };
  const skipped = new Set<number>();
  for (const [index, part] of parts.entries()) {
    if (!isRefused(part)) continue;
    skipped.add(index);
    losses.leftOut(`${path}.parts[${index}]`, "it is neither kept nor sealed there");
  }
  const items = writeItems(parts, `${path}.parts`, {
    losses,
    skipped,
    keepsForeignSeals: false,
    // OpenAI takes thoughts back as summaries only.
    asSummary: thoughts === "sealed",
    placeSeed: path.replaceAll(/\W/g, ""),
  });
  return items.length > 0 || parts.length > 0 ? items : [{ type: "message", role: "assistant", content: "" }];
}

function isSealed(part: AssistantPart): boolean {
  return part.type === "reasoning" && (part.encrypted ?? part.signature)?.origin === "openai";
}

/** A reference, or a thought of which nothing but its id came back. */
function refersToKept(type: unknown): boolean {
  return type === "item_reference" || type === "reasoning";
}
