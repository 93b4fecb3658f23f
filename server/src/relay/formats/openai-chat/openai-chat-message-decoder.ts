import {
  failField,
  neededText,
  objectField,
  objectsField,
  textField,
  unreadFields,
  wordField,
  anyField,
  listField,
} from "../chat/body-fields.ts";
import type { BodyObject } from "../chat/body-fields.ts";
import { joinToolMessages } from "../chat/canonical-messages.ts";
import type { AssistantPart, AudioPart, ToolCallPart, ToolResultPart } from "../chat/chat-part.ts";
import type { ChatMessage, SystemPart } from "../chat/chat-request.ts";
import { soundMediaType } from "../chat/media-source.ts";
import { derivedCallId } from "../chat/tool-calls.ts";
import { readSignature, readToolCall } from "./openai-chat-calls.ts";
import { decodeAnnotations, annotateTexts } from "./openai-chat-annotations.ts";
import { decodeContent } from "./openai-chat-content-decoder.ts";
import { readReasoning } from "./openai-chat-reasoning-details.ts";

const DIALECT = "openai-chat";
const ROLES = ["system", "developer", "user", "assistant", "tool", "function"] as const;

export interface DecodedMessages {
  readonly system: readonly SystemPart[];
  readonly messages: readonly ChatMessage[];
}

/** What later messages need to know of earlier ones. */
interface Conversation {
  /** Calls by id. */
  readonly calls: Map<string, ToolCallPart>;
  /** Calls of the oldest dialect, which have names only: those without a result yet. */
  readonly openLegacyCalls: ToolCallPart[];
  legacyCalls: number;
}

/** Reads `messages`. Throws FormatError. */
export function decodeMessages(body: BodyObject): DecodedMessages {
  const system: SystemPart[] = [];
  const messages: ChatMessage[] = [];
  const conversation: Conversation = { calls: new Map(), openLegacyCalls: [], legacyCalls: 0 };
  const list = objectsField(body, "messages") ?? [];
  if (list.length === 0) failField(body, "messages", "it must be a non-empty array");
  for (const message of list) {
    const decoded = decodeMessage(message, conversation);
    const isPlain = !("name" in decoded) && !("extensions" in decoded);
    if (decoded.role === "system" && messages.length === 0 && isPlain) system.push(...decoded.parts);
    else messages.push(decoded);
  }
  return { system, messages: joinToolMessages(messages) };
}

function decodeMessage(message: BodyObject, conversation: Conversation): ChatMessage {
  const role = wordField(message, "role", ROLES) ?? failField(message, "role", "it is required");
  switch (role) {
    case "system":
    case "developer":
      return { role: "system", parts: decodeInstructions(message, role), ...rest(message) };
    case "user":
      return { role, parts: decodeContent(message, "content"), ...rest(message) };
    case "assistant":
      return { role, parts: decodeAssistant(message, conversation), ...rest(message) };
    case "tool":
      return { role, parts: [decodeResult(message, conversation)], ...rest(message, "no name") };
    case "function":
      return {
        role: "tool",
        parts: [decodeLegacyResult(message, conversation)],
        ...rest(message, "no name"),
      };
  }
}

function rest(message: BodyObject, names: "name" | "no name" = "name") {
  const name = names === "name" ? textField(message, "name") : undefined;
  const extensions = unreadFields(message, DIALECT);
  return { ...(name !== undefined && { name }), ...(extensions && { extensions }) };
}

function decodeInstructions(message: BodyObject, role: "system" | "developer"): SystemPart[] {
  const parts: SystemPart[] = [];
  for (const part of decodeContent(message, "content")) {
    if (part.type !== "text") return failField(message, "content", "instructions must be text");
    parts.push(role === "developer" ? { ...part, authority: role } : part);
  }
  return parts;
}

function decodeAssistant(message: BodyObject, conversation: Conversation): AssistantPart[] {
  for (const name of ["reasoning_content", "reasoning"]) textField(message, name);
  listField(message, "reasoning_details");
  const content = decodeContent<AssistantPart>(message, "content", (part, type) =>
    type === "refusal" ? { type, text: neededText(part, "refusal") } : undefined,
  );
  const annotations = decodeAnnotations(listField(message, "annotations"));
  const refusal = textField(message, "refusal");
  const sound = decodeSpoken(message);
  return [
    ...readReasoning(message.fields),
    ...signedText(message, annotateTexts(content, annotations)),
    ...(refusal ? [{ type: "refusal" as const, text: refusal }] : []),
    ...(sound ? [sound] : []),
    ...decodeCalls(message, conversation),
  ];
}

/** A message's own signature is that of its last text. */
function signedText(message: BodyObject, parts: AssistantPart[]): AssistantPart[] {
  const signature = readSignature(message.fields);
  const place = parts.findLastIndex(({ type }) => type === "text");
  const part = parts[place];
  if (signature === undefined) return parts;
  anyField(message, "extra_content");
  // Gemini signs an answer of thoughts and calls alone with an empty text.
  if (part?.type !== "text") return [...parts, { type: "text", text: "", signature }];
  return parts.with(place, { ...part, signature });
}

/** A spoken answer of an earlier turn, by its id; clients that send whole answers back send its sound too. */
function decodeSpoken(message: BodyObject): AudioPart | undefined {
  const sound = objectField(message, "audio");
  if (sound === undefined) return undefined;
  const id = textField(sound, "id");
  const base64 = textField(sound, "data");
  const transcript = textField(sound, "transcript");
  anyField(sound, "expires_at");
  return {
    type: "audio",
    ...(id !== undefined && { id }),
    ...(base64 && { source: { kind: "inline" as const, mediaType: soundMediaType("wav"), base64 } }),
    ...(transcript && { transcript }),
  };
}

function decodeCalls(message: BodyObject, conversation: Conversation): ToolCallPart[] {
  const calls = (objectsField(message, "tool_calls") ?? []).map((call) => {
    const part = readToolCall(call.fields, () => failField(call, "id", "it is required"));
    if (part.name === "") failField(call, "function.name", "it is required");
    conversation.calls.set(part.id, part);
    return part;
  });
  const legacy = objectField(message, "function_call");
  if (legacy === undefined) return calls;
  const call: ToolCallPart = {
    type: "tool-call",
    id: derivedCallId("legacy", conversation.legacyCalls++),
    name: neededText(legacy, "name"),
    arguments: textField(legacy, "arguments") ?? "",
  };
  conversation.openLegacyCalls.push(call);
  return [...calls, call];
}

/** The name of a result is that of its call, where that is known. */
function decodeResult(message: BodyObject, { calls }: Conversation): ToolResultPart {
  const callId = neededText(message, "tool_call_id");
  const call = calls.get(callId);
  const name = textField(message, "name");
  return {
    type: "tool-result",
    callId,
    parts: decodeContent(message, "content"),
    ...(call?.isCustom && { isCustom: true }),
    ...(name !== undefined && call === undefined && { name }),
  };
}

/** `role: "function"`: the result of the latest call of that name. */
function decodeLegacyResult(message: BodyObject, conversation: Conversation): ToolResultPart {
  const name = neededText(message, "name");
  const { openLegacyCalls } = conversation;
  const place = openLegacyCalls.findLastIndex((call) => call.name === name);
  const call = openLegacyCalls[place];
  const parts = decodeContent(message, "content");
  if (call === undefined)
    return { type: "tool-result", callId: derivedCallId("legacy", conversation.legacyCalls++), name, parts };
  openLegacyCalls.splice(place, 1);
  return { type: "tool-result", callId: call.id, parts };
}
