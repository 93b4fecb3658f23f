import { isObject } from "@tollgate/contract/json-object";
import { keptFields } from "../chat/body-fields.ts";
import type { ToolCallPart } from "../chat/chat-part.ts";
import { readSeal, writeSeal } from "../chat/chat-seal.ts";
import type { Seal } from "../chat/chat-seal.ts";
import { fieldsOf, textOf } from "../reported-usage.ts";
import type { Fields } from "../reported-usage.ts";

/**
 * The signature of a Gemini call in this dialect, as Google's compatible endpoint writes it:
 * https://ai.google.dev/gemini-api/docs/thought-signatures (`extra_content.google.thought_signature`).
 */
export function readSignature(holder: Fields): Seal | undefined {
  const signature = textOf(fieldsOf(fieldsOf(holder["extra_content"])["google"])["thought_signature"]);
  return signature === "" ? undefined : readSeal(signature, "gemini");
}

export function signatureFields(signature: Seal): Fields {
  return { extra_content: { google: { thought_signature: writeSeal(signature, "gemini") } } };
}

/** `index` is the place in a stream; clients that join deltas leave it in. */
const KNOWN = new Set(["id", "type", "index", "function", "custom", "extra_content"]);

/** One of `tool_calls`, however much of it is there. `fallbackId` for vendors that give none. */
export function readToolCall(call: Fields, fallbackId: () => string): ToolCallPart {
  const isCustom = call["type"] === "custom" || isObject(call["custom"]);
  const inner = fieldsOf(isCustom ? call["custom"] : call["function"]);
  const signature = readSignature(call);
  const extensions = keptFields(call, KNOWN, "openai-chat");
  return {
    type: "tool-call",
    id: textOf(call["id"]) || fallbackId(),
    name: textOf(inner["name"]),
    arguments: argumentsText(isCustom ? inner["input"] : inner["arguments"]),
    ...(isCustom && { isCustom }),
    ...(signature && { signature }),
    ...(extensions && { extensions }),
  };
}

/** Some vendors write arguments as an object instead of its text. */
export function argumentsText(value: unknown): string {
  if (typeof value === "string") return value;
  return isObject(value) || Array.isArray(value) ? JSON.stringify(value) : "";
}

export function writeToolCall(part: ToolCallPart): Fields {
  const { id, name, isCustom, signature } = part;
  return {
    id,
    ...(isCustom
      ? { type: "custom", custom: { name, input: part.arguments } }
      : { type: "function", function: { name, arguments: part.arguments } }),
    ...(signature && signatureFields(signature)),
  };
}
