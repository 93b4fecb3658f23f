import { encodeInput } from "../anthropic-messages/anthropic-tool-call.ts";
import type { BlockEvent } from "../chat/collected-part.ts";
import type { LossList } from "../chat/chat-loss.ts";
import { writeSeal } from "../chat/chat-seal.ts";
import { sseText } from "../chat/sse-text.ts";
import type { Fields } from "../reported-usage.ts";

const DIALECT = "bedrock-converse";

/** Writes the blocks of a stream; each has an index of its own, so that they may grow in turns. */
export interface ConverseBlockWriter {
  push(event: BlockEvent): string;
  /** Ends what is open. */
  end(): string;
}

interface OpenBlock {
  readonly index: number;
  readonly kind: "text" | "thought" | "call";
  readonly isCustom: boolean;
  /** A call's arguments are checked when they are whole. */
  held: string;
}

export function createConverseBlockWriter(losses: LossList): ConverseBlockWriter {
  const open = new Map<number, OpenBlock>();
  const ended = new Set<number>();
  let indexes = 0;
  const pathOf = (block: number) => `choices[0].parts[${block}]`;
  const write = (name: string, index: number, fields: Fields = {}) =>
    sseText({ contentBlockIndex: index, ...fields }, name);
  const opened = (block: number, kind: OpenBlock["kind"], isCustom = false): OpenBlock => {
    const known = open.get(block);
    if (known) return known;
    if (ended.has(block)) losses.changed(pathOf(block), "it went on after its end");
    const fresh = { index: indexes++, kind, isCustom, held: "" };
    open.set(block, fresh);
    return fresh;
  };
  const delta = ({ index }: OpenBlock, said: Fields) => write("contentBlockDelta", index, { delta: said });
  const close = (block: number): string => {
    const ending = open.get(block);
    if (!ending) return "";
    open.delete(block);
    ended.add(block);
    const stop = write("contentBlockStop", ending.index);
    if (ending.kind !== "call") return stop;
    const part = {
      type: "tool-call",
      id: "",
      name: "",
      arguments: ending.held,
      ...(ending.isCustom && { isCustom: true }),
    } as const;
    const input = JSON.stringify(encodeInput(part, pathOf(block), losses));
    return delta(ending, { toolUse: { input: isObjectText(ending) ? ending.held : input } }) + stop;
  };
  const text = (block: number, said: string): string =>
    said === "" ? "" : delta(opened(block, "text"), { text: said });
  const sealed = (event: Extract<BlockEvent, { type: "signature" | "encrypted" }>): string => {
    const { block } = event;
    const path = pathOf(block);
    if (event.type === "signature") {
      const at = open.get(block);
      if (at && at.kind !== "thought") {
        losses.leftOut(`${path}.signature`, `${DIALECT} has no place for it`);
        return "";
      }
      const signature = writeSeal(event.signature, "bedrock");
      return delta(at ?? opened(block, "thought"), { reasoningContent: { signature } });
    }
    if (open.has(block)) {
      losses.leftOut(`${path}.encrypted`, `${DIALECT} keeps a thought and its sealed form apart`);
      return "";
    }
    const index = indexes++;
    const redactedContent = writeSeal(event.encrypted, "bedrock");
    return (
      write("contentBlockDelta", index, { delta: { reasoningContent: { redactedContent } } }) +
      write("contentBlockStop", index)
    );
  };
  return {
    push(event) {
      const { block } = event;
      const path = pathOf(block);
      switch (event.type) {
        case "text-delta":
          return text(block, event.text);
        case "refusal-delta":
          losses.changed(path, `a refusal is a text at ${DIALECT}`);
          return text(block, event.text);
        case "audio-delta":
          losses.changed(path, `${DIALECT} gets the transcript of what was spoken`);
          return text(block, event.transcript ?? "");
        case "reasoning-delta": {
          const { type: _, choice: __, block: ___, text: said, ...marks } = event;
          losses.unwritten(path, marks, new Set(), DIALECT);
          return said === "" ? "" : delta(opened(block, "thought"), { reasoningContent: { text: said } });
        }
        case "signature":
        case "encrypted":
          return sealed(event);
        case "annotation":
          losses.leftOut(`${path}.annotations`, `${DIALECT} has no word for it`);
          return "";
        case "tool-call-start": {
          const { index } = opened(block, "call", event.isCustom === true);
          const toolUse = { toolUseId: event.id, name: event.name };
          return write("contentBlockStart", index, { start: { toolUse } });
        }
        case "tool-call-delta": {
          const at = open.get(block);
          if (at?.kind === "call") at.held += event.arguments;
          return "";
        }
        case "part":
          losses.leftOut(path, `${DIALECT} has no place for ${event.part.type} in an answer`);
          return "";
        case "block-end":
          return close(block);
      }
    },
    end: () => [...open.keys()].map(close).join(""),
  };
}

/** What is an object already goes as the model wrote it. */
function isObjectText({ held, isCustom }: OpenBlock): boolean {
  if (isCustom) return false;
  try {
    const value: unknown = JSON.parse(held);
    return typeof value === "object" && value !== null && !Array.isArray(value);
  } catch {
    // Models write invalid JSON: it is wrapped.
    return false;
  }
}
