import type { ChatFinish } from "../chat/chat-answer.ts";
import type { ChatEvent } from "../chat/chat-event.ts";
import type { AssistantPart, AudioPart, ReasoningPart, TextPart, ToolCallPart } from "../chat/chat-part.ts";
import type { Seal } from "../chat/chat-seal.ts";
import { fieldsOf, fillFromEarlier, isObject } from "../reported-usage.ts";
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

type OpenBlock = "text" | "reasoning" | "audio" | undefined;

export function createChoiceReader(choice: number, context: PartContext): ChoiceReader {
  const texts: CitableText[] = [];
  let block = -1;
  let open: OpenBlock;
  let endsWithCall = false;
  let last: Fields = {};
  let blocked: ChatFinish | undefined;

  /** The block of the next piece: a new one unless it continues the last. */
  const place = (kind: OpenBlock): { readonly choice: number; readonly block: number } => {
    if (kind === undefined || open !== kind) {
      block++;
      if (kind === "text") texts.push({ part: block, offsets: createByteOffsets() });
    }
    open = kind;
    return { choice, block };
  };

  const seal = (signature: Seal | undefined): ChatEvent[] => {
    if (signature === undefined) return [];
    open = undefined;
    return [{ type: "signature", choice, block, signature }];
  };

  const readText = ({ text, signature }: TextPart): ChatEvent[] => {
    const at = place("text");
    texts.at(-1)?.offsets.add(text);
    return [{ type: "text-delta", ...at, text }, ...seal(signature)];
  };

  const readThought = ({ text, signature, encrypted }: ReasoningPart): ChatEvent[] => {
    const at = place("reasoning");
    const events: ChatEvent[] = [{ type: "reasoning-delta", ...at, text }, ...seal(signature)];
    if (encrypted === undefined) return events;
    open = undefined;
    return [...events, { type: "encrypted", ...at, encrypted }];
  };

  const readCall = (call: ToolCallPart): ChatEvent[] => {
    const { id, name, isCustom } = call;
    const at = place(undefined);
    return [
      { type: "tool-call-start", ...at, id, name, ...(isCustom !== undefined && { isCustom }) },
      { type: "tool-call-delta", ...at, arguments: call.arguments },
      ...seal(call.signature),
    ];
  };

  /** Speech comes in pieces. */
  const readSound = (part: AudioPart): ChatEvent[] => {
    if (part.source?.kind !== "inline") return [{ type: "part", ...place(undefined), part }];
    const { base64, mediaType } = part.source;
    return [{ type: "audio-delta", ...place("audio"), base64, mediaType }];
  };

  const readPart = (part: AssistantPart): ChatEvent[] => {
    if (part.type !== "vendor") endsWithCall = part.type === "tool-call";
    switch (part.type) {
      case "text":
        return readText(part);
      case "reasoning":
        return readThought(part);
      case "tool-call":
        return readCall(part);
      case "audio":
        return readSound(part);
      case "refusal":
        // The dialect has none.
        return [];
      default:
        return [{ type: "part", ...place(undefined), part }];
    }
  };

  return {
    read(candidate) {
      const written = fieldsOf(candidate["content"])["parts"];
      const events: ChatEvent[] = [];
      for (const value of Array.isArray(written) ? written : []) {
        const part = decodePartLeniently(value, context);
        if (part) events.push(...readPart(part));
      }
      const tokens = readLogprobs(candidate["logprobsResult"]);
      if (tokens.length > 0) events.push({ type: "logprobs", choice, of: "text", tokens });
      last = withLastWords(last, candidate);
      return events;
    },
    block(finish) {
      blocked = finish;
    },
    isFinished: () => blocked !== undefined || typeof last["finishReason"] === "string",
    end() {
      const events: ChatEvent[] = [];
      for (const { text, annotations } of readGrounding(last["groundingMetadata"], texts))
        for (const annotation of annotations)
          events.push({ type: "annotation", choice, block: text.part, annotation });
      const extensions = candidateExtensions(last);
      if (blocked || typeof last["finishReason"] === "string")
        events.push({
          type: "finish",
          choice,
          finish: blocked ?? readFinish(last, endsWithCall),
          ...(extensions && { extensions }),
        });
      return events;
    },
  };
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
