import { isObject } from "@tollgate/contract/json-object";
import type { ChatEvent } from "../chat/chat-event.ts";
import type { ChatStreamDecoder, DecodeContext, StreamMessage } from "../chat/chat-format.ts";
import { findAnthropicUsage, mergeAnthropicUsage, usageFromAnthropic } from "../anthropic/anthropic-usage.ts";
import { fieldsOf, textOf } from "../reported-usage.ts";
import type { Fields } from "../reported-usage.ts";
import { decodeHead } from "./anthropic-answer-decoder.ts";
import { decodeStreamError } from "./anthropic-error.ts";
import { decodeFinish, isEndField } from "./anthropic-finish.ts";
import { createStreamBlock } from "./anthropic-stream-blocks.ts";
import type { StreamBlock } from "./anthropic-stream-blocks.ts";
import { readHiddenThought, signatureOf } from "./anthropic-thoughts.ts";
import { customToolNames } from "./anthropic-tool-call.ts";

/** What has been read of a stream. */
interface Progress {
  readonly context: DecodeContext;
  readonly customTools: ReadonlySet<string>;
  /** Open blocks by the upstream's index, with their own numbers: imitators count from 0 again and again. */
  readonly open: Map<unknown, { readonly number: number; readonly block: StreamBlock }>;
  /** Ends of blocks that are held until it is known that no signature follows. */
  readonly ends: ChatEvent[];
  /** The last block, while a signature that follows may still be its own. */
  signable: number | undefined;
  blocks: number;
  endsWithCall: boolean;
  isStarted: boolean;
  rawUsage: unknown;
  /** The fields of a whole message that tell how it ended. */
  ending: Fields;
  hasFinished: boolean;
  isOver: boolean;
  isWhole: boolean;
}

/**
 * Reads a stream of the Messages API (https://platform.claude.com/docs/en/build-with-claude/streaming). Pings and kinds of
 * events that nobody knows are passed over, as the vendor asks.
 */
export function createAnthropicStreamDecoder(context: DecodeContext): ChatStreamDecoder {
  const progress: Progress = {
    context,
    customTools: customToolNames(context.request),
    open: new Map(),
    ends: [],
    signable: undefined,
    blocks: 0,
    endsWithCall: false,
    isStarted: false,
    rawUsage: undefined,
    ending: {},
    hasFinished: false,
    isOver: false,
    isWhole: false,
  };
  return {
    push(message) {
      if (progress.isOver || message.data.trim() === "" || message.data === "[DONE]") return [];
      const event = parseEvent(message);
      if (event === undefined) return fail(progress, unreadable());
      return readEvent(event, textOf(event["type"]) || (message.event ?? ""), progress);
    },
    end() {
      if (progress.isOver) return { events: [], isWhole: progress.isWhole };
      progress.isOver = true;
      const hasReason = textOf(progress.ending["stop_reason"]) !== "";
      return {
        events: hasReason ? [...closeAll(progress), ...finish(progress)] : [],
        isWhole: progress.isWhole,
      };
    },
  };
}

function parseEvent({ data }: StreamMessage): Fields | undefined {
  try {
    const value: unknown = JSON.parse(data);
    return isObject(value) ? value : undefined;
  } catch {
    // What is no JSON is told as an error event.
    return undefined;
  }
}

function unreadable(): ChatEvent {
  const message = "The upstream's stream holds an event that is not JSON.";
  return { type: "error", error: { kind: "upstream", status: 502, code: "upstream.invalid", message } };
}

function fail(progress: Progress, event: ChatEvent): ChatEvent[] {
  progress.isOver = true;
  return [event];
}

function readEvent(event: Fields, type: string, progress: Progress): ChatEvent[] {
  switch (type) {
    case "message_start":
      return start(fieldsOf(event["message"]), progress);
    case "content_block_start":
      return [
        ...ensureStart(progress),
        ...openBlock(fieldsOf(event["content_block"]), event["index"], progress),
      ];
    case "content_block_delta":
      return blockDelta(fieldsOf(event["delta"]), event["index"], progress);
    case "content_block_stop":
      return closeBlock(event["index"], progress);
    case "message_delta":
      return messageDelta(event, progress);
    case "message_stop":
      progress.isWhole = true;
      return [...ensureStart(progress), ...closeAll(progress), ...finish(progress)];
    case "error":
      return fail(progress, { type: "error", error: decodeStreamError(event) });
    default:
      // Imitators send a bare error object.
      return isObject(event["error"])
        ? fail(progress, { type: "error", error: decodeStreamError(event) })
        : [];
  }
}

function start(message: Fields, progress: Progress): ChatEvent[] {
  if (progress.isStarted) return [];
  progress.isStarted = true;
  progress.ending = endFields(message);
  return [{ type: "start", ...decodeHead(message, progress.context) }, ...readUsage({ message }, progress)];
}

function ensureStart(progress: Progress): ChatEvent[] {
  return start({}, progress);
}

function endFields(fields: Fields): Fields {
  return Object.fromEntries(
    Object.entries(fields).filter(([name, value]) => isEndField(name) && value !== null),
  );
}

function readUsage(event: Fields, progress: Progress): ChatEvent[] {
  const reported = findAnthropicUsage(event);
  if (!isObject(reported)) return [];
  progress.rawUsage = mergeAnthropicUsage(progress.rawUsage, reported);
  const usage = usageFromAnthropic(progress.rawUsage);
  return [{ type: "usage", raw: progress.rawUsage, ...(usage && { usage }) }];
}

function openBlock(fields: Fields, index: unknown, progress: Progress): ChatEvent[] {
  const before = closeBlock(index, progress);
  const signature =
    fields["type"] === "redacted_thinking" ? signatureOf(readHiddenThought(fields)) : undefined;
  const { signable } = progress;
  if (signature && signable !== undefined) {
    progress.signable = undefined;
    return [...before, { type: "signature", choice: 0, block: signable, signature }];
  }
  const number = progress.blocks++;
  const block = createStreamBlock(fields, number, progress.context, progress.customTools);
  progress.open.set(index, { number, block });
  progress.endsWithCall = block.isCall;
  progress.signable = block.isCall || fields["type"] === "text" ? number : undefined;
  return [...before, ...progress.ends.splice(0), ...block.begin()];
}

/** A delta without a beginning begins its block: some imitators leave `content_block_start` out. */
function blockDelta(delta: Fields, index: unknown, progress: Progress): ChatEvent[] {
  const known = progress.open.get(index);
  if (known) return known.block.delta(delta);
  const type = delta["type"] === "text_delta" ? "text" : delta["type"] === "thinking_delta" ? "thinking" : "";
  if (type === "") return [];
  const begun = [...ensureStart(progress), ...openBlock({ type }, index, progress)];
  return [...begun, ...(progress.open.get(index)?.block.delta(delta) ?? [])];
}

function closeBlock(index: unknown, progress: Progress): ChatEvent[] {
  const open = progress.open.get(index);
  if (open === undefined) return [];
  progress.open.delete(index);
  progress.ends.push({ type: "block-end", choice: 0, block: open.number });
  return open.block.end();
}

function closeAll(progress: Progress): ChatEvent[] {
  const events = [...progress.open.keys()].flatMap((index) => closeBlock(index, progress));
  return [...events, ...progress.ends.splice(0)];
}

function messageDelta(event: Fields, progress: Progress): ChatEvent[] {
  const begun = ensureStart(progress);
  const delta = fieldsOf(event["delta"]);
  const told = Object.entries(delta).filter(([, value]) => value !== null);
  progress.ending = { ...progress.ending, ...endFields(event), ...Object.fromEntries(told) };
  return [...begun, ...progress.ends.splice(0), ...readUsage(event, progress)];
}

function finish(progress: Progress): ChatEvent[] {
  if (progress.hasFinished) return [];
  progress.hasFinished = true;
  return [{ type: "finish", choice: 0, ...decodeFinish(progress.ending, progress.endsWithCall) }];
}
