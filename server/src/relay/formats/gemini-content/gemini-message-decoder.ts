import { failField, neededText, plainField, textField, unreadFields } from "../chat/body-fields.ts";
import type { BodyObject } from "../chat/body-fields.ts";
import { joinToolMessages } from "../chat/canonical-messages.ts";
import type { AssistantPart, ContentPart, ToolResultPart } from "../chat/chat-part.ts";
import type { ChatMessage, SystemPart } from "../chat/chat-request.ts";
import { derivedCallId } from "../chat/tool-calls.ts";
import { geminiField, geminiObjects } from "./gemini-fields.ts";
import { decodeMedia } from "./gemini-media.ts";
import { decodePart, joinPieces } from "./gemini-part-decoder.ts";
import { readToolResponse } from "./gemini-tool-response.ts";

const DIALECT = "gemini";
const NO_CUSTOM_TOOLS: ReadonlySet<string> = new Set();

/** What later contents need to know of earlier ones. */
interface Conversation {
  /** Names of functions by the ids of their calls. */
  readonly names: Map<string, string>;
  /** Calls without a result yet, oldest first: results without ids belong to the first of their name. */
  readonly open: { readonly id: string; readonly name: string }[];
  orphans: number;
}

/** Reads `contents`. Throws FormatError. */
export function decodeContents(body: BodyObject): readonly ChatMessage[] {
  const contents = geminiObjects(body, "contents") ?? [];
  if (contents.length === 0) failField(body, "contents", "it must be a non-empty array");
  const conversation: Conversation = { names: new Map(), open: [], orphans: 0 };
  const messages = contents.flatMap((content, index) => decodeContent(content, index, conversation));
  return joinToolMessages(joinModelTurns(messages));
}

/** Google's own clients send every piece of a streamed answer back as a content of its own. */
function joinModelTurns(messages: readonly ChatMessage[]): ChatMessage[] {
  const joined: ChatMessage[] = [];
  for (const message of messages) {
    const last = joined.at(-1);
    const isPiece = message.role === "assistant" && last?.role === "assistant";
    if (isPiece && !last.extensions && !message.extensions)
      joined[joined.length - 1] = { ...last, parts: joinPieces([...last.parts, ...message.parts]) };
    else joined.push(message);
  }
  return joined;
}

/** Reads `systemInstruction`: a content of texts, whose role means nothing. Throws FormatError. */
export function decodeInstruction(body: BodyObject): readonly SystemPart[] {
  const instruction = geminiField(body, "systemInstruction");
  if (instruction === undefined) return [];
  textField(instruction, "role");
  return (geminiObjects(instruction, "parts") ?? []).flatMap((part) => {
    const text = neededText(part, "text");
    const extensions = unreadFields(part, DIALECT);
    if (text === "" && !extensions) return [];
    return [{ type: "text" as const, text, ...(extensions && { extensions }) }];
  });
}

function decodeContent(content: BodyObject, index: number, conversation: Conversation): ChatMessage[] {
  const role = textField(content, "role") || "user";
  const parts = geminiObjects(content, "parts") ?? [];
  if (role === "model") {
    const said = decodeModelParts(parts, index, conversation);
    return [{ role: "assistant", parts: said, ...kept(content) }];
  }
  // `function` is the older role of results.
  if (role !== "user" && role !== "function") failField(content, "role", "it must be user or model");
  const results: ToolResultPart[] = [];
  const said: ContentPart[] = [];
  for (const part of parts) {
    const response = geminiField(part, "functionResponse");
    if (response) results.push(decodeResult(part, response, conversation));
    else {
      const decoded = decodeUserPart(part);
      if (decoded) said.push(decoded);
    }
  }
  // Results first: every dialect wants them right behind the calls, wherever they stand among the parts.
  if (results.length === 0) return [{ role: "user", parts: said, ...kept(content) }];
  if (said.length === 0) return [{ role: "tool", parts: results, ...kept(content) }];
  return [
    { role: "tool", parts: results },
    { role: "user", parts: said, ...kept(content) },
  ];
}

function kept(content: BodyObject) {
  const extensions = unreadFields(content, DIALECT);
  return extensions ? { extensions } : {};
}

function decodeModelParts(
  parts: readonly BodyObject[],
  turn: number,
  conversation: Conversation,
): AssistantPart[] {
  let calls = 0;
  const context = {
    newCallId: () => derivedCallId(`turn${turn}`, calls++),
    customTools: NO_CUSTOM_TOOLS,
  };
  const decoded = parts.flatMap((part) => decodePart(part, context) ?? []);
  for (const part of decoded) {
    if (part.type !== "tool-call") continue;
    conversation.names.set(part.id, part.name);
    conversation.open.push({ id: part.id, name: part.name });
  }
  return joinPieces(decoded);
}

function decodeUserPart(part: BodyObject): ContentPart | undefined {
  const decoded = decodePart(part, { newCallId: () => "", customTools: NO_CUSTOM_TOOLS });
  if (decoded?.type === "tool-call") return failField(part, "functionCall", "only the model calls functions");
  if (decoded?.type === "reasoning") return failField(part, "thought", "only the model thinks");
  // The decoder makes no refusals.
  return decoded?.type === "refusal" ? undefined : decoded;
}

function decodeResult(part: BodyObject, response: BodyObject, conversation: Conversation): ToolResultPart {
  const name = neededText(response, "name");
  const id = textField(response, "id");
  const callId = id || callOf(name, conversation);
  const place = conversation.open.findIndex((call) => call.id === callId);
  if (place >= 0) conversation.open.splice(place, 1);
  const { text, isError } = readToolResponse(plainField(response, "response"));
  const media = (geminiObjects(response, "parts") ?? []).map((inner): ContentPart => {
    const decoded = decodeMedia(inner) ?? failField(inner, "inlineData", "it is required");
    const extensions = unreadFields(inner, DIALECT);
    return extensions ? Object.assign(decoded, { extensions }) : decoded;
  });
  const extensions = unreadFields(part, DIALECT);
  return {
    type: "tool-result",
    callId,
    parts: [...(text === "" ? [] : [{ type: "text" as const, text }]), ...media],
    ...(conversation.names.get(callId) !== name && { name }),
    ...(isError && { isError }),
    ...(extensions && { extensions }),
  };
}

/** The call of that name that waits the longest; an id of its own when there is none. */
function callOf(name: string, conversation: Conversation): string {
  const call = conversation.open.find((waiting) => waiting.name === name);
  return call?.id ?? derivedCallId("orphan", conversation.orphans++);
}
