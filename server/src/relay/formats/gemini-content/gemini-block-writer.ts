import type { AudioDeltaEvent, ReasoningDeltaEvent } from "../chat/chat-event.ts";
import type { AssistantPart } from "../chat/chat-part.ts";
import type { BlockEvent } from "../chat/collected-part.ts";
import type { Fields } from "../reported-usage.ts";
import { encodePart, encryptedFields, sealFields } from "./gemini-part-encoder.ts";
import type { PartEncoding } from "./gemini-part-encoder.ts";
import type { WrittenTexts } from "./gemini-written-texts.ts";

/** What the pieces of a candidate's blocks are written with. */
export interface BlockWriting {
  readonly encoding: PartEncoding;
  readonly texts: WrittenTexts;
  readonly pathOf: (block: number) => string;
  /** The block that was written last. */
  last: WrittenBlock | undefined;
  soundType: string;
}

interface WrittenBlock {
  readonly block: number;
  readonly kind: "text" | "thought" | "other";
  isSealed: boolean;
}

const NONE: ReadonlySet<string> = new Set();

/** The parts that an event adds to its candidate. What the dialect cannot say is told. */
export function writeBlockEvent(event: BlockEvent, writing: BlockWriting): Fields[] {
  const { block } = event;
  const { encoding, pathOf } = writing;
  switch (event.type) {
    case "text-delta":
      return writeText(block, event.text, writing);
    case "refusal-delta":
      encoding.losses.changed(pathOf(block), "gemini writes refusals as text");
      return writeText(block, event.text, writing);
    case "reasoning-delta":
      return writeThought(event, writing);
    case "signature": {
      const seal = sealFields(event.signature, pathOf(block), encoding);
      return writeSeal(block, event.type, seal, writing);
    }
    case "encrypted":
      begin(block, "thought", writing);
      return writeSeal(block, event.type, encryptedFields(event.encrypted), writing);
    case "audio-delta":
      return writeSound(event, writing);
    case "part":
      return writeWhole(block, event.part, writing);
    default:
      return [];
  }
}

/** A part that is written whole. */
export function writeWhole(block: number, part: AssistantPart, writing: BlockWriting): Fields[] {
  const encoded = encodePart(part, writing.pathOf(block), writing.encoding);
  if (encoded === undefined) return [];
  begin(block, "other", writing);
  return [encoded];
}

/** To the client texts behind texts are one part, and so are thoughts that nothing seals. */
function begin(block: number, kind: WrittenBlock["kind"], writing: BlockWriting): void {
  const { last, texts, encoding, pathOf } = writing;
  if (last?.block === block) return;
  const isJoined = kind === "thought" && last?.kind === "thought" && !last.isSealed;
  if (isJoined)
    encoding.losses.changed(pathOf(block), "gemini does not keep it apart from the part before it");
  else if (kind !== "text") texts.other();
  writing.last = { block, kind, isSealed: false };
}

function writeText(block: number, text: string, writing: BlockWriting): Fields[] {
  begin(block, "text", writing);
  if (text === "") return [];
  writing.texts.add(block, text);
  return [{ text }];
}

function writeThought({ block, text, id, isSummary }: ReasoningDeltaEvent, writing: BlockWriting): Fields[] {
  begin(block, "thought", writing);
  writing.encoding.losses.unwritten(writing.pathOf(block), { id, isSummary }, NONE, "gemini");
  return text === "" ? [] : [{ text, thought: true }];
}

/** Behind what is out already, in an empty part of the same kind, as the vendor does it. */
function writeSeal(
  block: number,
  kind: "signature" | "encrypted",
  seal: Fields | undefined,
  { last, texts, encoding, pathOf }: BlockWriting,
): Fields[] {
  if (last?.block !== block || last.kind === "other" || last.isSealed) {
    encoding.losses.leftOut(`${pathOf(block)}.${kind}`, "the part that it belongs to is out already");
    return [];
  }
  last.isSealed = true;
  if (last.kind === "thought") return [{ text: "", thought: true, ...seal }];
  texts.add(block, "");
  texts.close();
  return [{ text: "", ...seal }];
}

function writeSound(event: AudioDeltaEvent, writing: BlockWriting): Fields[] {
  const { block, id, transcript, expiresAtSeconds, base64, mediaType } = event;
  begin(block, "other", writing);
  writing.soundType = mediaType ?? writing.soundType;
  writing.encoding.losses.unwritten(
    writing.pathOf(block),
    { id, transcript, expiresAtSeconds },
    NONE,
    "gemini",
  );
  return base64 === undefined ? [] : [{ inlineData: { mimeType: writing.soundType, data: base64 } }];
}
