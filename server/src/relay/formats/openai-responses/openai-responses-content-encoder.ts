import { withKeptFields } from "../chat/body-fields.ts";
import { isPlainText } from "../chat/canonical-messages.ts";
import type { LossList } from "../chat/chat-loss.ts";
import type { AudioPart, CacheHint, ContentPart, FilePart, ImagePart } from "../chat/chat-part.ts";
import { soundFormat, soundMediaType, urlFromSource } from "../chat/media-source.ts";
import type { Fields } from "../reported-usage.ts";
import { DIALECT } from "./openai-responses-dialect.ts";
import { isContentType } from "./openai-responses-items.ts";

const WRITTEN: Readonly<Record<ContentPart["type"], ReadonlySet<string>>> = {
  text: new Set(["type", "text", "cache", "extensions"]),
  image: new Set(["type", "source", "detail", "cache", "extensions"]),
  audio: new Set(["type", "source", "cache", "extensions"]),
  video: new Set([]),
  file: new Set(["type", "source", "filename", "cache", "extensions"]),
  vendor: new Set(["type", "dialect", "raw"]),
};

/**
 * What a client says: one plain text as a text, nothing as "", everything else as an array. `from`: the number of the
 * first part in the shared form.
 */
export function encodeContent(
  parts: readonly ContentPart[],
  path: string,
  losses: LossList,
  from = 0,
): string | Fields[] {
  const [first] = parts;
  if (first === undefined) return "";
  if (parts.length === 1 && isPlainText(first)) return first.text;
  const content = parts.flatMap((part, index) => {
    const encoded = encodePart(part, `${path}[${from + index}]`, losses);
    return encoded ? [encoded] : [];
  });
  return content.length === 0 ? "" : content;
}

/** A part of a `content` array; undefined when the dialect has no such part. */
function encodePart(part: ContentPart, path: string, losses: LossList): Fields | undefined {
  if (part.type === "vendor") {
    if (part.dialect === DIALECT && isContentType(part.raw["type"])) return part.raw;
    losses.leftOut(
      path,
      part.dialect === DIALECT ? "it is no content" : `only ${part.dialect} has this part`,
    );
    return undefined;
  }
  const body = encodeBody(part, path, losses);
  if (body === undefined) return undefined;
  losses.unwritten(path, part, WRITTEN[part.type], DIALECT);
  const marked = { ...body, ...encodeCacheHint(part.cache, path, losses) };
  return withKeptFields(marked, losses.extensions(path, part.extensions, DIALECT));
}

function encodeBody(
  part: Exclude<ContentPart, { type: "vendor" }>,
  path: string,
  losses: LossList,
): Fields | undefined {
  switch (part.type) {
    case "text":
      return { type: "input_text", text: part.text };
    case "image":
      return encodeImage(part, path, losses);
    case "audio":
      return encodeSound(part, path, losses);
    case "file":
      return encodeFile(part, path, losses);
    case "video":
      losses.leftOut(path, `${DIALECT} takes no videos`);
      return undefined;
  }
}

/** `detail` is demanded by the documentation, and `auto` is what leaving it out means. */
function encodeImage({ source, detail }: ImagePart, path: string, losses: LossList): Fields {
  tellMediaType(source, path, losses);
  return {
    type: "input_image",
    ...(source.kind === "uploaded" ? { file_id: source.id } : { image_url: urlFromSource(source) }),
    ...(detail !== undefined && { detail }),
  };
}

function encodeFile({ source, filename }: FilePart, path: string, losses: LossList): Fields {
  tellMediaType(source, path, losses);
  const name = filename === undefined ? {} : { filename };
  if (source.kind === "uploaded") return { type: "input_file", file_id: source.id, ...name };
  const url = urlFromSource(source);
  return { type: "input_file", ...(source.kind === "url" ? { file_url: url } : { file_data: url }), ...name };
}

/** Only what is inline states its type. */
function tellMediaType(source: ImagePart["source"], path: string, losses: LossList): void {
  if (source.kind !== "inline" && source.mediaType !== undefined)
    losses.leftOut(`${path}.source.mediaType`, "media by reference do not state their type here");
}

function encodeSound({ source }: AudioPart, path: string, losses: LossList): Fields | undefined {
  if (source?.kind !== "inline") {
    losses.leftOut(path, "sounds are inline here");
    return undefined;
  }
  const format = soundFormat(source.mediaType);
  if (soundMediaType(format) !== source.mediaType)
    losses.changed(`${path}.source.mediaType`, `sent as ${format}`);
  return { type: "input_audio", input_audio: { data: source.base64, format } };
}

const LIVES = [
  [1800, "30m"],
  [43200, "12h"],
] as const;

const CACHE_WRITTEN = new Set(["ttlSeconds"]);

function encodeCacheHint(hint: CacheHint | undefined, path: string, losses: LossList): Fields {
  if (hint === undefined) return {};
  losses.unwritten(`${path}.cache`, hint, CACHE_WRITTEN, DIALECT);
  const { ttlSeconds } = hint;
  if (ttlSeconds === undefined) return { prompt_cache_breakpoint: { mode: "explicit" } };
  const [seconds, ttl] = LIVES.find(([life]) => life >= ttlSeconds) ?? LIVES[1];
  if (seconds !== ttlSeconds) losses.changed(`${path}.cache.ttlSeconds`, `sent as ${ttl}`);
  return { prompt_cache_breakpoint: { mode: "explicit", ttl } };
}
