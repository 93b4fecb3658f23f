import type { ChatEvent } from "../chat/chat-event.ts";
import type { Fields } from "../reported-usage.ts";
import { annotationWithin, decodeAnnotations } from "./openai-chat-annotations.ts";
import { readSignature } from "./openai-chat-calls.ts";
import type { StreamBlocks } from "./openai-chat-stream-blocks.ts";

/** Reads the texts of one streamed choice, and what belongs to them. */
export interface StreamTexts {
  push(text: string): ChatEvent;
  /** `delta.annotations`. */
  pushAnnotations(value: unknown): ChatEvent[];
  /** `delta.extra_content`: the signature of the latest text, or of an empty one. */
  pushSignature(delta: Fields): ChatEvent[];
}

/** Beyond as many, annotations go to the last one that is known. */
const TEXTS_MAX = 1000;

export function createStreamTexts(choice: number, blocks: StreamBlocks): StreamTexts {
  /** Where each text begins: places of annotations count from the beginning of the first. */
  const texts: { readonly block: number; readonly from: number }[] = [];
  let length = 0;

  const push = (text: string): ChatEvent => {
    const { block, isNew } = blocks.current("text");
    if (isNew && texts.length < TEXTS_MAX) texts.push({ block, from: length });
    length += text.length;
    return { type: "text-delta", choice, block, text };
  };

  return {
    push,
    pushAnnotations: (value) =>
      decodeAnnotations(value).flatMap((annotation): ChatEvent[] => {
        const start = annotation.type === "url" ? (annotation.startIndex ?? 0) : 0;
        const place = texts.findLastIndex(({ from }) => from <= start);
        const text = texts[place];
        if (text === undefined) return [];
        const to = texts[place + 1]?.from ?? length;
        const within = annotationWithin(annotation, text.from, to);
        return [{ type: "annotation", choice, block: text.block, annotation: within }];
      }),
    pushSignature(delta) {
      const signature = readSignature(delta);
      if (signature === undefined) return [];
      const begin = texts.length === 0 ? [push("")] : [];
      const block = texts.at(-1)?.block ?? 0;
      return [...begin, { type: "signature", choice, block, signature }];
    },
  };
}
