import type { AudioDeltaEvent, ChatEvent } from "./chat-event.ts";
import type { AssistantPart, AudioPart } from "./chat-part.ts";

/** A part that grows with a stream; `wholePart` is what it has become. */
export interface CollectedPart {
  part: AssistantPart;
  /** Sound comes in pieces that are base64 each on its own. */
  readonly sound: string[];
  soundMediaType: string;
}

/** Events that belong to a block. */
export type BlockEvent = Extract<ChatEvent, { block: number }>;

/** The part that `event` begins, still empty; undefined for events that begin none. */
export function newPart(event: BlockEvent): CollectedPart | undefined {
  const part = emptyPart(event);
  return part && { part, sound: [], soundMediaType: "audio/wav" };
}

export function wholePart({ part, sound, soundMediaType }: CollectedPart): AssistantPart {
  if (part.type !== "audio" || sound.length === 0) return part;
  return { ...part, source: { kind: "inline", mediaType: soundMediaType, base64: joinBase64(sound) } };
}

/** Adds what `event` says. An event that does not fit the block's kind is left out: the decoder was at fault. */
export function changePart(block: CollectedPart, event: BlockEvent): void {
  const { part } = block;
  switch (event.type) {
    case "text-delta":
      if (part.type === "text") block.part = { ...part, text: part.text + event.text };
      break;
    case "refusal-delta":
      if (part.type === "refusal") block.part = { ...part, text: part.text + event.text };
      break;
    case "reasoning-delta":
      if (part.type === "reasoning") block.part = { ...part, text: part.text + event.text };
      break;
    case "tool-call-delta":
      if (part.type === "tool-call") block.part = { ...part, arguments: part.arguments + event.arguments };
      break;
    case "signature":
      if (
        part.type === "text" ||
        part.type === "reasoning" ||
        part.type === "tool-call" ||
        part.type === "image"
      )
        block.part = { ...part, signature: event.signature };
      break;
    case "encrypted":
      if (part.type === "reasoning") block.part = { ...part, encrypted: event.encrypted };
      break;
    case "annotation":
      if (part.type === "text")
        block.part = { ...part, annotations: [...(part.annotations ?? []), event.annotation] };
      break;
    case "audio-delta":
      if (part.type === "audio") block.part = withSound(part, event, block);
      break;
    case "part":
    case "tool-call-start":
    case "block-end":
      break;
  }
}

function emptyPart(event: BlockEvent): AssistantPart | undefined {
  switch (event.type) {
    case "text-delta":
      return { type: "text", text: "" };
    case "refusal-delta":
      return { type: "refusal", text: "" };
    case "reasoning-delta":
      return {
        type: "reasoning",
        text: "",
        ...(event.id !== undefined && { id: event.id }),
        ...(event.isSummary !== undefined && { isSummary: event.isSummary }),
      };
    case "encrypted":
      return { type: "reasoning", text: "" };
    case "tool-call-start":
      return {
        type: "tool-call",
        id: event.id,
        name: event.name,
        arguments: "",
        ...(event.isCustom !== undefined && { isCustom: event.isCustom }),
      };
    case "audio-delta":
      return { type: "audio" };
    case "part":
      return event.part;
    default:
      return undefined;
  }
}

function withSound(part: AudioPart, event: AudioDeltaEvent, block: CollectedPart): AudioPart {
  if (event.base64 !== undefined) block.sound.push(event.base64);
  if (event.mediaType !== undefined) block.soundMediaType = event.mediaType;
  return {
    ...part,
    ...(event.id !== undefined && { id: event.id }),
    ...(event.expiresAtSeconds !== undefined && { expiresAtSeconds: event.expiresAtSeconds }),
    ...(event.transcript !== undefined && { transcript: (part.transcript ?? "") + event.transcript }),
  };
}

function joinBase64(pieces: readonly string[]): string {
  const [only] = pieces;
  if (pieces.length === 1 && only !== undefined) return only;
  return Buffer.concat(pieces.map((piece) => Buffer.from(piece, "base64"))).toString("base64");
}
