import type { LossList } from "../chat/chat-loss.ts";
import type { FilePart, ImagePart, MediaSource } from "../chat/chat-part.ts";
import type { Fields } from "../reported-usage.ts";

const DIALECT = "anthropic";

/** An `image` block without its marks. */
export function encodeImage({ source }: ImagePart, path: string, losses: LossList): Fields {
  return { type: "image", source: encodeSource(source, path, losses) };
}

/** A `document` block without its marks. */
export function encodeDocument(part: FilePart, path: string, losses: LossList): Fields {
  const { source, filename, context, citations } = part;
  return {
    type: "document",
    source: plainText(source, path, losses) ?? encodeSource(source, path, losses),
    ...(filename !== undefined && { title: filename }),
    ...(context !== undefined && { context }),
    ...(citations !== undefined && { citations: { enabled: citations } }),
  };
}

/** Whether the vendor takes such media is for it to say: an error tells the client more than an answer without them. */
function encodeSource(source: MediaSource, path: string, losses: LossList): Fields {
  if (source.kind === "inline") return { type: "base64", media_type: source.mediaType, data: source.base64 };
  if (source.mediaType !== undefined)
    losses.leftOut(`${path}.source.mediaType`, `${DIALECT} does not state the type of media by reference`);
  return source.kind === "url" ? { type: "url", url: source.url } : { type: "file", file_id: source.id };
}

/** Documents in base64 are PDF; texts of every kind go as plain text. */
function plainText(source: MediaSource, path: string, losses: LossList): Fields | undefined {
  if (source.kind !== "inline" || !isText(source.mediaType)) return undefined;
  if (source.mediaType !== "text/plain")
    losses.changed(`${path}.source.mediaType`, `${DIALECT} knows texts as text/plain`);
  const data = Buffer.from(source.base64, "base64").toString("utf8");
  return { type: "text", media_type: "text/plain", data };
}

function isText(mediaType: string): boolean {
  const bare = mediaType.split(";", 1)[0] ?? "";
  return bare.startsWith("text/") || bare === "application/json" || bare === "application/xml";
}
