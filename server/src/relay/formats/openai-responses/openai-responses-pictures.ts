import { keptFields, withKeptFields } from "../chat/body-fields.ts";
import type { LossList } from "../chat/chat-loss.ts";
import type { ImagePart } from "../chat/chat-part.ts";
import { textOf } from "../reported-usage.ts";
import type { Fields } from "../reported-usage.ts";
import { DIALECT } from "./openai-responses-dialect.ts";
import { readSignature, signatureFields } from "./openai-responses-signature.ts";

const KNOWN = new Set(["type", "status", "result", "output_format", "extra_content"]);

/** Ids that this codec gives begin so, and are not the vendor's when they come back. */
export const LOCAL_PICTURE_PREFIX = "ig_local";

/** A picture that the model made; undefined for an `image_generation_call` without one. */
export function readPicture(raw: Fields): ImagePart | undefined {
  const base64 = textOf(raw["result"]);
  if (raw["type"] !== "image_generation_call" || base64 === "") return undefined;
  const signature = readSignature(raw);
  const isLocal = textOf(raw["id"]).startsWith(LOCAL_PICTURE_PREFIX);
  const extensions = keptFields(isLocal ? { ...raw, id: null } : raw, KNOWN, DIALECT);
  return {
    type: "image",
    source: { kind: "inline", mediaType: `image/${textOf(raw["output_format"]) || "png"}`, base64 },
    ...(signature && { signature }),
    ...(extensions && { extensions }),
  };
}

const WRITTEN = new Set(["type", "source", "signature", "extensions"]);
const FORMAT = /^image\/(\w+)$/;

/** Undefined when the picture is not inline, for the dialect has no other. `id` is used where the picture has none. */
export function writePicture(
  part: ImagePart,
  path: string,
  losses: LossList,
  keepsSignatures: boolean,
  id: string,
): Fields | undefined {
  const { source } = part;
  if (source.kind !== "inline") {
    losses.leftOut(path, "the model's pictures are inline here");
    return undefined;
  }
  losses.unwritten(path, part, WRITTEN, DIALECT);
  const format = FORMAT.exec(source.mediaType)?.[1];
  if (format === undefined) losses.changed(`${path}.source.mediaType`, "sent as png");
  const kept = losses.extensions(path, part.extensions, DIALECT);
  return withKeptFields(
    {
      type: "image_generation_call",
      ...(kept?.["id"] === undefined && { id }),
      status: "completed",
      result: source.base64,
      ...(format !== undefined && format !== "png" && { output_format: format }),
      ...signatureFields(part.signature, path, losses, keepsSignatures),
    },
    kept,
  );
}
