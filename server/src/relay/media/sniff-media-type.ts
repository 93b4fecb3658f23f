import type { MediaKind } from "../formats/chat/remote-media.ts";

interface Signature {
  readonly mediaType: string;
  /** Latin-1, at `offset`. */
  readonly text: string;
  readonly offset?: number;
}

/** The beginnings of what models take. Source: https://mimesniff.spec.whatwg.org */
const SIGNATURES: readonly Signature[] = [
  { mediaType: "image/png", text: "\u0089PNG\r\n\u001a\n" },
  { mediaType: "image/jpeg", text: "\u00ff\u00d8\u00ff" },
  { mediaType: "image/gif", text: "GIF87a" },
  { mediaType: "image/gif", text: "GIF89a" },
  { mediaType: "image/webp", text: "WEBP", offset: 8 },
  { mediaType: "image/heic", text: "ftypheic", offset: 4 },
  { mediaType: "image/heic", text: "ftypheix", offset: 4 },
  { mediaType: "image/heif", text: "ftypmif1", offset: 4 },
  { mediaType: "image/avif", text: "ftypavif", offset: 4 },
  { mediaType: "application/pdf", text: "%PDF-" },
  { mediaType: "audio/wav", text: "WAVE", offset: 8 },
  { mediaType: "audio/mpeg", text: "ID3" },
  { mediaType: "audio/mpeg", text: "\u00ff\u00fb" },
  { mediaType: "audio/mpeg", text: "\u00ff\u00f3" },
  { mediaType: "audio/mpeg", text: "\u00ff\u00f2" },
  { mediaType: "audio/aac", text: "\u00ff\u00f1" },
  { mediaType: "audio/aac", text: "\u00ff\u00f9" },
  { mediaType: "audio/flac", text: "fLaC" },
  { mediaType: "audio/mp4", text: "ftypM4A", offset: 4 },
  { mediaType: "audio/ogg", text: "OggS" },
  { mediaType: "video/quicktime", text: "ftypqt", offset: 4 },
  { mediaType: "video/mp4", text: "ftyp", offset: 4 },
  { mediaType: "video/webm", text: "\u001aE\u00df\u00a3" },
];

/** Containers of sound and film alike. */
const CONTAINERS: ReadonlySet<string> = new Set(["audio/ogg", "video/mp4", "video/webm"]);

/**
 * What a file is by its first bytes, if it may stand where a client has put it; undefined if not. What its server declares
 * counts only where bytes tell nothing: a text, or whether a container holds sound or film.
 */
export function mediaTypeOf(bytes: Uint8Array, declared: string, kind: MediaKind): string | undefined {
  const bare = declared.split(";", 1)[0]?.trim().toLowerCase() ?? "";
  const found = signed(bytes) ?? (isText(bytes) ? textType(bare) : undefined);
  if (found === undefined) return undefined;
  if (kind === "file") return found;
  if (found.startsWith(`${kind}/`)) return found;
  const isContainer = CONTAINERS.has(found) && (kind === "audio" || kind === "video");
  return isContainer ? `${kind}/${found.slice(found.indexOf("/") + 1)}` : undefined;
}

function signed(bytes: Uint8Array): string | undefined {
  const head = Buffer.from(bytes.subarray(0, 16)).toString("latin1");
  return SIGNATURES.find(({ text, offset = 0 }) => head.startsWith(text, offset))?.mediaType;
}

const TEXT_TYPES =
  /^(text\/(plain|html|css|csv|markdown|xml|javascript|rtf)|application\/(json|xml|javascript))$/;

function textType(declared: string): string {
  return TEXT_TYPES.test(declared) ? declared : "text/plain";
}

const TEXT_PROBE_BYTES = 4096;

/** UTF-8 without control characters, as far as the beginning tells. */
function isText(bytes: Uint8Array): boolean {
  const probe = bytes.subarray(0, TEXT_PROBE_BYTES);
  if (probe.length === 0 || probe.some((byte) => byte < 32 && byte !== 9 && byte !== 10 && byte !== 13))
    return false;
  try {
    // The probe may end inside a character.
    new TextDecoder("utf-8", { fatal: true }).decode(probe, { stream: true });
    return true;
  } catch {
    return false;
  }
}
