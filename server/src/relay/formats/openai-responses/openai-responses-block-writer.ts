import type { ToolCallStartEvent } from "../chat/chat-event.ts";
import type { ReasoningPart } from "../chat/chat-part.ts";
import type { BlockEvent } from "../chat/collected-part.ts";
import { DIALECT } from "./openai-responses-dialect.ts";
import { openCall } from "./openai-responses-open-call.ts";
import { closeCurrent, messageOf, pathOf } from "./openai-responses-open-items.ts";
import type { OpenItems } from "./openai-responses-open-items.ts";
import { openThought } from "./openai-responses-open-thought.ts";
import type { OpenThought, ThoughtBlock } from "./openai-responses-open-thought.ts";
import { writeWholePart } from "./openai-responses-whole-part.ts";

/** What an event of a block says on the wire. */
export function writeBlockEvent(items: OpenItems, event: BlockEvent): string {
  const { block } = event;
  switch (event.type) {
    case "text-delta":
      return say(items, block, "text", event.text);
    case "refusal-delta":
      return say(items, block, "refusal", event.text);
    case "reasoning-delta":
      return reason(items, event);
    case "tool-call-start":
      return call(items, event);
    case "tool-call-delta":
      return items.calls.get(block)?.piece(event.arguments) ?? "";
    case "signature":
      return sign(items, event);
    case "encrypted":
      return seal(items, block, { encrypted: event.encrypted });
    case "annotation":
      return annotate(items, event);
    case "part":
      return writeWholePart(items, event.part, block);
    case "audio-delta":
      items.losses.leftOut(pathOf(block), `${DIALECT} has no sound in an answer`);
      return "";
    case "block-end":
      return endCall(items, block);
  }
}

function say(items: OpenItems, block: number, kind: "text" | "refusal", text: string): string {
  const isOpen = items.current?.kind === "message" && items.current.block() === block;
  if (text === "" && !isOpen) return "";
  const [message, begun] = messageOf(items);
  if (kind === "refusal") items.said = { ...items.said, hasRefusal: true };
  const part = isOpen ? "" : message.part(block, kind);
  if (kind === "text") message.tokens(items.early.splice(0));
  return begun + part + message.piece(text);
}

/** The thought that goes on with a block, or a new one. */
function thoughtOf(items: OpenItems, block: ThoughtBlock): readonly [OpenThought, string] {
  const { current } = items;
  items.said = { ...items.said, endsWithCall: false };
  if (current?.kind === "thought" && (current.block() === block.block || current.takes(block)))
    return [current, ""];
  const ended = closeCurrent(items);
  const [thought, begun] = openThought(items.writer, items.losses, block);
  items.current = thought;
  return [thought, ended + begun];
}

function reason(items: OpenItems, event: Extract<BlockEvent, { type: "reasoning-delta" }>): string {
  const { block, text, id, isSummary = false } = event;
  if (items.thoughtBlock?.block !== block) {
    if (items.asSummary && !isSummary)
      items.losses.changed(`${pathOf(block)}.isSummary`, "the client looks for thoughts in the summary");
    items.thoughtBlock = { block, id, isSummary: items.asSummary || isSummary };
  }
  if (text === "") return "";
  const isOpen = items.current?.kind === "thought" && items.current.block() === block;
  const [thought, begun] = thoughtOf(items, items.thoughtBlock);
  const part = isOpen && thought.hasPart() ? "" : thought.part(items.thoughtBlock);
  return begun + part + thought.piece(text);
}

function seal(
  items: OpenItems,
  block: number,
  sealed: Pick<ReasoningPart, "encrypted" | "signature">,
): string {
  const known = items.thoughtBlock?.block === block ? items.thoughtBlock : undefined;
  const [thought, begun] = thoughtOf(items, known ?? { block, id: undefined, isSummary: false });
  thought.seal(sealed, pathOf(block));
  return begun;
}

function call(items: OpenItems, event: ToolCallStartEvent): string {
  const ended = closeCurrent(items);
  const [open, begun] = openCall(items.writer, items.losses, event);
  items.calls.set(event.block, open);
  items.said = { ...items.said, endsWithCall: true };
  return ended + begun;
}

function endCall({ calls }: OpenItems, block: number): string {
  const open = calls.get(block);
  calls.delete(block);
  return open?.end("completed") ?? "";
}

function sign(items: OpenItems, { block, signature }: Extract<BlockEvent, { type: "signature" }>): string {
  const { calls, current, thoughtBlock } = items;
  const open = calls.get(block);
  if (open) open.sign(signature);
  else if (current?.kind === "message" && current.block() === block) current.sign(signature);
  else if (thoughtBlock?.block === block) return seal(items, block, { signature });
  else items.losses.leftOut(`${pathOf(block)}.signature`, "what it is of has ended");
  return "";
}

function annotate(
  items: OpenItems,
  { block, annotation }: Extract<BlockEvent, { type: "annotation" }>,
): string {
  const [message, begun] = messageOf(items);
  const part = message.block() === block ? "" : message.part(block, "text");
  return begun + part + message.annotation(annotation, `${pathOf(block)}.annotations`, items.losses);
}
