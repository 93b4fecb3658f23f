import type { TokenLogprob } from "../chat/chat-answer.ts";
import type { BlockEvent } from "../chat/collected-part.ts";
import type { LossList } from "../chat/chat-loss.ts";
import type { ReasoningPart } from "../chat/chat-part.ts";
import { DIALECT } from "./openai-responses-dialect.ts";
import type { EventWriter } from "./openai-responses-event-writer.ts";
import type { SaidKinds } from "./openai-responses-finish.ts";
import { isContentType } from "./openai-responses-items.ts";
import { openCall } from "./openai-responses-open-call.ts";
import type { OpenCall } from "./openai-responses-open-call.ts";
import { openMessage } from "./openai-responses-open-message.ts";
import type { OpenMessage } from "./openai-responses-open-message.ts";
import { openThought } from "./openai-responses-open-thought.ts";
import type { OpenThought, ThoughtBlock } from "./openai-responses-open-thought.ts";
import { LOCAL_PICTURE_PREFIX, writePicture } from "./openai-responses-pictures.ts";

/** Makes items of blocks. One message or thought is open at a time, and any number of calls. */
export interface OpenItems {
  push(event: BlockEvent): string;
  tokens(tokens: readonly TokenLogprob[]): void;
  /** Ends whatever is open; the message or thought with `status`. */
  end(status: string): string;
  said(): SaidKinds;
}

export function createOpenItems(writer: EventWriter, losses: LossList, asSummary: boolean): OpenItems {
  const calls = new Map<number, OpenCall>();
  let current: OpenMessage | OpenThought | undefined;
  let thoughtBlock: ThoughtBlock | undefined;
  const early: TokenLogprob[] = [];
  let hasRefusal = false;
  let endsWithCall = false;

  const close = (status = "completed"): string => {
    const ended = current?.end(status) ?? "";
    current = undefined;
    return ended;
  };

  const messageFor = (): readonly [OpenMessage, string] => {
    endsWithCall = false;
    if (current?.kind === "message") return [current, ""];
    const ended = close();
    const [message, begun] = openMessage(writer, losses);
    current = message;
    return [message, ended + begun];
  };

  const say = (block: number, kind: "text" | "refusal", text: string): string => {
    const isOpen = current?.kind === "message" && current.block() === block;
    if (text === "" && !isOpen) return "";
    hasRefusal ||= kind === "refusal";
    const [message, begun] = messageFor();
    const part = isOpen ? "" : message.part(block, kind);
    if (kind === "text") message.tokens(early.splice(0));
    return begun + part + message.piece(text);
  };

  const think = (known: ThoughtBlock): string => {
    endsWithCall = false;
    if (current?.kind === "thought" && (current.block() === known.block || current.takes(known))) return "";
    const ended = close();
    const [thought, begun] = openThought(writer, losses, known);
    current = thought;
    return ended + begun;
  };

  const reason = (event: Extract<BlockEvent, { type: "reasoning-delta" }>): string => {
    const { block, text, id } = event;
    if (thoughtBlock?.block !== block) {
      if (asSummary && event.isSummary !== true)
        losses.changed(`${pathOf(block)}.isSummary`, "the client looks for thoughts in the summary");
      thoughtBlock = { block, id, isSummary: asSummary || event.isSummary === true };
    }
    if (text === "") return "";
    const isOpen = current?.kind === "thought" && current.block() === block;
    const begun = think(thoughtBlock);
    if (current?.kind !== "thought") return begun;
    const part = isOpen ? "" : current.part(thoughtBlock);
    return begun + part + current.piece(text);
  };

  const seal = (block: number, sealed: Pick<ReasoningPart, "encrypted" | "signature">): string => {
    const known = thoughtBlock?.block === block ? thoughtBlock : { block, id: undefined, isSummary: false };
    const begun = think(known);
    if (current?.kind === "thought") current.seal(sealed, pathOf(block));
    return begun;
  };

  const whole = ({ part, block }: Extract<BlockEvent, { type: "part" }>): string => {
    const path = pathOf(block);
    if (part.type === "vendor" && part.dialect === DIALECT) {
      if (isContentType(part.raw["type"])) {
        const [message, begun] = messageFor();
        return begun + message.wholePart(block, part.raw);
      }
      endsWithCall = false;
      const ended = close();
      const place = writer.nextItem("item");
      return ended + writer.added(place, part.raw) + writer.done(place, part.raw);
    }
    if (part.type !== "image") {
      losses.leftOut(path, `${DIALECT} has no place for it in an answer`);
      return "";
    }
    const ended = close();
    const place = writer.nextItem(LOCAL_PICTURE_PREFIX);
    const item = writePicture(part, path, losses, true, place.id);
    endsWithCall = false;
    if (item === undefined) return ended;
    const begun = { ...item, status: "in_progress", result: null };
    return ended + writer.added(place, begun) + writer.done(place, item);
  };

  const sign = ({ block, signature }: Extract<BlockEvent, { type: "signature" }>): string => {
    const call = calls.get(block);
    if (call) call.sign(signature);
    else if (current?.kind === "message" && current.block() === block) current.sign(signature);
    else if (thoughtBlock?.block === block) return seal(block, { signature });
    else losses.leftOut(`${pathOf(block)}.signature`, "what it is of has ended");
    return "";
  };

  const annotate = ({ block, annotation }: Extract<BlockEvent, { type: "annotation" }>): string => {
    const [message, begun] = messageFor();
    const part = message.block() === block ? "" : message.part(block, "text");
    return begun + part + message.annotation(annotation, `${pathOf(block)}.annotations`, losses);
  };

  return {
    push(event) {
      const { block } = event;
      switch (event.type) {
        case "text-delta":
          return say(block, "text", event.text);
        case "refusal-delta":
          return say(block, "refusal", event.text);
        case "reasoning-delta":
          return reason(event);
        case "tool-call-start": {
          const ended = close();
          const [call, begun] = openCall(writer, losses, event);
          calls.set(block, call);
          endsWithCall = true;
          return ended + begun;
        }
        case "tool-call-delta":
          return calls.get(block)?.piece(event.arguments) ?? "";
        case "signature":
          return sign(event);
        case "encrypted":
          return seal(block, { encrypted: event.encrypted });
        case "annotation":
          return annotate(event);
        case "part":
          return whole(event);
        case "audio-delta":
          losses.leftOut(pathOf(block), `${DIALECT} has no sound in an answer`);
          return "";
        case "block-end": {
          const call = calls.get(block);
          calls.delete(block);
          return call?.end("completed") ?? "";
        }
      }
    },
    tokens(tokens) {
      if (current?.kind === "message") current.tokens(tokens);
      else early.push(...tokens);
    },
    end(status) {
      const ended = close(status) + [...calls.values()].map((call) => call.end(status)).join("");
      calls.clear();
      if (early.length > 0) losses.leftOut("choices[0].logprobs.text", "the texts had ended");
      return ended;
    },
    said: () => ({ hasRefusal, endsWithCall }),
  };
}

function pathOf(block: number): string {
  return `choices[0].parts[${block}]`;
}
