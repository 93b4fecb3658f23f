import type { ChatEvent } from "../chat/chat-event.ts";
import type { VendorPart } from "../chat/chat-part.ts";
import { objectsIn, textOf } from "../reported-usage.ts";
import type { Fields } from "../reported-usage.ts";
import { callText, isCallItem, readCall } from "./openai-responses-calls.ts";
import { DIALECT } from "./openai-responses-dialect.ts";
import { isSilent, readContent } from "./openai-responses-items.ts";
import { readPicture } from "./openai-responses-pictures.ts";
import { readThoughtSeal, thoughtId } from "./openai-responses-reasoning.ts";
import { blockEnds } from "./openai-responses-stream-blocks.ts";
import type { BlockCounter, OpenItem } from "./openai-responses-stream-blocks.ts";
import {
  annotationPiece,
  argumentsPiece,
  callStart,
  missing,
  saidPiece,
  thoughtFields,
  thoughtPiece,
  tokensPiece,
} from "./openai-responses-stream-pieces.ts";
import { readSignature } from "./openai-responses-signature.ts";

/** An item as it begins: calls are named at once. `fallbackId`: of a call without one. */
export function beginItem(
  counter: BlockCounter,
  item: OpenItem,
  raw: Fields,
  fallbackId: () => string,
): ChatEvent[] {
  if (raw["type"] === "reasoning") item.thoughtId = thoughtId(raw);
  if (!isCallItem(raw["type"]) || item.blocks.has("c0")) return [];
  const call = readCall(raw, fallbackId);
  if (call.name === "") return [];
  return [callStart(counter, item, call), ...argumentsPiece(item, call.arguments)];
}

/** A whole item, after its pieces or instead of them. */
export function endItem(
  counter: BlockCounter,
  item: OpenItem,
  raw: Fields,
  fallbackId: () => string,
): ChatEvent[] {
  const begun = beginItem(counter, item, raw, fallbackId);
  return [...begun, ...restOf(counter, item, raw), ...blockEnds(item)];
}

function restOf(counter: BlockCounter, item: OpenItem, raw: Fields): ChatEvent[] {
  if (raw["type"] === "message")
    return objectsIn(raw["content"]).flatMap((part, index) => restOfSaid(counter, item, `c${index}`, part));
  if (raw["type"] === "reasoning") return restOfThought(counter, item, raw);
  if (isCallItem(raw["type"]))
    return [...argumentsPiece(item, missing(item, "c0", callText(raw))), ...signatureOf(item, "c0", raw)];
  const part = readPicture(raw) ?? vendorPart(raw);
  return [{ type: "part", choice: 0, block: counter.open(item, "c0", "other").number, part }];
}

function vendorPart(raw: Fields): VendorPart {
  return { type: "vendor", dialect: DIALECT, raw };
}

/** A whole part of a message's content. */
export function restOfSaid(counter: BlockCounter, item: OpenItem, key: string, raw: Fields): ChatEvent[] {
  const part = readContent(raw);
  if (part.type === "vendor") {
    if (item.blocks.has(key)) return [];
    return [{ type: "part", choice: 0, block: counter.open(item, key, "other").number, part }];
  }
  if (part.type === "refusal") return saidPiece(counter, item, key, "refusal", missing(item, key, part.text));
  if (part.type !== "text" || isSilent(part)) return [];
  const events = saidPiece(counter, item, key, "text", missing(item, key, part.text));
  const told = item.blocks.get(key)?.annotations ?? 0;
  for (const annotation of objectsIn(raw["annotations"]).slice(told))
    events.push(...annotationPiece(counter, item, key, annotation));
  if (!item.hasTokens) events.push(...tokensPiece(item, raw["logprobs"]));
  return [...events, ...signatureOf(item, key, raw)];
}

function signatureOf(item: OpenItem, key: string, raw: Fields): ChatEvent[] {
  const signature = readSignature(raw);
  const block = item.blocks.get(key);
  if (signature === undefined || block === undefined || block.isSigned) return [];
  block.isSigned = true;
  return [{ type: "signature", choice: 0, block: block.number, signature }];
}

function restOfThought(counter: BlockCounter, item: OpenItem, raw: Fields): ChatEvent[] {
  item.thoughtId ??= thoughtId(raw);
  const events: ChatEvent[] = [];
  for (const [list, mark] of [
    ["summary", "s"],
    ["content", "c"],
  ] as const)
    for (const [index, entry] of objectsIn(raw[list]).entries()) {
      const key = `${mark}${index}`;
      events.push(...thoughtPiece(counter, item, key, missing(item, key, textOf(entry["text"]))));
    }
  const sealed = readThoughtSeal(raw["encrypted_content"], item.blocks.size > 0);
  if (sealed === undefined) return events;
  const last = [...item.blocks.values()].at(-1);
  const block = last?.number ?? counter.open(item, "c0", "thought").number;
  if (last === undefined)
    events.push({ type: "reasoning-delta", choice: 0, block, text: "", ...thoughtFields(item, "c0") });
  if ("encrypted" in sealed) events.push({ type: "encrypted", choice: 0, block, ...sealed });
  else events.push({ type: "signature", choice: 0, block, ...sealed });
  return events;
}
