import type { ToolCallDeltaEvent, ToolCallStartEvent } from "../chat/chat-event.ts";
import type { LossList } from "../chat/chat-loss.ts";
import type { Seal } from "../chat/chat-seal.ts";
import type { Fields } from "../reported-usage.ts";
import { signatureFields, writeToolCall } from "./openai-chat-calls.ts";

/** Writes the calls of one streamed choice. */
export interface CallDeltas {
  start(event: ToolCallStartEvent): Fields | undefined;
  push(event: ToolCallDeltaEvent): Fields | undefined;
  sign(block: number, signature: Seal): Fields | undefined;
}

/** `legacy`: the client knows one `function_call`, without an id. */
export function createCallDeltas(path: string, legacy: boolean, losses: LossList): CallDeltas {
  const calls = new Map<number, { readonly index: number; readonly isCustom: boolean }>();
  const isLeftOut = (index: number): boolean => legacy && index > 0;
  return {
    start({ block, id, name, isCustom = false }) {
      const index = calls.size;
      calls.set(block, { index, isCustom });
      if (isLeftOut(index)) losses.leftOut(`${path}[${block}]`, "functions are called one at a time");
      else if (legacy) losses.changed(`${path}[${block}].id`, "calls of functions have no ids");
      if (isLeftOut(index)) return undefined;
      if (legacy) return { function_call: { name, arguments: "" } };
      const call = writeToolCall({ type: "tool-call", id, name, arguments: "", isCustom });
      return { tool_calls: [{ index, ...call }] };
    },
    push({ block, arguments: piece }) {
      const call = calls.get(block);
      if (call === undefined || piece === "" || isLeftOut(call.index)) return undefined;
      if (legacy) return { function_call: { arguments: piece } };
      const inner = call.isCustom ? { custom: { input: piece } } : { function: { arguments: piece } };
      return { tool_calls: [{ index: call.index, ...inner }] };
    },
    sign(block, signature) {
      const call = calls.get(block);
      if (call === undefined) return undefined;
      if (legacy) {
        losses.leftOut(`${path}[${block}].signature`, "calls of functions have no signatures");
        return undefined;
      }
      // Clients look for the function in every piece of a call.
      const piece = call.isCustom ? { custom: { input: "" } } : { function: { arguments: "" } };
      return { tool_calls: [{ index: call.index, ...piece, ...signatureFields(signature) }] };
    },
  };
}
