import { failField, neededText, textField } from "../chat/body-fields.ts";
import type { BodyObject } from "../chat/body-fields.ts";
import type { LossList } from "../chat/chat-loss.ts";
import type { AudioPart, FilePart, ImagePart, MediaSource, VideoPart } from "../chat/chat-part.ts";
import type { Fields } from "../reported-usage.ts";
import { geminiField } from "./gemini-fields.ts";

/** Media of every kind: the dialect has one part for all of them and tells them apart by their type. */
export type MediaPart = ImagePart | AudioPart | VideoPart | FilePart;

/**
 * The media in a part's `inlineData` or `fileData`; undefined when it has neither. Throws FormatError.
 *
 * Source: https://ai.google.dev/api/caching#Part and https://ai.google.dev/gemini-api/docs/file-input-methods.
 */
export function decodeMedia(part: BodyObject): MediaPart | undefined {
  const inline = geminiField(part, "inlineData");
  if (inline) {
    const mediaType = neededText(inline, "mimeType");
    return mediaPart(inline, mediaType, { kind: "inline", mediaType, base64: neededText(inline, "data") });
  }
  const file = geminiField(part, "fileData");
  if (file === undefined) return undefined;
  const uri = neededText(file, "fileUri");
  if (uri === "") return failField(file, "fileUri", "it is required");
  const mediaType = textField(file, "mimeType");
  const type = mediaType === undefined ? {} : { mediaType };
  const source: MediaSource = isUploaded(uri)
    ? { kind: "uploaded", id: uri, ...type }
    : { kind: "url", url: uri, ...type };
  return mediaPart(file, mediaType ?? typeByName(uri), source);
}

/** Only documents have a name in the shared form; that of a picture stays among the unknown fields. */
function mediaPart(holder: BodyObject, mediaType: string | undefined, source: MediaSource): MediaPart {
  const type = kindOf(mediaType);
  if (type !== "file") return { type, source };
  const filename = textField(holder, "displayName");
  return { type, source, ...(filename !== undefined && { filename }) };
}

/** Files of the vendor's own stores, which nobody else can fetch. */
function isUploaded(uri: string): boolean {
  return !/^https?:/i.test(uri) || /^https:\/\/generativelanguage\.googleapis\.com\//i.test(uri);
}

function kindOf(mediaType: string | undefined): MediaPart["type"] {
  const kind = mediaType?.split("/", 1)[0]?.toLowerCase();
  return kind === "image" || kind === "audio" || kind === "video" ? kind : "file";
}

/** A part for the wire; undefined, and told, when the dialect cannot take it. */
export function encodeMedia(part: MediaPart, path: string, losses: LossList): Fields | undefined {
  const { source } = part;
  if (source === undefined || (source.kind === "uploaded" && !/^(https:|gs:|files\/)/.test(source.id))) {
    losses.leftOut(path, "gemini cannot fetch what was uploaded to another vendor");
    return undefined;
  }
  const name = part.type === "file" && part.filename !== undefined ? { displayName: part.filename } : {};
  const mimeType = source.mediaType ?? neededType(part, source, path, losses);
  if (kindOf(mimeType) !== part.type) losses.changed(`${path}.type`, `gemini goes by the type ${mimeType}`);
  return source.kind === "inline"
    ? { inlineData: { mimeType, data: source.base64, ...name } }
    : { fileData: { mimeType, fileUri: source.kind === "url" ? source.url : source.id, ...name } };
}

const USUAL_TYPES: Readonly<Record<MediaPart["type"], string>> = {
  image: "image/jpeg",
  audio: "audio/mpeg",
  video: "video/mp4",
  file: "application/pdf",
};

/** The dialect demands a type beside each address. */
function neededType(part: MediaPart, source: MediaSource, path: string, losses: LossList): string {
  const byName = source.kind === "url" ? typeByName(source.url) : undefined;
  const mimeType = kindOf(byName) === part.type && byName !== undefined ? byName : USUAL_TYPES[part.type];
  losses.added(`${path}.source.mediaType`, `gemini demands a type: sent as ${mimeType}`);
  return mimeType;
}

const TYPES: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({
    jpg: "image/jpeg",
    jpeg: "image/jpeg",
    png: "image/png",
    webp: "image/webp",
    gif: "image/gif",
    heic: "image/heic",
    mp3: "audio/mpeg",
    wav: "audio/wav",
    flac: "audio/flac",
    ogg: "audio/ogg",
    mp4: "video/mp4",
    mov: "video/quicktime",
    webm: "video/webm",
    pdf: "application/pdf",
    txt: "text/plain",
    csv: "text/csv",
    html: "text/html",
  }),
);

function typeByName(url: string): string | undefined {
  if (/^https?:\/\/(www\.)?(youtube\.com|youtu\.be)\//i.test(url)) return "video/mp4";
  const extension = /\.([a-z0-9]+)(?:[?#]|$)/i.exec(url)?.[1]?.toLowerCase();
  return extension === undefined ? undefined : TYPES.get(extension);
}
