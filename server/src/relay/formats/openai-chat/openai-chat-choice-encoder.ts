import type { AudioDeltaEvent, ChatEvent, PartEvent, SignatureEvent } from "../chat/chat-event.ts";
import type { LossList } from "../chat/chat-loss.ts";
import type { AudioPart } from "../chat/chat-part.ts";
import type { ChatRequest } from "../chat/chat-request.ts";
import type { Fields } from "../reported-usage.ts";
import { encodeImage, spokenFields } from "./openai-chat-answer-encoder.ts";
import { spokenMediaType } from "./openai-chat-answer-parts.ts";
import { createBlockOrder } from "./openai-chat-block-order.ts";
import { createCallDeltas } from "./openai-chat-call-deltas.ts";
import { signatureFields } from "./openai-chat-calls.ts";
import type { FinishSigns } from "./openai-chat-finish.ts";
import { createTextDeltas } from "./openai-chat-text-deltas.ts";
import { createThoughtDeltas } from "./openai-chat-thought-deltas.ts";

/** Writes the deltas of one of the answers of a stream. */
export interface ChoiceEncoder {
  /** A delta; undefined when there is nothing to write. */
  push(event: Extract<ChatEvent, { block: number }>): Fields | undefined;
  /** What was held back until the texts are complete: the annotations. */
  end(): Fields[];
  signs(): FinishSigns;
}

export function createChoiceEncoder(choice: number, request: ChatRequest, losses: LossList): ChoiceEncoder {
  const path = `choices[${choice}].parts`;
  const order = createBlockOrder(path, losses);
  const texts = createTextDeltas(path, losses);
  const thoughts = createThoughtDeltas(order.ordinal);
  const calls = createCallDeltas(path, request.legacyFunctions === true, losses);

  const pushSpoken = (block: number, part: AudioPart): Fields | undefined => {
    const place = `${path}[${block}]`;
    if (order.ordinal(block) === 0) return { audio: spokenFields({ part, path: place }, request, losses) };
    losses.leftOut(place, "a message has place for one spoken answer");
    return undefined;
  };

  const pushPart = ({ block, part }: PartEvent): Fields | undefined => {
    const place = `${path}[${block}]`;
    if (part.type === "image") {
      const images = encodeImage({ part, path: place }, losses);
      return images.length > 0 ? { images } : undefined;
    }
    if (part.type === "audio") return pushSpoken(block, part);
    if (part.type === "vendor" && part.dialect === "openai-chat") return { content: [part.raw] };
    losses.leftOut(place, "openai-chat has no place for it in an answer");
    return undefined;
  };

  const pushSignature = ({ block, signature }: SignatureEvent): Fields | undefined => {
    const kind = order.kind(block);
    if (kind === "reasoning") return thoughts.sign(block, signature);
    if (kind === "call") return calls.sign(block, signature);
    if (kind === "text") return { content: "", ...signatureFields(signature) };
    losses.leftOut(`${path}[${block}].signature`, "it has no place here");
    return undefined;
  };

  return {
    push(event) {
      const { block } = event;
      order.see(event);
      switch (event.type) {
        case "text-delta":
          return texts.push(block, event.text);
        case "refusal-delta":
          return event.text === "" ? undefined : { refusal: event.text };
        case "reasoning-delta":
          return thoughts.push(event);
        case "tool-call-start":
          return calls.start(event);
        case "tool-call-delta":
          return calls.push(event);
        case "annotation":
          texts.annotate(block, event.annotation);
          return undefined;
        case "audio-delta":
          return pushSpoken(block, spokenPart(event, request));
        case "part":
          return pushPart(event);
        case "block-end":
          return texts.close(block);
        case "signature":
          return pushSignature(event);
        case "encrypted":
          return thoughts.seal(event);
      }
    },
    end: () => texts.closeAll(),
    signs: () => ({ hasRefusal: order.hasKind("refusal"), hasCalls: order.hasKind("call") }),
  };
}

function spokenPart(event: AudioDeltaEvent, request: ChatRequest): AudioPart {
  const { type: _type, choice: _choice, block: _block, base64, mediaType, ...rest } = event;
  if (base64 === undefined) return { type: "audio", ...rest };
  // Pieces after the first need not repeat their type.
  const type = mediaType ?? spokenMediaType(request);
  return { type: "audio", ...rest, source: { kind: "inline", mediaType: type, base64 } };
}
