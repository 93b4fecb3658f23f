import type { AudioPart } from "../../../pricing/token-count/audio-tokens.ts";
import type { ImagePart } from "../../../pricing/token-count/image-tokens.ts";

/** A part of a message that is no text, as far as its tokens depend on it. */
export type MediaPart =
  | ({ readonly kind: "image" } & ImagePart)
  | ({ readonly kind: "audio" } & AudioPart)
  /** A document or a film; `bytes` is undefined where only its address or its id is known. */
  | { readonly kind: "file"; readonly bytes: number | undefined };

/** Reads one of the parts that `OpenAiPrompt.media` holds; also the shapes of the Responses API and of Qwen. */
export function readMediaPart(part: unknown): MediaPart {
  const { type } = Object(part);
  const kind = typeof type === "string" ? type : "";
  if (kind.includes("image")) return { kind: "image", ...imageOf(Object(part)) };
  if (kind.includes("audio")) return { kind: "audio", ...audioOf(Object(part)) };
  const { file, file_data: fileData } = Object(part);
  const data: unknown = Object(file).file_data ?? fileData;
  return { kind: "file", bytes: typeof data === "string" ? bytesOfBase64(data.length) : undefined };
}

function imageOf(part: Readonly<Record<string, unknown>>): ImagePart {
  const { image_url: image, detail } = part;
  const { url, detail: innerDetail } = Object(image);
  const given = detail ?? innerDetail;
  const address = typeof image === "string" ? image : url;
  return {
    url: typeof address === "string" ? address : undefined,
    detail: typeof given === "string" ? given : undefined,
  };
}

function audioOf(part: Readonly<Record<string, unknown>>): AudioPart {
  const { data, format } = Object(part["input_audio"]);
  return {
    base64: typeof data === "string" ? data : undefined,
    format: typeof format === "string" ? format : undefined,
  };
}

const bytesOfBase64 = (length: number): number => Math.floor((length * 3) / 4);
