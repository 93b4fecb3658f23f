import { isObject } from "@tollgate/contract/json-object";
import { withKeptFields } from "../chat/body-fields.ts";
import type { Extensions } from "../chat/chat-dialect.ts";
import type { ChatEvent } from "../chat/chat-event.ts";
import type { DecodeContext } from "../chat/chat-format.ts";
import type { AssistantPart } from "../chat/chat-part.ts";
import { fieldsOf, objectsIn, textOf } from "../reported-usage.ts";
import type { Fields } from "../reported-usage.ts";
import { choiceExtensions } from "./openai-chat-answer-decoder.ts";
import { readAnswerContent, readImages, readSpoken, spokenMediaType } from "./openai-chat-answer-parts.ts";
import { decodeFinish } from "./openai-chat-finish.ts";
import { decodeLogprobs } from "./openai-chat-logprobs.ts";
import { createStreamBlocks } from "./openai-chat-stream-blocks.ts";
import { createStreamCalls } from "./openai-chat-stream-calls.ts";
import { createStreamTexts } from "./openai-chat-stream-texts.ts";
import { readThought, readThoughts } from "./openai-chat-stream-thoughts.ts";

/** Reads one of the answers of a stream. */
export interface ChoiceDecoder {
  /** An entry of a chunk's `choices`. */
  push(choice: Fields): ChatEvent[];
  /** The finish, if the upstream has told it: its meaning depends on all that came. */
  end(): ChatEvent[];
  isFinished(): boolean;
}

export function createChoiceDecoder(choice: number, context: DecodeContext): ChoiceDecoder {
  const blocks = createStreamBlocks();
  const calls = createStreamCalls(choice, blocks, context.requestId);
  const texts = createStreamTexts(choice, blocks);
  const mediaType = spokenMediaType(context.request);
  let extensions: Extensions | undefined;
  let wholeParts = 0;
  let hasRefusal = false;
  let finishWord: string | undefined;

  const pushRefusal = (text: string): ChatEvent[] => {
    if (text === "") return [];
    hasRefusal = true;
    return [{ type: "refusal-delta", choice, block: blocks.current("refusal").block, text }];
  };

  const pushPart = (part: AssistantPart): ChatEvent[] => {
    if (part.type === "text") return [texts.push(part.text)];
    if (part.type === "refusal") return pushRefusal(part.text);
    if (part.type === "reasoning") return [readThought(part.text, choice, blocks)];
    if (part.type === "tool-call") return [];
    const { block } = blocks.keyed("part", `part:${wholeParts++}`);
    return [{ type: "part", choice, block, part }];
  };

  const pushSound = (value: unknown): ChatEvent[] => {
    const sound = readSpoken(value, mediaType);
    if (sound === undefined) return [];
    const { type: _type, source, ...rest } = sound;
    const data = source?.kind === "inline" ? { base64: source.base64, mediaType } : {};
    return [{ type: "audio-delta", choice, block: blocks.keyed("audio", "audio").block, ...rest, ...data }];
  };

  const pushContent = (delta: Fields): ChatEvent[] => readAnswerContent(delta["content"]).flatMap(pushPart);

  const pushDelta = (delta: Fields): ChatEvent[] => [
    ...readThoughts(delta, choice, blocks),
    ...pushContent(delta),
    ...texts.pushAnnotations(delta["annotations"]),
    ...texts.pushSignature(delta),
    ...pushRefusal(textOf(delta["refusal"])),
    ...pushSound(delta["audio"]),
    ...readImages(delta["images"]).flatMap(pushPart),
    ...objectsIn(delta["tool_calls"]).flatMap((piece) => calls.push(piece)),
    ...(isObject(delta["function_call"]) ? calls.pushLegacy(delta["function_call"]) : []),
  ];

  return {
    push(entry) {
      const delta = entry["delta"];
      // Some vendors end a stream with the whole message in place of a delta; it has come already.
      const events = isObject(delta) ? (isTextAlone(delta) ? pushContent(delta) : pushDelta(delta)) : [];
      extensions = laterExtensions(extensions, choiceExtensions(entry, fieldsOf(delta)));
      const { text, refusal } = decodeLogprobs(entry["logprobs"]) ?? {};
      if (text) events.push({ type: "logprobs", choice, of: "text", tokens: text });
      if (refusal) events.push({ type: "logprobs", choice, of: "refusal", tokens: refusal });
      finishWord = textOf(entry["finish_reason"]) || finishWord;
      return events;
    },
    end() {
      if (finishWord === undefined) return [];
      const finish = decodeFinish(finishWord, { hasRefusal, hasCalls: calls.hasCalls() });
      return [{ type: "finish", choice, finish, ...(extensions && { extensions }) }];
    },
    isFinished: () => finishWord !== undefined,
  };
}

/** Most pieces of most streams: there is nothing else to look for. */
function isTextAlone(delta: Fields): boolean {
  for (const name in delta) if (name !== "content" && name !== "role") return false;
  return true;
}

/** Unknown fields come in any chunk: the latest of each is kept. */
function laterExtensions(
  earlier: Extensions | undefined,
  later: Extensions | undefined,
): Extensions | undefined {
  if (earlier === undefined || later === undefined) return later ?? earlier;
  return { dialect: earlier.dialect, fields: withKeptFields(later.fields, earlier.fields) };
}
