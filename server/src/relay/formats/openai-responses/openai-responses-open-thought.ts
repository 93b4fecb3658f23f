import type { LossList } from "../chat/chat-loss.ts";
import type { ReasoningPart } from "../chat/chat-part.ts";
import type { EventWriter } from "./openai-responses-event-writer.ts";
import { localThoughtId, newThought, thoughtItem, writeThoughtSeal } from "./openai-responses-reasoning.ts";

/** What is known of a thought's block before it says anything. */
export interface ThoughtBlock {
  readonly block: number;
  readonly id: string | undefined;
  readonly isSummary: boolean;
}

/** A reasoning item that is being streamed. */
export interface OpenThought {
  readonly kind: "thought";
  block(): number;
  /** May this block's text go on in the same item? */
  takes(block: ThoughtBlock): boolean;
  /** Is a part of its text open? */
  hasPart(): boolean;
  part(block: ThoughtBlock): string;
  piece(text: string): string;
  seal(seal: Pick<ReasoningPart, "encrypted" | "signature">, path: string): void;
  end(): string;
}

/** The item's first event is the second value. */
export function openThought(
  writer: EventWriter,
  losses: LossList,
  first: ThoughtBlock,
): readonly [OpenThought, string] {
  const next = writer.nextItem("rs");
  const draft = newThought(first.id === undefined ? {} : { id: first.id });
  const place = { id: first.id ?? localThoughtId(next.id.slice("rs_".length)), index: next.index };
  let open: { isSummary: boolean; text: string } | undefined;
  let block = first.block;

  const at = (isSummary: boolean) => ({
    item_id: place.id,
    output_index: place.index,
    ...(isSummary ? { summary_index: draft.summary.length } : { content_index: draft.content.length }),
  });

  const endPart = (): string => {
    if (open === undefined) return "";
    const { isSummary, text } = open;
    const names = namesOf(isSummary);
    const part = { type: names.type, text };
    const done =
      writer.event(`${names.text}.done`, { ...at(isSummary), text }) +
      writer.event(`${names.part}.done`, { ...at(isSummary), part });
    (isSummary ? draft.summary : draft.content).push(part);
    open = undefined;
    return done;
  };

  const thought: OpenThought = {
    kind: "thought",
    block: () => block,
    takes: ({ id, isSummary }) => {
      const hasContent = draft.content.length > 0 || open?.isSummary === false;
      return id !== undefined && id === draft.id && draft.sealed === undefined && !(isSummary && hasContent);
    },
    hasPart: () => open !== undefined,
    part({ block: number, isSummary }) {
      const ended = endPart();
      block = number;
      open = { isSummary, text: "" };
      const names = namesOf(isSummary);
      const part = { type: names.type, text: "" };
      return ended + writer.event(`${names.part}.added`, { ...at(isSummary), part });
    },
    piece(text) {
      if (open === undefined) return "";
      open.text += text;
      return writer.event(`${namesOf(open.isSummary).text}.delta`, { ...at(open.isSummary), delta: text });
    },
    seal(seal, path) {
      if (draft.sealed !== undefined) return losses.leftOut(path, "there is room for one seal");
      const text = open?.text ?? "";
      const hasText = draft.summary.length + draft.content.length > 0;
      draft.sealed = writeThoughtSeal({ text, ...seal }, path, hasText, { losses, keepsForeignSeals: true });
    },
    end: () => endPart() + writer.done(place, thoughtItem(draft, place.id)),
  };
  return [thought, writer.added(place, { type: "reasoning", id: place.id, summary: [] })];
}

/** What a part of a thought and its events are called. */
function namesOf(isSummary: boolean) {
  return isSummary
    ? {
        type: "summary_text",
        part: "response.reasoning_summary_part",
        text: "response.reasoning_summary_text",
      }
    : { type: "reasoning_text", part: "response.content_part", text: "response.reasoning_text" };
}
