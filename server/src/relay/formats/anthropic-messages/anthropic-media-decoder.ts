import { failField, flagField, neededText, objectField, textField } from "../chat/body-fields.ts";
import type { BodyObject } from "../chat/body-fields.ts";
import type { FilePart, ImagePart, MediaSource, VendorPart } from "../chat/chat-part.ts";
import { fieldsOf } from "../reported-usage.ts";

const DIALECT = "anthropic";

/** An `image` block. Sources that nobody knows make it a vendor part. Throws FormatError. */
export function decodeImage(block: BodyObject): ImagePart | VendorPart {
  const source = decodeSource(block);
  return source ? { type: "image", source } : vendorPart(block);
}

/** A `document` block; one that is made of content blocks (`custom content`) is the vendor's own. Throws FormatError. */
export function decodeDocument(block: BodyObject): FilePart | VendorPart {
  const source = decodeSource(block);
  if (source === undefined) return vendorPart(block);
  const filename = textField(block, "title");
  const context = textField(block, "context");
  const wish = objectField(block, "citations");
  const citations = wish && flagField(wish, "enabled");
  return {
    type: "file",
    source,
    ...(filename !== undefined && { filename }),
    ...(context !== undefined && { context }),
    ...(citations !== undefined && { citations }),
  };
}

function vendorPart({ fields }: BodyObject): VendorPart {
  return { type: "vendor", dialect: DIALECT, raw: fields };
}

const SOURCES: Readonly<Record<string, (source: BodyObject) => MediaSource>> = {
  base64: (source) => ({
    kind: "inline",
    mediaType: neededText(source, "media_type"),
    base64: neededText(source, "data"),
  }),
  text: (source) => ({
    kind: "inline",
    mediaType: textField(source, "media_type") ?? "text/plain",
    base64: Buffer.from(neededText(source, "data")).toString("base64"),
  }),
  url: (source) => ({ kind: "url", url: neededText(source, "url") }),
  file: (source) => ({ kind: "uploaded", id: neededText(source, "file_id") }),
};

function decodeSource(block: BodyObject): MediaSource | undefined {
  const type = fieldsOf(block.fields["source"])["type"];
  const decode = typeof type === "string" && Object.hasOwn(SOURCES, type) ? SOURCES[type] : undefined;
  // What is not read field by field stays whole in the vendor part.
  if (typeof type === "string" && decode === undefined) return undefined;
  const source = objectField(block, "source") ?? failField(block, "source", "it is required");
  neededText(source, "type");
  return decode?.(source);
}
