import { keptFields } from "../chat/body-fields.ts";
import type { AssistantPart } from "../chat/chat-part.ts";
import { objectsIn, textOf } from "../reported-usage.ts";
import type { Fields } from "../reported-usage.ts";
import { isCallItem, readCall } from "./openai-responses-calls.ts";
import { DIALECT } from "./openai-responses-dialect.ts";
import { readPicture } from "./openai-responses-pictures.ts";
import { readReasoning } from "./openai-responses-reasoning.ts";
import { readOutputText, readRefusal, withMessageFields } from "./openai-responses-text.ts";

const MESSAGE_KNOWN = new Set(["type", "id", "status", "role", "content"]);

/** An item of the model's, however much of it is there, as parts. Kinds that the shared form has no word for stay whole. */
export function readItem(raw: Fields, fallbackId: () => string): AssistantPart[] {
  if (raw["type"] === "message") return readMessage(raw);
  if (raw["type"] === "reasoning") return readReasoning(raw);
  if (isCallItem(raw["type"])) return [readCall(raw, fallbackId)];
  return [readPicture(raw) ?? vendorPart(raw)];
}

/** Content is a text only where a client wrote the message. */
function readMessage(raw: Fields): AssistantPart[] {
  const { content } = raw;
  const said = typeof content === "string" ? [{ type: "output_text", text: content }] : objectsIn(content);
  const parts = said.map(readContent).filter((part) => !isSilent(part));
  const extensions = keptFields(raw, MESSAGE_KNOWN, DIALECT);
  if (extensions === undefined) return parts;
  const [first] = parts;
  if (first?.type !== "text" && first?.type !== "refusal") return [vendorPart(raw)];
  return [withMessageFields(first, extensions.fields), ...parts.slice(1)];
}

/** Vendors of this dialect also write `text`, and clients that build history by hand `input_text`. */
const TEXT_TYPES: ReadonlySet<string> = new Set(["output_text", "input_text", "text"]);

export function readContent(raw: Fields): AssistantPart {
  if (TEXT_TYPES.has(textOf(raw["type"]))) return readOutputText(raw);
  return raw["type"] === "refusal" ? readRefusal(raw) : vendorPart(raw);
}

/** An empty text with nothing else to say. */
export function isSilent(part: AssistantPart): boolean {
  return part.type === "text" && part.text === "" && Object.keys(part).length === 2;
}

function vendorPart(raw: Fields): AssistantPart {
  return { type: "vendor", dialect: DIALECT, raw };
}

const CONTENT_TYPE = /^(input|output)_|^computer_screenshot$/;

/** Does a part of this dialect stand in a message's `content`, rather than among the items? */
export function isContentType(type: unknown): boolean {
  return CONTENT_TYPE.test(textOf(type));
}
