import type { AssistantPart, ImagePart } from "../chat/chat-part.ts";
import type { Fields } from "../reported-usage.ts";
import { DIALECT } from "./openai-responses-dialect.ts";
import { isContentType } from "./openai-responses-items.ts";
import { closeCurrent, messageOf, pathOf } from "./openai-responses-open-items.ts";
import type { OpenItems } from "./openai-responses-open-items.ts";
import { LOCAL_PICTURE_PREFIX, writePicture } from "./openai-responses-pictures.ts";

/** Writes a part that comes whole: a picture, or one of this dialect's own. */
export function writeWholePart(items: OpenItems, part: AssistantPart, block: number): string {
  if (part.type === "image") return writeWholePicture(items, part, block);
  if (part.type !== "vendor" || part.dialect !== DIALECT) {
    items.losses.leftOut(pathOf(block), `${DIALECT} has no place for it in an answer`);
    return "";
  }
  if (!isContentType(part.raw["type"])) return wholeItem(items, "item", part.raw, part.raw);
  const [message, begun] = messageOf(items);
  return begun + message.wholePart(block, part.raw);
}

function writeWholePicture(items: OpenItems, part: ImagePart, block: number): string {
  const id = items.writer.nextId(LOCAL_PICTURE_PREFIX);
  const item = writePicture(part, pathOf(block), items.losses, true, id);
  if (item === undefined) return "";
  return wholeItem(items, LOCAL_PICTURE_PREFIX, { ...item, status: "in_progress", result: null }, item);
}

function wholeItem(items: OpenItems, prefix: string, begun: Fields, item: Fields): string {
  items.said = { ...items.said, endsWithCall: false };
  const ended = closeCurrent(items);
  const place = items.writer.nextItem(prefix);
  return ended + items.writer.added(place, begun) + items.writer.done(place, item);
}
