import {
  bodyObject,
  failField,
  fieldPath,
  flagField,
  listField,
  neededText,
  objectField,
  plainField,
  textField,
  wordField,
} from "../chat/body-fields.ts";
import type { BodyObject } from "../chat/body-fields.ts";
import type {
  AssistantPart,
  CacheHint,
  ChatPart,
  ContentPart,
  MediaSource,
  ToolResultPart,
} from "../chat/chat-part.ts";
import { readSeal } from "../chat/chat-seal.ts";
import { documentType } from "./converse-media.ts";

const DIALECT = "bedrock-converse";

/** The parts in a list of blocks; a mark for the cache belongs to the part before it. Throws FormatError. */
export function decodeBlocks(holder: BodyObject, name: string): ChatPart[] {
  const parts: ChatPart[] = [];
  const path = fieldPath(holder, name);
  for (const [index, value] of (listField(holder, name) ?? []).entries()) {
    const block = bodyObject(value, `${path}[${index}]`);
    const mark = objectField(block, "cachePoint");
    const last = parts.at(-1);
    if (mark && last && last.type !== "vendor") parts[parts.length - 1] = { ...last, cache: hintOf(mark) };
    else if (!mark) parts.push(decodeBlock(block));
  }
  return parts.filter((part) => part.type !== "text" || part.text !== "");
}

/** A mark for the cache. */
export function hintOf(mark: BodyObject): CacheHint {
  const ttl = wordField(mark, "ttl", ["5m", "1h"]);
  return ttl === undefined ? {} : { ttlSeconds: ttl === "1h" ? 3600 : 300 };
}

function decodeBlock(block: BodyObject): ChatPart {
  const text = textField(block, "text");
  if (text !== undefined) return { type: "text", text };
  for (const [name, decode] of Object.entries(DECODERS)) {
    const inner = objectField(block, name);
    const part = inner && decode(inner);
    if (part) return part;
  }
  return { type: "vendor", dialect: DIALECT, raw: block.fields };
}

const DECODERS: Readonly<Record<string, (inner: BodyObject) => ChatPart | undefined>> = {
  image: (inner) => mediumOf("image", inner),
  video: (inner) => mediumOf("video", inner),
  document: decodeDocument,
  toolUse: (inner) => ({
    type: "tool-call",
    id: neededText(inner, "toolUseId"),
    name: neededText(inner, "name"),
    arguments: JSON.stringify(plainField(inner, "input") ?? {}),
  }),
  toolResult: decodeResult,
  reasoningContent: decodeThought,
};

function mediumOf(type: "image" | "video", inner: BodyObject): ContentPart | undefined {
  const source = sourceOf(inner, `${type}/${neededText(inner, "format")}`);
  return source && { type, source };
}

function decodeDocument(inner: BodyObject): ContentPart | undefined {
  const source = sourceOf(inner, documentType(neededText(inner, "format")));
  const filename = textField(inner, "name");
  const context = textField(inner, "context");
  const wish = objectField(inner, "citations");
  const citations = wish && flagField(wish, "enabled");
  return (
    source && {
      type: "file",
      source,
      ...(filename !== undefined && { filename }),
      ...(context !== undefined && { context }),
      ...(citations !== undefined && { citations }),
    }
  );
}

/** Bytes; what lies elsewhere at the vendor's makes the block the vendor's own. */
function sourceOf(inner: BodyObject, mediaType: string): MediaSource | undefined {
  const source = objectField(inner, "source") ?? failField(inner, "source", "it is required");
  const base64 = textField(source, "bytes");
  return base64 === undefined ? undefined : { kind: "inline", mediaType, base64 };
}

function decodeResult(inner: BodyObject): ToolResultPart {
  const status = wordField(inner, "status", ["success", "error"]);
  return {
    type: "tool-result",
    callId: neededText(inner, "toolUseId"),
    parts: decodeBlocks(inner, "content").filter(isContent),
    ...(status !== undefined && { isError: status === "error" }),
  };
}

function decodeThought(inner: BodyObject): AssistantPart | undefined {
  const redacted = textField(inner, "redactedContent");
  if (redacted !== undefined)
    return { type: "reasoning", text: "", encrypted: readSeal(redacted, "bedrock") };
  const thought = objectField(inner, "reasoningText");
  if (thought === undefined) return undefined;
  const signature = textField(thought, "signature");
  return {
    type: "reasoning",
    text: textField(thought, "text") ?? "",
    ...(signature !== undefined && { signature: readSeal(signature, "bedrock") }),
  };
}

const CONTENT: ReadonlySet<string> = new Set(["text", "image", "audio", "video", "file", "vendor"]);

/** What anybody may say. */
export function isContent(part: ChatPart): part is ContentPart {
  return CONTENT.has(part.type);
}
