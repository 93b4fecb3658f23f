import type { BlockEvent } from "../chat/collected-part.ts";
import type { LossList } from "../chat/chat-loss.ts";
import { sseText } from "../chat/sse-text.ts";
import type { Fields } from "../reported-usage.ts";
import { createOpenBlock } from "./anthropic-open-block.ts";
import type { BlockPen, OpenBlock } from "./anthropic-open-block.ts";

/** Writes the blocks of a client's stream, one after the other, as the dialect has them. */
export interface BlockWriter {
  push(event: BlockEvent): string;
  /** Ends what is open. */
  end(): string;
}

/**
 * Blocks of the shared form may overlap: a text or thought ends where the next block begins, but calls in parallel may grow
 * in turns. The first of them is written as it comes, the others wait until it has ended; whoever knows its end
 * (`block-end`) shortens the wait.
 */
export function createBlockWriter(losses: LossList): BlockWriter {
  let open: OpenBlock | undefined;
  const waiting = new Map<number, BlockEvent[]>();
  const closed = new Set<number>();
  const pen = createPen();

  const openWith = (event: BlockEvent): string => {
    open = createOpenBlock(event, pen, losses);
    return open.write(event);
  };
  const close = (): string => {
    if (open === undefined) return "";
    const text = open.end();
    closed.add(open.block);
    open = undefined;
    return text;
  };
  /** Writes what has waited, as long as it is known to be complete, or (`isAll`) to the last. */
  const advance = (isAll: boolean): string => {
    let text = "";
    while (open === undefined || isAll) {
      text += close();
      const [next] = waiting;
      if (next === undefined) break;
      const [block, events] = next;
      waiting.delete(block);
      for (const [index, event] of events.entries()) text += index === 0 ? openWith(event) : toOpen(event);
    }
    return text;
  };
  const toOpen = (event: BlockEvent): string => {
    if (event.type === "block-end") return close();
    return open ? open.write(event) : "";
  };

  return {
    push(event) {
      if (event.block === open?.block) return toOpen(event) + (open ? "" : advance(false));
      const queue = waiting.get(event.block);
      if (queue) {
        queue.push(event);
        return "";
      }
      if (event.type === "block-end" || isLate(event, closed, losses)) return "";
      if (open?.isCall && event.type === "tool-call-start") {
        waiting.set(event.block, [event]);
        return "";
      }
      return advance(true) + openWith(event);
    },
    end: () => advance(true),
  };
}

/** Of a block that has ended, only texts can go on: as a block of their own. */
function isLate(event: BlockEvent, closed: Set<number>, losses: LossList): boolean {
  if (!closed.has(event.block)) return false;
  const path = `choices[0].parts[${event.block}]`;
  if (event.type === "text-delta" || event.type === "reasoning-delta" || event.type === "refusal-delta") {
    if (event.text === "") return true;
    losses.changed(path, "its text went on after other parts had begun");
    return false;
  }
  losses.leftOut(`${path}.${event.type}`, "it came after its part had ended");
  return true;
}

function createPen(): BlockPen {
  let blocks = 0;
  const write = (type: string, fields: Fields): string => sseText({ type, ...fields }, type);
  const pen: BlockPen = {
    begin: (block) => write("content_block_start", { index: blocks++, content_block: block }),
    delta: (delta) => write("content_block_delta", { index: blocks - 1, delta }),
    end: () => write("content_block_stop", { index: blocks - 1 }),
    whole: (block) => pen.begin(block) + pen.end(),
  };
  return pen;
}
