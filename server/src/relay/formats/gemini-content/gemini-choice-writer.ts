import { withKeptFields } from "../chat/body-fields.ts";
import type { AnnotationEvent, FinishEvent } from "../chat/chat-event.ts";
import type { LossList } from "../chat/chat-loss.ts";
import type { BlockEvent } from "../chat/collected-part.ts";
import type { Fields } from "../reported-usage.ts";
import { writeBlockEvent, writeWhole } from "./gemini-block-writer.ts";
import type { BlockWriting } from "./gemini-block-writer.ts";
import { writeFinish } from "./gemini-finish.ts";
import { writeGrounding } from "./gemini-grounding.ts";
import { createHeldCalls } from "./gemini-held-calls.ts";
import type { HeldCall } from "./gemini-held-calls.ts";
import { createWrittenTexts } from "./gemini-written-texts.ts";

/** Writes the pieces of one candidate. Holds the calls that are still growing, citations and the finish. */
export interface ChoiceWriter {
  /** Parts for the client's next chunk. */
  write(event: BlockEvent): readonly Fields[];
  /** Holds the finish back; the calls that it completes. */
  finish(event: FinishEvent): readonly Fields[];
  hasWritten(): boolean;
  /** The last candidate of this choice. */
  end(): Fields;
}

export function createChoiceWriter(choice: number, losses: LossList): ChoiceWriter {
  const path = `choices[${choice}]`;
  const writing: BlockWriting = {
    encoding: { losses, reader: "client" },
    texts: createWrittenTexts(),
    pathOf: (block) => `${path}.parts[${block}]`,
    last: undefined,
    soundType: "audio/wav",
  };
  const calls = createHeldCalls();
  const annotations: AnnotationEvent[] = [];
  let finished: FinishEvent | undefined;
  let hasWritten = false;
  let hasCalls = false;

  const writeCalls = (done: readonly HeldCall[]): Fields[] => {
    hasCalls ||= done.length > 0;
    return done.flatMap(({ block, part }) => writeWhole(block, part, writing));
  };

  const noted = (parts: readonly Fields[]): readonly Fields[] => {
    hasWritten ||= parts.length > 0;
    return parts;
  };

  return {
    write(event) {
      if (event.type === "annotation") {
        annotations.push(event);
        return [];
      }
      const done = calls.take(event);
      if (done) return noted(writeCalls(done));
      if (event.type === "block-end") return [];
      // What follows a call stands behind it.
      return noted([...writeCalls(calls.takeAll()), ...writeBlockEvent(event, writing)]);
    },
    finish(event) {
      finished = event;
      return noted(writeCalls(calls.takeAll()));
    },
    hasWritten: () => hasWritten,
    end() {
      const parts = writeCalls(calls.takeAll());
      const groundingMetadata = groundingOf(annotations, writing);
      const body = {
        // Google's own clients take a last chunk without a part for a broken answer.
        content: { parts: parts.length > 0 ? parts : [{ text: "" }], role: "model" },
        ...writeFinish(finished?.finish ?? { reason: "other" }, hasCalls, `${path}.finish`, losses),
        index: choice,
        ...(groundingMetadata && { groundingMetadata }),
      };
      return withKeptFields(body, losses.extensions(path, finished?.extensions, "gemini"));
    },
  };
}

function groundingOf(annotations: readonly AnnotationEvent[], writing: BlockWriting): Fields | undefined {
  const { encoding, texts, pathOf } = writing;
  const counts = new Map<number, number>();
  const placed = annotations.flatMap(({ annotation, block }) => {
    const count = counts.get(block) ?? 0;
    counts.set(block, count + 1);
    const path = `${pathOf(block)}.annotations[${count}]`;
    const place = texts.placeOf(block);
    if (place === undefined) encoding.losses.leftOut(path, "there is no text that it is about");
    return place ? [{ annotation, path, text: place.text, from: place.from, to: place.to }] : [];
  });
  return writeGrounding(placed, encoding.losses);
}
