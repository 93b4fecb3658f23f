import { withKeptFields } from "../chat/body-fields.ts";
import type { ChatFinish } from "../chat/chat-answer.ts";
import type { Extensions } from "../chat/chat-dialect.ts";
import type { AnnotationEvent, AudioDeltaEvent, FinishEvent } from "../chat/chat-event.ts";
import type { LossList } from "../chat/chat-loss.ts";
import type { ToolCallPart } from "../chat/chat-part.ts";
import { readToolArguments } from "../chat/tool-calls.ts";
import type { BlockEvent } from "../chat/collected-part.ts";
import type { Fields } from "../reported-usage.ts";
import { writeFinish } from "./gemini-finish.ts";
import { writeGrounding } from "./gemini-grounding.ts";
import { encodePart, encryptedFields, sealFields } from "./gemini-part-encoder.ts";
import type { PartEncoding } from "./gemini-part-encoder.ts";
import { createWrittenTexts } from "./gemini-written-texts.ts";

/** Writes the pieces of one candidate. Holds the calls that are still growing, citations and the finish. */
export interface ChoiceWriter {
  /** Parts for the client's next chunk. */
  write(event: BlockEvent): Fields[];
  /** Holds the finish back; the calls that it completes. */
  finish(event: FinishEvent): Fields[];
  hasWritten(): boolean;
  /** The last candidate of this choice. */
  end(): Fields;
}

type HeldCall = Omit<ToolCallPart, "type">;
type Wire = "text" | "thought" | "other";

export function createChoiceWriter(choice: number, losses: LossList): ChoiceWriter {
  const encoding: PartEncoding = { losses, reader: "client" };
  const path = `choices[${choice}]`;
  const pathOf = (block: number): string => `${path}.parts[${block}]`;
  const calls = new Map<number, HeldCall>();
  const texts = createWrittenTexts();
  const annotations: AnnotationEvent[] = [];
  let finish: ChatFinish | undefined;
  let extensions: Extensions | undefined;
  /** The block that was written last, what it is, and whether its seal is out. */
  let last: { readonly block: number; readonly wire: Wire; isSealed: boolean } | undefined;
  let soundType = "audio/wav";
  let hasWritten = false;

  const flushCalls = (which: (call: HeldCall, block: number) => boolean = () => true): Fields[] => {
    const parts: Fields[] = [];
    for (const [block, call] of calls) {
      if (!which(call, block)) continue;
      calls.delete(block);
      texts.other();
      const encoded = encodePart({ type: "tool-call", ...call }, pathOf(block), encoding);
      if (encoded) parts.push(encoded);
    }
    return parts;
  };

  /** What a block's pieces go out as; texts behind texts are one part to the client, and so are thoughts. */
  const begin = (block: number, wire: Wire): void => {
    if (last?.block === block) return;
    if (wire === "thought" && last?.wire === "thought" && !last.isSealed)
      losses.changed(pathOf(block), "gemini does not keep thoughts apart that follow each other");
    if (wire !== "text" && !(wire === "thought" && last?.wire === "thought" && !last.isSealed)) texts.other();
    last = { block, wire, isSealed: false };
  };

  const writeText = (block: number, text: string): Fields[] => {
    begin(block, "text");
    if (text === "") return [];
    texts.add(block, text);
    return [{ text }];
  };

  const writeThought = (block: number, text: string): Fields[] => {
    begin(block, "thought");
    return text === "" ? [] : [{ text, thought: true }];
  };

  /** Behind what is out already, in an empty part of the same kind, as the vendor does it. */
  const writeSeal = (block: number, kind: "signature" | "encrypted", seal: Fields | undefined): Fields[] => {
    if (kind === "encrypted") begin(block, "thought");
    if (last?.block !== block || last.wire === "other" || last.isSealed) {
      losses.leftOut(`${pathOf(block)}.${kind}`, "the part that it belongs to is out already");
      return [];
    }
    last.isSealed = true;
    if (last.wire === "thought") return [{ text: "", thought: true, ...seal }];
    texts.add(block, "");
    texts.close();
    return [{ text: "", ...seal }];
  };

  const writeSound = (event: AudioDeltaEvent): Fields[] => {
    begin(event.block, "other");
    soundType = event.mediaType ?? soundType;
    const { id, transcript, expiresAtSeconds } = event;
    losses.unwritten(pathOf(event.block), { id, transcript, expiresAtSeconds }, new Set(), "gemini");
    return event.base64 === undefined ? [] : [{ inlineData: { mimeType: soundType, data: event.base64 } }];
  };

  const writeSaid = (event: BlockEvent): Fields[] => {
    const { block } = event;
    switch (event.type) {
      case "text-delta":
        return writeText(block, event.text);
      case "refusal-delta":
        losses.changed(pathOf(block), "gemini writes refusals as text");
        return writeText(block, event.text);
      case "reasoning-delta":
        losses.unwritten(pathOf(block), { id: event.id, isSummary: event.isSummary }, new Set(), "gemini");
        return writeThought(block, event.text);
      case "signature":
        return writeSeal(block, "signature", sealFields(event.signature, pathOf(block), encoding));
      case "encrypted":
        return writeSeal(block, "encrypted", encryptedFields(event.encrypted));
      case "audio-delta":
        return writeSound(event);
      case "part": {
        const encoded = encodePart(event.part, pathOf(block), encoding);
        if (encoded) begin(block, "other");
        return encoded ? [encoded] : [];
      }
      default:
        return [];
    }
  };

  const writeCall = (event: BlockEvent): Fields[] | undefined => {
    const { block } = event;
    if (event.type === "tool-call-start") {
      const { id, name, isCustom } = event;
      // A call whose arguments are whole cannot grow any more; others may: some vendors write calls side by side.
      const whole = flushCalls(
        (call) => call.arguments !== "" && readToolArguments(call.arguments) !== undefined,
      );
      last = undefined;
      calls.set(block, { id, name, arguments: "", ...(isCustom !== undefined && { isCustom }) });
      return whole;
    }
    const call = calls.get(block);
    if (call === undefined) return undefined;
    if (event.type === "block-end") return flushCalls((_, held) => held === block);
    if (event.type === "tool-call-delta")
      calls.set(block, { ...call, arguments: call.arguments + event.arguments });
    if (event.type === "signature") calls.set(block, { ...call, signature: event.signature });
    return [];
  };

  const noted = (parts: Fields[]): Fields[] => {
    hasWritten ||= parts.length > 0;
    return parts;
  };

  return {
    write(event) {
      if (event.type === "annotation") {
        annotations.push(event);
        return [];
      }
      const ofCall = writeCall(event);
      if (ofCall) return noted(ofCall);
      if (event.type === "block-end") return [];
      return noted([...flushCalls(), ...writeSaid(event)]);
    },
    finish(event) {
      ({ finish, extensions } = event);
      return noted(flushCalls());
    },
    hasWritten: () => hasWritten,
    end() {
      const parts = flushCalls();
      const placed = annotations.flatMap(({ annotation, block }, index) => {
        const text = texts.placeOf(block);
        return text ? [{ annotation, path: `${pathOf(block)}.annotations[${index}]`, ...text }] : [];
      });
      const groundingMetadata = writeGrounding(placed, losses);
      const body = {
        // Google's own clients take a last chunk without a part for a broken answer.
        content: { parts: parts.length > 0 ? parts : [{ text: "" }], role: "model" },
        ...writeFinish(finish ?? { reason: "other" }, `${path}.finish`, losses),
        index: choice,
        ...(groundingMetadata && { groundingMetadata }),
      };
      return withKeptFields(body, losses.extensions(path, extensions, "gemini"));
    },
  };
}
