import {
  anyField,
  bodyObject,
  failField,
  fieldPath,
  flagField,
  listField,
  neededText,
  plainField,
  textField,
  unreadFields,
} from "../chat/body-fields.ts";
import type { BodyObject } from "../chat/body-fields.ts";
import type { ChatPart, ContentPart, TextPart, ToolCallPart, ToolResultPart } from "../chat/chat-part.ts";
import { fieldsOf } from "../reported-usage.ts";
import { decodeCacheControl } from "./anthropic-cache.ts";
import { decodeCitations } from "./anthropic-citations.ts";
import { decodeDocument, decodeImage } from "./anthropic-media-decoder.ts";
import { readHiddenThought, readThought } from "./anthropic-thoughts.ts";

const DIALECT = "anthropic";

/** Kinds of blocks that one part of a conversation may hold. */
export interface BlockKinds<Part extends ChatPart> {
  readonly decoders: Readonly<Record<string, (block: BodyObject) => Part>>;
  /** Nothing else is taken; otherwise kinds that nobody knows are vendor parts. */
  readonly isClosed?: boolean;
  /** Known kinds that do not belong here. */
  readonly refused: ReadonlySet<string>;
}

/** `content`: a text or an array of blocks; empty texts are left out. Throws FormatError. */
export function decodeContent<Part extends ChatPart>(
  holder: BodyObject,
  name: string,
  kinds: BlockKinds<Part>,
): (Part | ContentPart)[] {
  const content = anyField(holder, name);
  if (content === undefined || content === "") return [];
  if (typeof content === "string") return [{ type: "text", text: content }];
  if (!Array.isArray(content)) return failField(holder, name, "it must be a string or an array");
  const path = fieldPath(holder, name);
  return (listField(holder, name) ?? []).flatMap((value, index) => {
    const part = decodeBlock(bodyObject(value, `${path}[${index}]`), kinds);
    return part ? [part] : [];
  });
}

function decodeBlock<Part extends ChatPart>(
  block: BodyObject,
  { decoders, refused, isClosed }: BlockKinds<Part>,
): Part | ContentPart | undefined {
  const type = neededText(block, "type");
  const decode = Object.hasOwn(decoders, type) ? decoders[type] : undefined;
  if (refused.has(type) || (isClosed && !decode))
    return failField(block, "type", `${type} does not belong here`);
  const part = decode?.(block);
  if (part === undefined || part.type === "vendor")
    return { type: "vendor", dialect: DIALECT, raw: block.fields };
  const { cache } = decodeCacheControl(block);
  const extensions = unreadFields(block, DIALECT);
  if (part.type === "text" && part.text === "" && !part.annotations && !cache && !extensions)
    return undefined;
  return { ...part, ...(cache && { cache }), ...(extensions && { extensions }) };
}

function decodeText(block: BodyObject): TextPart {
  const text = textField(block, "text") ?? failField(block, "text", "it is required");
  listField(block, "citations");
  return { type: "text", text, ...decodeCitations(block.fields["citations"]) };
}

const CONTENT = { text: decodeText, image: decodeImage, document: decodeDocument };

/** Instructions. */
export const SYSTEM_KINDS: BlockKinds<TextPart> = {
  decoders: { text: decodeText },
  isClosed: true,
  refused: new Set(),
};

/** What a tool gave back. */
const RESULT_KINDS: BlockKinds<ContentPart> = {
  decoders: CONTENT,
  refused: new Set(["tool_use", "tool_result", "thinking", "redacted_thinking"]),
};

export const USER_KINDS: BlockKinds<ContentPart | ToolResultPart> = {
  decoders: { ...CONTENT, tool_result: decodeToolResult },
  refused: new Set(["tool_use", "thinking", "redacted_thinking"]),
};

export const ASSISTANT_KINDS: BlockKinds<ChatPart> = {
  decoders: {
    ...CONTENT,
    tool_use: decodeToolUse,
    thinking: (block) => {
      for (const name of ["thinking", "signature"]) textField(block, name);
      return readThought(block.fields);
    },
    redacted_thinking: (block) => {
      neededText(block, "data");
      return readHiddenThought(block.fields);
    },
  },
  refused: new Set(["tool_result"]),
};

function decodeToolUse(block: BodyObject): ToolCallPart {
  const input = plainField(block, "input") ?? {};
  skipDirectCaller(block);
  return {
    type: "tool-call",
    id: neededText(block, "id"),
    name: neededText(block, "name"),
    arguments: JSON.stringify(input),
  };
}

/** The model called it itself: what every call is that does not say otherwise. */
function skipDirectCaller(block: BodyObject): void {
  if (isDirect(block.fields["caller"])) block.read.add("caller");
}

/** Is the `caller` of a call the model itself? */
export function isDirect(caller: unknown): boolean {
  return fieldsOf(caller)["type"] === "direct";
}

function decodeToolResult(block: BodyObject): ToolResultPart {
  const isError = flagField(block, "is_error");
  return {
    type: "tool-result",
    callId: neededText(block, "tool_use_id"),
    parts: decodeContent(block, "content", RESULT_KINDS),
    ...(isError !== undefined && { isError }),
  };
}
