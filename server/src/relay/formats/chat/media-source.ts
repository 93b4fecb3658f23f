import type { MediaSource } from "./chat-part.ts";
import { namedValue } from "./named-value.ts";

const DATA_URL = /^data:([^;,]*)((?:;[^;,]*)*);base64,/i;

/** The source that a URL names: `data:` URLs are inline, everything else is fetched by whoever needs it. */
export function sourceFromUrl(url: string): MediaSource {
  const head = DATA_URL.exec(url);
  if (head === null) return { kind: "url", url };
  const mediaType = `${head[1] || "application/octet-stream"}${head[2] ?? ""}`;
  return { kind: "inline", mediaType, base64: url.slice(head[0].length) };
}

/** A source as a URL, for dialects that write inline media as `data:`. Undefined for what was uploaded to a vendor. */
export function urlFromSource(source: MediaSource): string | undefined {
  if (source.kind === "inline") return `data:${source.mediaType};base64,${source.base64}`;
  return source.kind === "url" ? source.url : undefined;
}

/** Dialects of OpenAI's family name sounds by format, all others by media type. */
const SOUND_TYPES: Readonly<Record<string, string>> = {
  wav: "audio/wav",
  mp3: "audio/mpeg",
  aac: "audio/aac",
  flac: "audio/flac",
  opus: "audio/opus",
  ogg: "audio/ogg",
  m4a: "audio/mp4",
  pcm16: "audio/pcm",
};

/** `mp3` → `audio/mpeg`. */
export function soundMediaType(format: string): string {
  return namedValue(SOUND_TYPES, format) ?? `audio/${format}`;
}

/** `audio/mpeg` → `mp3`; the subtype when no format is known by that name. */
export function soundFormat(mediaType: string): string {
  const bare = mediaType.split(";", 1)[0] ?? "";
  const known = Object.entries(SOUND_TYPES).find(([, type]) => type === bare);
  return known ? known[0] : bare.replace(/^audio\/(x-)?/, "");
}
