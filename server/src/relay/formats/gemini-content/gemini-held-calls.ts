import type { BlockEvent } from "../chat/collected-part.ts";
import type { ToolCallPart } from "../chat/chat-part.ts";
import { readToolArguments } from "../chat/tool-calls.ts";

/**
 * Calls that are still growing: the dialect writes each of them whole. Some vendors write several side by side, so a call
 * is held until it cannot grow any more.
 */
export interface HeldCalls {
  /** The calls that `event` completes, in their order; undefined when it is about no held call. */
  take(event: BlockEvent): readonly HeldCall[] | undefined;
  /** All of them. */
  takeAll(): readonly HeldCall[];
}

export interface HeldCall {
  readonly block: number;
  readonly part: ToolCallPart;
}

export function createHeldCalls(): HeldCalls {
  const calls = new Map<number, ToolCallPart>();

  const takeSome = (isDone: (part: ToolCallPart, block: number) => boolean): readonly HeldCall[] => {
    const done = [...calls].filter(([block, part]) => isDone(part, block));
    for (const [block] of done) calls.delete(block);
    return done.map(([block, part]) => ({ block, part }));
  };

  return {
    takeAll: () => takeSome(() => true),
    take(event) {
      const { block } = event;
      if (event.type === "tool-call-start") {
        const { id, name, isCustom } = event;
        const done = takeSome(isWhole);
        const custom = isCustom === undefined ? {} : { isCustom };
        calls.set(block, { type: "tool-call", id, name, arguments: "", ...custom });
        return done;
      }
      const call = calls.get(block);
      if (call === undefined) return undefined;
      if (event.type === "block-end") return takeSome((_, held) => held === block);
      if (event.type === "tool-call-delta")
        calls.set(block, { ...call, arguments: call.arguments + event.arguments });
      else if (event.type === "signature") calls.set(block, { ...call, signature: event.signature });
      return [];
    },
  };
}

/** An object that has ended. Text may always grow, and a call without arguments may still get some. */
function isWhole(call: ToolCallPart): boolean {
  return !call.isCustom && call.arguments !== "" && readToolArguments(call.arguments) !== undefined;
}
