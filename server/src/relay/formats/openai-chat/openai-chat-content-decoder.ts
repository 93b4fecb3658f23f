import {
  bodyObject,
  failField,
  fieldPath,
  listField,
  neededText,
  objectField,
  textField,
  anyField,
  unreadFields,
  wordField,
} from "../chat/body-fields.ts";
import type { BodyObject } from "../chat/body-fields.ts";
import type { CacheHint, ContentPart, FilePart, MediaSource, TextPart } from "../chat/chat-part.ts";
import { soundMediaType, sourceFromUrl } from "../chat/media-source.ts";

const DIALECT = "openai-chat";

/** Reads one part of a `content` array, or says that it is none of its business. */
export type OtherPart<Part> = (part: BodyObject, type: string) => Part | undefined;

/**
 * The `content` of a message: a text or an array of parts. Kinds of parts that nobody knows are kept as vendor parts.
 * Throws FormatError.
 */
export function decodeContent<Part = never>(
  message: BodyObject,
  name: string,
  other?: OtherPart<Part>,
): (ContentPart | Part)[] {
  const content = anyField(message, name);
  if (content === undefined || content === "") return [];
  if (typeof content === "string") return [{ type: "text", text: content }];
  if (!Array.isArray(content)) return failField(message, name, "it must be a string or an array");
  const path = fieldPath(message, name);
  const parts: (ContentPart | Part)[] = [];
  for (const [index, value] of (listField(message, name) ?? []).entries()) {
    const part = bodyObject(value, `${path}[${index}]`);
    const decoded = decodePart(part, other);
    if (decoded !== undefined) parts.push(decoded);
  }
  return parts;
}

function decodePart<Part>(
  part: BodyObject,
  other: OtherPart<Part> | undefined,
): ContentPart | Part | undefined {
  const type = neededText(part, "type");
  const decode = DECODERS.get(type);
  if (decode === undefined) {
    return other?.(part, type) ?? { type: "vendor", dialect: DIALECT, raw: part.fields };
  }
  const cache = decodeCacheHint(part);
  const decoded = decode(part);
  if (decoded.type === "vendor") return decoded;
  const extensions = unreadFields(part, DIALECT);
  const whole = { ...decoded, ...(cache && { cache }), ...(extensions && { extensions }) };
  return whole.type === "text" && whole.text === "" && !cache && !extensions ? undefined : whole;
}

const DECODERS: ReadonlyMap<string, (part: BodyObject) => ContentPart> = new Map(
  Object.entries<(part: BodyObject) => ContentPart>({
    text: (part): TextPart => ({ type: "text", text: textField(part, "text") ?? "" }),
    image_url: decodeImage,
    input_audio: decodeSound,
    video_url: decodeVideo,
    file: decodeFile,
  }),
);

/** Vendors also take `"image_url": "https://…"`. */
function decodeImage(part: BodyObject): ContentPart {
  if (typeof part.fields["image_url"] === "string")
    return { type: "image", source: sourceFromUrl(neededText(part, "image_url")) };
  const image = objectField(part, "image_url") ?? failField(part, "image_url", "it is required");
  const detail = wordField(image, "detail", ["auto", "low", "high", "original"]);
  return {
    type: "image",
    source: sourceFromUrl(neededText(image, "url")),
    ...(detail !== undefined && { detail }),
  };
}

/** `data` is base64; Qwen also takes a URL or a `data:` URL there. */
function decodeSound(part: BodyObject): ContentPart {
  const sound = objectField(part, "input_audio") ?? failField(part, "input_audio", "it is required");
  const data = neededText(sound, "data");
  const format = textField(sound, "format");
  if (data.startsWith("data:")) return { type: "audio", source: sourceFromUrl(data) };
  if (/^https?:/i.test(data)) {
    const mediaType = format === undefined ? {} : { mediaType: soundMediaType(format) };
    return { type: "audio", source: { kind: "url", url: data, ...mediaType } };
  }
  const source = { kind: "inline", mediaType: soundMediaType(format ?? "wav"), base64: data } as const;
  return { type: "audio", source };
}

/** Qwen, GLM, Ark and OpenRouter. */
function decodeVideo(part: BodyObject): ContentPart {
  if (typeof part.fields["video_url"] === "string")
    return { type: "video", source: sourceFromUrl(neededText(part, "video_url")) };
  const video = objectField(part, "video_url") ?? failField(part, "video_url", "it is required");
  return { type: "video", source: sourceFromUrl(neededText(video, "url")) };
}

/** `file_data` is a `data:` URL by the documentation; plain base64 and (OpenRouter) web addresses are seen too. */
function decodeFile(part: BodyObject): ContentPart {
  const file = objectField(part, "file") ?? failField(part, "file", "it is required");
  const id = textField(file, "file_id");
  const data = textField(file, "file_data");
  const filename = textField(file, "filename");
  const source = id !== undefined ? uploaded(id) : data !== undefined ? fileSource(data) : undefined;
  if (source === undefined) return failField(part, "file", "it needs file_id or file_data");
  const decoded: FilePart = { type: "file", source };
  return filename === undefined ? decoded : { ...decoded, filename };
}

function uploaded(id: string): MediaSource {
  return { kind: "uploaded", id };
}

function fileSource(data: string): MediaSource {
  return /^(data|https?):/i.test(data)
    ? sourceFromUrl(data)
    : { kind: "inline", mediaType: "application/pdf", base64: data };
}

const SECONDS: ReadonlyMap<string, number> = new Map([
  ["5m", 300],
  ["30m", 1800],
  ["1h", 3600],
  ["12h", 43200],
]);

/** OpenAI's own mark, and Anthropic's, which OpenRouter and others take in this dialect. */
function decodeCacheHint(part: BodyObject): CacheHint | undefined {
  const mark = objectField(part, "prompt_cache_breakpoint") ?? objectField(part, "cache_control");
  if (mark === undefined) return undefined;
  for (const name of ["mode", "type"]) textField(mark, name);
  const ttl = textField(mark, "ttl");
  const ttlSeconds = ttl === undefined ? undefined : SECONDS.get(ttl);
  return ttlSeconds === undefined ? {} : { ttlSeconds };
}
