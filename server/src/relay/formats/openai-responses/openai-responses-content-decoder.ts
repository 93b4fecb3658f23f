import {
  anyField,
  bodyObject,
  failField,
  fieldPath,
  listField,
  neededText,
  objectField,
  textField,
  unreadFields,
  wordField,
} from "../chat/body-fields.ts";
import type { BodyObject } from "../chat/body-fields.ts";
import type { CacheHint, ContentPart, FilePart, MediaSource } from "../chat/chat-part.ts";
import { soundMediaType, sourceFromUrl } from "../chat/media-source.ts";
import { namedValue } from "../chat/named-value.ts";
import { DIALECT } from "./openai-responses-dialect.ts";
import { isContentType } from "./openai-responses-items.ts";

/** What a client says: the `content` of a message, the `output` of a tool. Throws FormatError. */
export function decodeContent(holder: BodyObject, name: string): ContentPart[] {
  const content = anyField(holder, name);
  if (content === undefined || content === "") return [];
  if (typeof content === "string") return [{ type: "text", text: content }];
  if (!Array.isArray(content)) return failField(holder, name, "it must be a string or an array");
  const path = fieldPath(holder, name);
  return (listField(holder, name) ?? []).flatMap((value, index) => {
    const part = decodePart(bodyObject(value, `${path}[${index}]`));
    return part ? [part] : [];
  });
}

const DECODERS: ReadonlyMap<string, (part: BodyObject) => ContentPart> = new Map(
  Object.entries<(part: BodyObject) => ContentPart>({
    input_text: decodeText,
    output_text: decodeText,
    text: decodeText,
    input_image: decodeImage,
    input_file: decodeFile,
    input_audio: decodeSound,
  }),
);

function decodePart(part: BodyObject): ContentPart | undefined {
  const type = neededText(part, "type");
  const decode = DECODERS.get(type);
  if (decode === undefined)
    return isContentType(type)
      ? { type: "vendor", dialect: DIALECT, raw: part.fields }
      : failField(part, "type", "it is not known");
  const cache = decodeCacheHint(part);
  const decoded = decode(part);
  const extensions = unreadFields(part, DIALECT);
  if (decoded.type === "text" && decoded.text === "" && !cache && !extensions) return undefined;
  return { ...decoded, ...(cache && { cache }), ...(extensions && { extensions }) };
}

function decodeText(part: BodyObject): ContentPart {
  return { type: "text", text: neededText(part, "text") };
}

function decodeImage(part: BodyObject): ContentPart {
  const detail = wordField(part, "detail", ["auto", "low", "high", "original"]);
  const url = textField(part, "image_url");
  const id = textField(part, "file_id");
  const source = url !== undefined ? sourceFromUrl(url) : id !== undefined ? uploaded(id) : undefined;
  if (source === undefined) return failField(part, "image_url", "it needs image_url or file_id");
  return { type: "image", source, ...(detail !== undefined && { detail }) };
}

function uploaded(id: string): MediaSource {
  return { kind: "uploaded", id };
}

/** `file_data` is a `data:` URL by the documentation; plain base64 is seen too. */
function decodeFile(part: BodyObject): ContentPart {
  const id = textField(part, "file_id");
  const url = textField(part, "file_url");
  const data = textField(part, "file_data");
  const filename = textField(part, "filename");
  const source =
    id !== undefined
      ? uploaded(id)
      : url !== undefined
        ? sourceFromUrl(url)
        : data !== undefined
          ? fileSource(data)
          : undefined;
  if (source === undefined) return failField(part, "file_id", "it needs file_id, file_url or file_data");
  const decoded: FilePart = { type: "file", source };
  return filename === undefined ? decoded : { ...decoded, filename };
}

function fileSource(data: string): MediaSource {
  return data.startsWith("data:")
    ? sourceFromUrl(data)
    : { kind: "inline", mediaType: "application/pdf", base64: data };
}

function decodeSound(part: BodyObject): ContentPart {
  const sound = objectField(part, "input_audio") ?? failField(part, "input_audio", "it is required");
  const base64 = neededText(sound, "data");
  const format = textField(sound, "format") ?? "wav";
  return { type: "audio", source: { kind: "inline", mediaType: soundMediaType(format), base64 } };
}

const LIVES: Readonly<Record<string, number>> = { "30m": 1800, "12h": 43200 };

function decodeCacheHint(part: BodyObject): CacheHint | undefined {
  const mark = objectField(part, "prompt_cache_breakpoint");
  if (mark === undefined) return undefined;
  wordField(mark, "mode", ["explicit"]);
  const ttl = textField(mark, "ttl");
  if (ttl === undefined) return {};
  return { ttlSeconds: namedValue(LIVES, ttl) ?? failField(mark, "ttl", "it must be one of 30m, 12h") };
}
