import { isObject } from "@tollgate/contract/json-object";
import { customToolNames, customToolText } from "../anthropic-messages/anthropic-tool-call.ts";
import { usageFromBedrock } from "../bedrock/bedrock-usage.ts";
import type { ChatEvent } from "../chat/chat-event.ts";
import type { ChatStreamDecoder, DecodeContext, StreamMessage } from "../chat/chat-format.ts";
import { readSeal } from "../chat/chat-seal.ts";
import { derivedCallId } from "../chat/tool-calls.ts";
import { fieldsOf, textOf } from "../reported-usage.ts";
import type { Fields } from "../reported-usage.ts";
import { decodeStreamError } from "./converse-error.ts";
import { decodeFinish } from "./converse-finish.ts";

/** A block that has begun, by the upstream's index. */
interface Block {
  readonly number: number;
  readonly isCall: boolean;
  /** A call whose tool takes plain text waits until its JSON is whole. */
  readonly isCustom: boolean;
  written: string;
}

/**
 * Reads a stream of ConverseStream whose frames have become server-sent events: `:event-type` is the name, the payload the
 * data. `metadata`, which comes last, is its end.
 * Source: https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ConverseStream.html
 */
export function createConverseStreamDecoder(context: DecodeContext): ChatStreamDecoder {
  const customTools = customToolNames(context.request);
  const blocks = new Map<unknown, Block>();
  let started = 0;
  let isStarted = false;
  let endsWithCall = false;
  let stopReason: string | undefined;
  let hasFinished = false;
  let isOver = false;

  const start = (): ChatEvent[] => {
    if (isStarted) return [];
    isStarted = true;
    const { requestId: id, createdAtSeconds, model } = context;
    return [{ type: "start", id, createdAtSeconds, model }];
  };
  const open = (index: unknown, call?: Fields): { block: Block; events: ChatEvent[] } => {
    const number = started++;
    const name = textOf(call?.["name"]);
    const isCustom = call !== undefined && customTools.has(name);
    const block = { number, isCall: call !== undefined, isCustom, written: "" };
    blocks.set(index, block);
    endsWithCall = block.isCall;
    if (!call) return { block, events: [] };
    const id = textOf(call["toolUseId"]) || derivedCallId(context.requestId, number);
    const event = { type: "tool-call-start", choice: 0, block: number, id, name } as const;
    return { block, events: [isCustom ? { ...event, isCustom } : event] };
  };
  const close = (index: unknown): ChatEvent[] => {
    const block = blocks.get(index);
    if (!block) return [];
    blocks.delete(index);
    const at = { choice: 0, block: block.number };
    const rest = block.isCustom
      ? customToolText(block.written)
      : block.isCall && block.written === ""
        ? "{}"
        : "";
    return [
      ...(rest === "" ? [] : [{ type: "tool-call-delta" as const, ...at, arguments: rest }]),
      { type: "block-end", ...at },
    ];
  };
  const delta = ({ contentBlockIndex: index, delta: said }: Fields): ChatEvent[] => {
    const known = blocks.get(index);
    const { block, events } = known ? { block: known, events: [] } : open(index);
    return [...events, ...deltaEvents(fieldsOf(said), block)];
  };
  const finish = (): ChatEvent[] => {
    if (hasFinished || stopReason === undefined) return [];
    hasFinished = true;
    const ends = [...blocks.keys()].flatMap(close);
    return [...ends, { type: "finish", choice: 0, finish: decodeFinish(stopReason, endsWithCall) }];
  };
  const metadata = (event: Fields): ChatEvent[] => {
    const raw = event["usage"];
    const usage = usageFromBedrock(raw);
    return isObject(raw) ? [{ type: "usage", raw, ...(usage && { usage }) }] : [];
  };
  const read = (name: string, event: Fields): ChatEvent[] => {
    switch (name) {
      case "messageStart":
        return start();
      case "contentBlockStart": {
        const call = fieldsOf(event["start"])["toolUse"];
        if (!isObject(call)) return start();
        return [
          ...start(),
          ...close(event["contentBlockIndex"]),
          ...open(event["contentBlockIndex"], call).events,
        ];
      }
      case "contentBlockDelta":
        return [...start(), ...delta(event)];
      case "contentBlockStop":
        return close(event["contentBlockIndex"]);
      case "messageStop":
        stopReason = textOf(event["stopReason"]);
        return start();
      case "metadata":
        return metadata(event);
      default:
        return [];
    }
  };

  return {
    push(message) {
      if (isOver || message.data.trim() === "") return [];
      const event = parsed(message);
      if (event && !isObject(event["error"])) return read(message.event ?? "", event);
      isOver = true;
      return [{ type: "error", error: event ? decodeStreamError(event) : UNREADABLE }];
    },
    end() {
      const isWhole = !isOver && stopReason !== undefined;
      const events = isWhole ? finish() : [];
      isOver = true;
      return { events, isWhole };
    },
  };
}

function deltaEvents(said: Fields, block: Block): ChatEvent[] {
  const at = { choice: 0, block: block.number };
  const { text, toolUse, reasoningContent } = said;
  if (typeof text === "string" && text !== "") return [{ type: "text-delta", ...at, text }];
  if (isObject(toolUse) && block.isCall) {
    const piece = textOf(toolUse["input"]);
    block.written += piece;
    return piece === "" || block.isCustom ? [] : [{ type: "tool-call-delta", ...at, arguments: piece }];
  }
  if (!isObject(reasoningContent)) return [];
  const { text: thought, signature, redactedContent } = reasoningContent;
  const events: ChatEvent[] = [];
  if (typeof thought === "string") events.push({ type: "reasoning-delta", ...at, text: thought });
  if (typeof signature === "string")
    events.push(
      { type: "reasoning-delta", ...at, text: "" },
      { type: "signature", ...at, signature: readSeal(signature, "bedrock") },
    );
  if (typeof redactedContent === "string")
    events.push(
      { type: "reasoning-delta", ...at, text: "" },
      { type: "encrypted", ...at, encrypted: readSeal(redactedContent, "bedrock") },
    );
  return events;
}

function parsed({ data }: StreamMessage): Fields | undefined {
  try {
    const value: unknown = JSON.parse(data);
    return isObject(value) ? value : undefined;
  } catch {
    // What is no JSON is told as an error event.
    return undefined;
  }
}

const UNREADABLE = {
  kind: "upstream",
  status: 502,
  code: "upstream.invalid",
  message: "The upstream's stream holds an event that is not JSON.",
} as const;
