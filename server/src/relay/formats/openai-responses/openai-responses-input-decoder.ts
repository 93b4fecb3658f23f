import {
  anyField,
  bodyObject,
  failField,
  fieldPath,
  listField,
  neededText,
  objectsField,
  textField,
  unreadFields,
  wordField,
} from "../chat/body-fields.ts";
import type { BodyObject } from "../chat/body-fields.ts";
import { joinToolMessages } from "../chat/canonical-messages.ts";
import type { AssistantPart, ToolResultPart, VendorPart } from "../chat/chat-part.ts";
import type { ChatMessage, SystemPart } from "../chat/chat-request.ts";
import { textOf } from "../reported-usage.ts";
import { isCallItem } from "./openai-responses-calls.ts";
import { decodeContent } from "./openai-responses-content-decoder.ts";
import { DIALECT } from "./openai-responses-dialect.ts";
import { isContentType, readItem } from "./openai-responses-items.ts";

export interface DecodedInput {
  readonly system: readonly SystemPart[];
  readonly messages: readonly ChatMessage[];
}

/**
 * Reads `instructions` and `input`. Items of the model's that follow each other are one message, for they are one turn.
 * Throws FormatError.
 */
export function decodeInput(body: BodyObject): DecodedInput {
  const instructions = textField(body, "instructions");
  const system: SystemPart[] = instructions ? [{ type: "text", text: instructions }] : [];
  const messages: ChatMessage[] = [];
  for (const message of decodeItems(body)) {
    const last = messages.at(-1);
    if (message.role === "system" && messages.length === 0 && !message.extensions)
      system.push(...message.parts);
    else if (message.role === "assistant" && last?.role === "assistant")
      messages[messages.length - 1] = { ...last, parts: [...last.parts, ...message.parts] };
    else messages.push(message);
  }
  return { system, messages: joinToolMessages(messages) };
}

function decodeItems(body: BodyObject): ChatMessage[] {
  const input = anyField(body, "input");
  if (typeof input === "string")
    return [{ role: "user", parts: input === "" ? [] : [{ type: "text", text: input }] }];
  if (input !== undefined && !Array.isArray(input))
    return failField(body, "input", "it must be a string or an array");
  return (listField(body, "input") ?? []).map((value, index) =>
    decodeItem(bodyObject(value, `${fieldPath(body, "input")}[${index}]`)),
  );
}

/** A message may leave its type out, and so may a reference, which is nothing but an id. */
function decodeItem(item: BodyObject): ChatMessage {
  const isMessage = item.fields["role"] !== undefined;
  const type = textField(item, "type") ?? (isMessage ? "message" : "item_reference");
  if (type === "message") return decodeMessage(item);
  if (type === "function_call_output" || type === "custom_tool_call_output")
    return { role: "tool", parts: [decodeResult(item, type)] };
  if (isCallItem(type)) checkCall(item, type);
  else if (type === "reasoning") return decodeThought(item);
  else if (type === "item_reference") neededText(item, "id");
  else if (isContentType(type)) return failField(item, "type", "it belongs into a message's content");
  if (isClients(type)) return { role: "user", parts: [vendorPart(item)] };
  return { role: "assistant", parts: readItem(item.fields, () => neededText(item, "call_id")) };
}

/** What clients add to a conversation beside messages; everything else comes from the model. */
const CLIENTS: ReadonlySet<string> = new Set([
  "additional_tools",
  "configuration_update",
  "compaction_trigger",
]);

function isClients(type: string): boolean {
  return /_(output|response)$/.test(type) || CLIENTS.has(type);
}

function vendorPart(item: BodyObject): VendorPart {
  return { type: "vendor", dialect: DIALECT, raw: item.fields };
}

function checkCall(item: BodyObject, type: string): void {
  for (const name of ["call_id", "name", type === "function_call" ? "arguments" : "input"])
    neededText(item, name);
}

/** A thought that says nothing and is not sealed stands for one that its vendor has kept. */
function decodeThought(item: BodyObject): ChatMessage {
  textField(item, "id");
  textField(item, "encrypted_content");
  for (const name of ["summary", "content"])
    for (const entry of objectsField(item, name) ?? []) neededText(entry, "text");
  const parts: readonly AssistantPart[] = readItem(item.fields, () => "");
  return { role: "assistant", parts: parts.length > 0 ? parts : [vendorPart(item)] };
}

function decodeMessage(message: BodyObject): ChatMessage {
  const role =
    wordField(message, "role", ["user", "assistant", "system", "developer"]) ??
    failField(message, "role", "it is required");
  if (role === "assistant") return { role, parts: decodeSaid(message) };
  const parts = decodeContent(message, "content");
  for (const name of ["id", "status"]) anyField(message, name);
  const extensions = unreadFields(message, DIALECT);
  if (role === "user") return { role, parts, ...(extensions && { extensions }) };
  const instructions: SystemPart[] = [];
  for (const part of parts) {
    if (part.type !== "text") return failField(message, "content", "instructions must be text");
    instructions.push(role === "developer" ? { ...part, authority: role } : part);
  }
  return { role: "system", parts: instructions, ...(extensions && { extensions }) };
}

/** An earlier turn, sent back as it came or written by hand. */
function decodeSaid(message: BodyObject): AssistantPart[] {
  if (typeof anyField(message, "content") !== "string")
    for (const part of objectsField(message, "content") ?? []) {
      const type = neededText(part, "type");
      if (type === "refusal") neededText(part, "refusal");
      else if (/(^|_)text$/.test(type)) neededText(part, "text");
      else if (!isContentType(type)) failField(part, "type", "it is not known");
    }
  return readItem({ ...message.fields, type: "message" }, () => "");
}

function decodeResult(item: BodyObject, type: string): ToolResultPart {
  const callId = textOf(item.fields["call_id"]) || neededText(item, "call_id");
  const name = textField(item, "name");
  const parts = decodeContent(item, "output");
  for (const known of ["id", "status", "call_id"]) anyField(item, known);
  const extensions = unreadFields(item, DIALECT);
  return {
    type: "tool-result",
    callId,
    parts,
    ...(name !== undefined && { name }),
    ...(type === "custom_tool_call_output" && { isCustom: true }),
    ...(extensions && { extensions }),
  };
}
