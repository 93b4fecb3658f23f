import { withKeptFields } from "../chat/body-fields.ts";
import type { LossList } from "../chat/chat-loss.ts";
import type { AudioPart, CacheHint, ContentPart, FilePart, ImagePart, TextPart } from "../chat/chat-part.ts";
import type { OpenAiChatTarget } from "../chat/chat-target.ts";
import { isPlainText } from "../chat/canonical-messages.ts";
import { soundFormat, soundMediaType, urlFromSource } from "../chat/media-source.ts";
import type { Fields } from "../reported-usage.ts";

const DIALECT = "openai-chat";

const WRITTEN: Readonly<Record<ContentPart["type"], ReadonlySet<string>>> = {
  text: new Set(["type", "text", "cache", "extensions"]),
  image: new Set(["type", "source", "detail", "cache", "extensions"]),
  audio: new Set(["type", "source", "cache", "extensions"]),
  video: new Set(["type", "source", "cache", "extensions"]),
  file: new Set(["type", "source", "filename", "cache", "extensions"]),
  vendor: new Set(["type", "dialect", "raw"]),
};

/** A part and where it stands in the shared form. */
export interface Placed<Part> {
  readonly part: Part;
  readonly path: string;
}

/** Parts as the dialect's `content`: one plain text as a text, none as "", everything else as an array. */
export function encodeContent(
  parts: readonly ContentPart[],
  path: string,
  target: OpenAiChatTarget,
  losses: LossList,
): string | Fields[] {
  const placed = parts.map((part, index) => ({ part, path: `${path}[${index}]` }));
  return encodePlacedContent(placed, target, losses);
}

/** The same for parts that stand among others. */
export function encodePlacedContent(
  parts: readonly Placed<ContentPart>[],
  target: OpenAiChatTarget,
  losses: LossList,
): string | Fields[] {
  const [first] = parts;
  if (first === undefined) return "";
  if (parts.length === 1 && isPlainText(first.part)) return first.part.text;
  const content = parts.flatMap(({ part, path }) => {
    const encoded = encodePart(part, path, target, losses);
    return encoded ? [encoded] : [];
  });
  return content.length === 0 ? "" : content;
}

/** A part of a `content` array; undefined when the dialect has no such part. */
function encodePart(
  part: ContentPart,
  path: string,
  target: OpenAiChatTarget,
  losses: LossList,
): Fields | undefined {
  if (part.type === "vendor") {
    if (part.dialect === DIALECT) return part.raw;
    losses.leftOut(path, `only ${part.dialect} has this part`);
    return undefined;
  }
  const body = encodeMedia(part, path, losses);
  if (body === undefined) return undefined;
  losses.unwritten(path, part, WRITTEN[part.type], DIALECT);
  tellMediaType(part, path, losses);
  const marked = { ...body, ...encodeCacheHint(part.cache, path, target, losses) };
  return withKeptFields(marked, losses.extensions(path, part.extensions, DIALECT));
}

type MediaPart = Exclude<ContentPart, { type: "vendor" }>;

function encodeMedia(part: MediaPart, path: string, losses: LossList): Fields | undefined {
  switch (part.type) {
    case "text":
      return encodeText(part);
    case "image":
      return encodeImage(part, path, losses);
    case "audio":
      return encodeSound(part, path, losses);
    case "video": {
      const url = urlFromSource(part.source);
      if (url === undefined) return leftOut(path, losses, "videos that were uploaded elsewhere");
      return { type: "video_url", video_url: { url } };
    }
    case "file":
      return encodeFile(part);
  }
}

function encodeText({ text }: TextPart): Fields {
  return { type: "text", text };
}

function encodeImage({ source, detail }: ImagePart, path: string, losses: LossList): Fields | undefined {
  const url = urlFromSource(source);
  if (url === undefined) return leftOut(path, losses, "images that were uploaded elsewhere");
  return { type: "image_url", image_url: { url, ...(detail !== undefined && { detail }) } };
}

function encodeSound({ source }: AudioPart, path: string, losses: LossList): Fields | undefined {
  if (source === undefined || source.kind === "uploaded")
    return leftOut(path, losses, "sounds that are not in the request");
  const format = source.mediaType === undefined ? {} : { format: soundFormat(source.mediaType) };
  const data = source.kind === "inline" ? source.base64 : source.url;
  return { type: "input_audio", input_audio: { data, ...format } };
}

function encodeFile({ source, filename }: FilePart): Fields {
  const name = filename === undefined ? {} : { filename };
  if (source.kind === "uploaded") return { type: "file", file: { file_id: source.id, ...name } };
  return { type: "file", file: { file_data: urlFromSource(source), ...name } };
}

/** Only what is inline states its type; sounds state a format instead. */
function tellMediaType(part: MediaPart, path: string, losses: LossList): void {
  if (part.type === "text" || part.source?.mediaType === undefined) return;
  const { kind, mediaType } = part.source;
  if (part.type === "audio") {
    if (soundMediaType(soundFormat(mediaType)) !== mediaType)
      losses.changed(`${path}.source.mediaType`, `sent as ${soundFormat(mediaType)}`);
  } else if (kind !== "inline") {
    losses.leftOut(`${path}.source.mediaType`, `${DIALECT} does not state the type of media by reference`);
  }
}

function leftOut(path: string, losses: LossList, what: string): undefined {
  losses.leftOut(path, `${DIALECT} has no place for ${what}`);
}

const LIVES = {
  prompt_cache_breakpoint: [
    [1800, "30m"],
    [43200, "12h"],
  ],
  cache_control: [
    [300, "5m"],
    [3600, "1h"],
  ],
} as const;

const CACHE_WRITTEN = new Set(["ttlSeconds"]);

function encodeCacheHint(
  hint: CacheHint | undefined,
  path: string,
  target: OpenAiChatTarget,
  losses: LossList,
): Fields | undefined {
  if (hint === undefined) return undefined;
  losses.unwritten(`${path}.cache`, hint, CACHE_WRITTEN, DIALECT);
  const style = target.cacheHints ?? "prompt_cache_breakpoint";
  if (style === "none") {
    losses.leftOut(`${path}.cache`, "this upstream takes no marks for its cache");
    return undefined;
  }
  const mark = style === "cache_control" ? { type: "ephemeral" } : { mode: "explicit" };
  const { ttlSeconds } = hint;
  if (ttlSeconds === undefined) return { [style]: mark };
  const lives: readonly (readonly [number, string])[] = LIVES[style];
  const life = lives.find(([seconds]) => seconds >= ttlSeconds) ?? lives.at(-1);
  if (life?.[0] !== ttlSeconds) losses.changed(`${path}.cache.ttlSeconds`, `sent as ${life?.[1]}`);
  return { [style]: { ...mark, ttl: life?.[1] } };
}
