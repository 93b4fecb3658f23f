import { isObject } from "@tollgate/contract/json-object";
import { flagField, neededText, plainField, textField, unreadFields } from "../chat/body-fields.ts";
import type { BodyObject } from "../chat/body-fields.ts";
import { joinTexts } from "../chat/canonical-messages.ts";
import { FormatError } from "../chat/chat-error.ts";
import type { AssistantPart, ToolCallPart, VendorPart } from "../chat/chat-part.ts";
import { textOf } from "../reported-usage.ts";
import { geminiField, geminiObject } from "./gemini-fields.ts";
import { decodeMedia } from "./gemini-media.ts";
import { readGeminiSeal } from "./gemini-seals.ts";

const DIALECT = "gemini";

type KnownPart = Exclude<AssistantPart, VendorPart>;

/** What parts need to know of their surroundings. */
export interface PartContext {
  /** An id for the next call that has none. */
  readonly newCallId: () => string;
  /** Functions that stand for tools that take plain text. */
  readonly customTools: ReadonlySet<string>;
}

/**
 * One part of a content; undefined when it says nothing. Kinds that nobody knows, and thoughts that are not text, are kept
 * as vendor parts. Throws FormatError.
 */
export function decodePart(part: BodyObject, context: PartContext): AssistantPart | undefined {
  const isThought = flagField(part, "thought") === true;
  const decoded = isThought ? decodeThought(part) : decodeSaid(part, context);
  if (decoded.type === "vendor") return decoded;
  const sealed = withSeal(part, decoded);
  const extensions = unreadFields(part, DIALECT);
  if (extensions) return { ...sealed, extensions };
  const isEmpty = sealed.type === "text" && sealed.text === "" && !sealed.signature;
  return isEmpty ? undefined : sealed;
}

/** The same of an upstream: what cannot be read is kept as it came. */
export function decodePartLeniently(value: unknown, context: PartContext): AssistantPart | undefined {
  if (!isObject(value)) return undefined;
  try {
    return decodePart(geminiObject(value, "part"), context);
  } catch (error) {
    if (error instanceof FormatError) return { type: "vendor", dialect: DIALECT, raw: value };
    throw error;
  }
}

function decodeSaid(part: BodyObject, context: PartContext): AssistantPart {
  const call = geminiField(part, "functionCall");
  if (call) return decodeCall(call, context);
  const media = decodeMedia(part);
  if (media) return media;
  const text = textField(part, "text");
  if (text !== undefined || isBare(part)) return { type: "text", text: text ?? "" };
  return vendorPart(part);
}

function decodeThought(part: BodyObject): AssistantPart {
  const text = textField(part, "text");
  return text !== undefined || isBare(part) ? { type: "reasoning", text: text ?? "" } : vendorPart(part);
}

function vendorPart({ fields }: BodyObject): AssistantPart {
  return { type: "vendor", dialect: DIALECT, raw: fields };
}

/** Nothing but a signature. */
function isBare({ fields }: BodyObject): boolean {
  return Object.keys(fields).every((name) => name === "thought" || name === "thoughtSignature");
}

function decodeCall(call: BodyObject, { newCallId, customTools }: PartContext): ToolCallPart {
  const name = neededText(call, "name");
  const id = textField(call, "id") || newCallId();
  const args = plainField(call, "args");
  if (customTools.has(name)) {
    return { type: "tool-call", id, name, arguments: textOf(args?.["input"]), isCustom: true };
  }
  return { type: "tool-call", id, name, arguments: args ? JSON.stringify(args) : "" };
}

function withSeal(part: BodyObject, decoded: KnownPart): KnownPart {
  switch (decoded.type) {
    case "text":
    case "image":
    case "tool-call":
    case "reasoning": {
      const text = textField(part, "thoughtSignature");
      if (!text) return decoded;
      const { kind, seal } = readGeminiSeal(text);
      return decoded.type === "reasoning" && kind === "encrypted"
        ? { ...decoded, encrypted: seal }
        : { ...decoded, signature: seal };
    }
    default:
      return decoded;
  }
}

/**
 * What the dialect does not keep apart, as one part: plain texts, thoughts that nothing seals, and the seal that ends
 * them. Streams cut parts anywhere and put the seal into an empty one behind, and clients send such pieces back.
 */
export function joinPieces(parts: readonly AssistantPart[]): AssistantPart[] {
  const joined: AssistantPart[] = [];
  for (const part of joinTexts(parts)) {
    const last = joined.at(-1);
    const whole = last && joinPair(last, part);
    if (whole) joined[joined.length - 1] = whole;
    else joined.push(part);
  }
  return joined;
}

/** The one part that two neighbours are; undefined when they are two. */
export function joinPair(last: AssistantPart, part: AssistantPart): AssistantPart | undefined {
  if (last.type === "reasoning" && part.type === "reasoning") {
    const isOpen = !last.signature && !last.encrypted && !last.extensions && !part.extensions;
    return isOpen ? { ...part, text: last.text + part.text } : undefined;
  }
  if (last.type !== "text" || part.type !== "text" || !part.signature) return undefined;
  if (last.signature || last.extensions || part.extensions || part.annotations) return undefined;
  // Citations of a whole text would become those of a longer one.
  if (last.annotations && part.text !== "") return undefined;
  return { ...last, text: last.text + part.text, signature: part.signature };
}
