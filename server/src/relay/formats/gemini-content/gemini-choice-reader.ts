import { isObject } from "@tollgate/contract/json-object";
import type { ChatFinish } from "../chat/chat-answer.ts";
import type { ChatEvent } from "../chat/chat-event.ts";
import type { AssistantPart, AudioPart, ReasoningPart, TextPart, ToolCallPart } from "../chat/chat-part.ts";
import type { Seal } from "../chat/chat-seal.ts";
import { fieldsOf, fillFromEarlier } from "../reported-usage.ts";
import type { Fields } from "../reported-usage.ts";
import { candidateExtensions } from "./gemini-answer-decoder.ts";
import { createByteOffsets } from "./byte-offsets.ts";
import { readFinish } from "./gemini-finish.ts";
import { readGrounding } from "./gemini-grounding.ts";
import type { CitableText } from "./gemini-grounding.ts";
import { readLogprobs } from "./gemini-logprobs.ts";
import { decodePartLeniently } from "./gemini-part-decoder.ts";
import type { PartContext } from "./gemini-part-decoder.ts";

/** Reads the pieces of one candidate. Holds its last words and the lengths of its texts. */
export interface ChoiceReader {
  read(candidate: Fields): ChatEvent[];
  /** The prompt was refused: the candidate never came. */
  block(finish: ChatFinish): void;
  isFinished(): boolean;
  /** Citations and the finish. */
  end(): ChatEvent[];
}

/** The blocks of a candidate so far. */
interface BlockReading {
  readonly choice: number;
  readonly texts: CitableText[];
  block: number;
  /** What the last block is, while it may still grow. */
  open: "text" | "reasoning" | "audio" | undefined;
  hasCalls: boolean;
}

export function createChoiceReader(choice: number, context: PartContext): ChoiceReader {
  const reading: BlockReading = { choice, texts: [], block: -1, open: undefined, hasCalls: false };
  let last: Fields = {};
  let blocked: ChatFinish | undefined;
  const isFinished = (): boolean => blocked !== undefined || typeof last["finishReason"] === "string";

  return {
    read(candidate) {
      const written = fieldsOf(candidate["content"])["parts"];
      const events: ChatEvent[] = [];
      for (const value of Array.isArray(written) ? written : []) {
        const part = decodePartLeniently(value, context);
        if (part) events.push(...readPart(part, reading));
      }
      const tokens = readLogprobs(candidate["logprobsResult"]);
      if (tokens.length > 0) events.push({ type: "logprobs", choice, of: "text", tokens });
      if (saysMore(last, candidate)) last = withLastWords(last, candidate);
      return events;
    },
    block(finish) {
      blocked = finish;
    },
    isFinished,
    end() {
      const events: ChatEvent[] = [];
      for (const { text, annotations } of readGrounding(last["groundingMetadata"], reading.texts))
        for (const annotation of annotations)
          events.push({ type: "annotation", choice, block: text.part, annotation });
      if (!isFinished()) return events;
      const finish = blocked ?? readFinish(last, reading.hasCalls);
      const extensions = candidateExtensions(last);
      return [...events, { type: "finish", choice, finish, ...(extensions && { extensions }) }];
    },
  };
}

function readPart(part: AssistantPart, reading: BlockReading): ChatEvent[] {
  reading.hasCalls ||= part.type === "tool-call";
  switch (part.type) {
    case "text":
      return readText(part, reading);
    case "reasoning":
      return readThought(part, reading);
    case "tool-call":
      return readCall(part, reading);
    case "audio":
      return readSound(part, reading);
    case "refusal":
      // The dialect has none.
      return [];
    default:
      return [{ type: "part", ...place(undefined, reading), part }];
  }
}

/** The block of the next piece: a new one unless it continues the last. */
function place(kind: BlockReading["open"], reading: BlockReading) {
  if (kind === undefined || reading.open !== kind) {
    reading.block++;
    if (kind === "text") reading.texts.push({ part: reading.block, offsets: createByteOffsets() });
  }
  reading.open = kind;
  return { choice: reading.choice, block: reading.block };
}

/** A seal ends its block. */
function readSeal(signature: Seal | undefined, reading: BlockReading): ChatEvent[] {
  if (signature === undefined) return [];
  reading.open = undefined;
  return [{ type: "signature", choice: reading.choice, block: reading.block, signature }];
}

function readText({ text, signature }: TextPart, reading: BlockReading): ChatEvent[] {
  const at = place("text", reading);
  reading.texts.at(-1)?.offsets.add(text);
  return [{ type: "text-delta", ...at, text }, ...readSeal(signature, reading)];
}

function readThought({ text, signature, encrypted }: ReasoningPart, reading: BlockReading): ChatEvent[] {
  const at = place("reasoning", reading);
  const events: ChatEvent[] = [{ type: "reasoning-delta", ...at, text }, ...readSeal(signature, reading)];
  if (encrypted === undefined) return events;
  reading.open = undefined;
  return [...events, { type: "encrypted", ...at, encrypted }];
}

function readCall(call: ToolCallPart, reading: BlockReading): ChatEvent[] {
  const { id, name, isCustom } = call;
  const at = place(undefined, reading);
  return [
    { type: "tool-call-start", ...at, id, name, ...(isCustom !== undefined && { isCustom }) },
    { type: "tool-call-delta", ...at, arguments: call.arguments },
    ...readSeal(call.signature, reading),
  ];
}

/** Speech comes in pieces. */
function readSound(part: AudioPart, reading: BlockReading): ChatEvent[] {
  if (part.source?.kind !== "inline") return [{ type: "part", ...place(undefined, reading), part }];
  const { base64, mediaType } = part.source;
  return [{ type: "audio-delta", ...place("audio", reading), base64, mediaType }];
}

/** Most chunks hold a piece of text and nothing new beside it. */
function saysMore(earlier: Fields, candidate: Fields): boolean {
  for (const name in candidate)
    if (name !== "content" && name !== "logprobsResult" && candidate[name] !== earlier[name]) return true;
  return false;
}

/** What candidates say of themselves grows, or is repeated, from chunk to chunk. */
function withLastWords(earlier: Fields, candidate: Fields): Fields {
  const { content: _content, logprobsResult: _logprobs, ...words } = candidate;
  const grounding = fillFromEarlier(earlier["groundingMetadata"], words["groundingMetadata"]);
  const merged = fillFromEarlier(earlier, words);
  return {
    ...(isObject(merged) ? merged : {}),
    ...(isObject(grounding) && { groundingMetadata: grounding }),
  };
}
