import { isObject } from "@tollgate/contract/json-object";
import type { ChatEvent } from "../chat/chat-event.ts";
import { fieldsOf, textOf } from "../reported-usage.ts";
import type { Fields } from "../reported-usage.ts";
import { answerCallId } from "./openai-chat-answer-decoder.ts";
import { argumentsText, readSignature } from "./openai-chat-calls.ts";
import type { StreamBlocks } from "./openai-chat-stream-blocks.ts";

/** Reads the calls of one streamed choice, piece by piece. */
export interface StreamCalls {
  /** An entry of `delta.tool_calls`. */
  push(piece: Fields): ChatEvent[];
  /** `delta.function_call`, OpenAI's oldest spelling. */
  pushLegacy(piece: Fields): ChatEvent[];
  hasCalls(): boolean;
}

interface OpenCall {
  readonly block: number;
  readonly id: string;
  readonly isCustom: boolean;
  /** Pieces that came before the name. */
  held: string;
  hasStarted: boolean;
  hasSignature: boolean;
}

/**
 * Vendors cut calls in their own ways: without `index`, with the id or the name in every piece, several whole calls
 * under one index, the name in a later piece than the id.
 */
export function createStreamCalls(choice: number, blocks: StreamBlocks, requestId: string): StreamCalls {
  /** The open call of each index. */
  const open = new Map<string, OpenCall>();
  let count = 0;
  let lastKey = "";

  const callAt = (key: string, id: string, name: string, isCustom: boolean): OpenCall => {
    const known = open.get(key);
    // A known index with another id and a name of its own is another call.
    const isAnother = known?.hasStarted === true && id !== "" && id !== known.id && name !== "";
    if (known && !isAnother) return known;
    const number = count++;
    const call: OpenCall = {
      block: blocks.keyed("call", `call:${number}`).block,
      id: id || answerCallId(requestId, choice, number),
      isCustom,
      held: "",
      hasStarted: false,
      hasSignature: false,
    };
    open.set(key, call);
    return call;
  };

  const pushPiece = (key: string, piece: Fields, inner: Fields, isCustom: boolean): ChatEvent[] => {
    lastKey = key;
    const name = textOf(inner["name"]);
    const call = callAt(key, textOf(piece["id"]), name, isCustom);
    const place = { choice, block: call.block };
    const events: ChatEvent[] = [];
    call.held += argumentsText(call.isCustom ? inner["input"] : inner["arguments"]);
    if (!call.hasStarted && name !== "") {
      call.hasStarted = true;
      const kind = call.isCustom ? { isCustom: true } : {};
      events.push({ type: "tool-call-start", ...place, id: call.id, name, ...kind });
    }
    if (!call.hasStarted) return events;
    if (call.held !== "") {
      events.push({ type: "tool-call-delta", ...place, arguments: call.held });
      call.held = "";
    }
    const signature = readSignature(piece);
    if (signature && !call.hasSignature) {
      call.hasSignature = true;
      events.push({ type: "signature", ...place, signature });
    }
    return events;
  };

  return {
    push(piece) {
      const isCustom = piece["type"] === "custom" || isObject(piece["custom"]);
      const inner = fieldsOf(isCustom ? piece["custom"] : piece["function"]);
      const { index } = piece;
      const id = textOf(piece["id"]);
      const key = typeof index === "number" ? `index:${index}` : id === "" ? lastKey : `id:${id}`;
      return pushPiece(key, piece, inner, isCustom);
    },
    pushLegacy: (piece) => pushPiece("legacy", {}, piece, false),
    hasCalls: () => count > 0,
  };
}
