import { isObject } from "@tollgate/contract/json-object";
import type { ChatEvent } from "../chat/chat-event.ts";
import type { ChatStreamDecoder, DecodeContext } from "../chat/chat-format.ts";
import { derivedCallId } from "../chat/tool-calls.ts";
import { countOf, fieldsOf, objectsIn, textOf } from "../reported-usage.ts";
import type { Fields } from "../reported-usage.ts";
import { namedValue } from "../chat/named-value.ts";
import { readHead, readUsage } from "./openai-responses-answer-decoder.ts";
import { decodeStreamError } from "./openai-responses-error.ts";
import { readFinish } from "./openai-responses-finish.ts";
import { endExtensions } from "./openai-responses-response.ts";
import { blockEnds, createBlockCounter, newItem } from "./openai-responses-stream-blocks.ts";
import type { BlockCounter, OpenItem } from "./openai-responses-stream-blocks.ts";
import { beginItem, endItem, restOfSaid } from "./openai-responses-stream-items.ts";
import {
  annotationPiece,
  argumentsPiece,
  missing,
  saidPiece,
  thoughtPiece,
  tokensPiece,
} from "./openai-responses-stream-pieces.ts";
import { findResponsesUsage, responsesToolCalls } from "./openai-responses-usage.ts";

const FINAL: ReadonlySet<string> = new Set(["response.completed", "response.incomplete", "response.failed"]);

/** What is known of a stream: counts of what has come, never what it says. */
interface StreamState {
  readonly context: DecodeContext;
  readonly counter: BlockCounter;
  /** The items that are open, by their place in the output. */
  readonly items: Map<unknown, OpenItem>;
  readonly ended: Set<unknown>;
  /** The response as it was announced, and its finished items that may be billed by the call. */
  announced: Fields;
  readonly billed: Map<unknown, Fields>;
  isStarted: boolean;
  isWhole: boolean;
  isOver: boolean;
}

/** Reads the events of a streamed response. Its memory is bounded by the number of items, not by their length. */
export function createStreamDecoder(context: DecodeContext): ChatStreamDecoder {
  const state: StreamState = {
    context,
    counter: createBlockCounter(),
    items: new Map(),
    ended: new Set(),
    announced: {},
    billed: new Map(),
    isStarted: false,
    isWhole: false,
    isOver: false,
  };
  return {
    push: ({ data }) => (state.isOver || data === "[DONE]" ? [] : readEvent(state, data)),
    end: () => ({ events: [], isWhole: state.isWhole }),
  };
}

function readEvent(state: StreamState, data: string): ChatEvent[] {
  const event = parse(data);
  if (event === undefined)
    return fail(state, { message: "The upstream sent an event that is not JSON.", code: "upstream.invalid" });
  const type = textOf(event["type"]);
  // An error without an event's type is what some vendors break off with.
  if (type === "error" || (type === "" && isObject(event["error"]))) return fail(state, event);
  if (!type.startsWith("response.")) return [];
  const response = fieldsOf(event["response"]);
  const rest = FINAL.has(type) ? finish(state, type, response) : readPiece(state, type, event);
  return [...start(state, response), ...rest];
}

function start(state: StreamState, response: Fields): ChatEvent[] {
  if (state.isStarted) return [];
  state.isStarted = true;
  state.announced = response;
  return [{ type: "start", ...readHead(response, state.context) }];
}

function fail(state: StreamState, error: Fields): ChatEvent[] {
  state.isOver = true;
  return [{ type: "error", error: decodeStreamError(error) }];
}

function finish(state: StreamState, type: string, response: Fields): ChatEvent[] {
  const events = restOf(state, response);
  const usage = readUsage(response);
  const raw = findResponsesUsage(response);
  if (isObject(raw)) events.push({ type: "usage", raw, ...(usage && { usage }) });
  if (type === "response.failed") return [...events, ...fail(state, fieldsOf(response["error"]))];
  state.isWhole = state.isOver = true;
  const extensions = endExtensions(response);
  const reason = readFinish(response, state.counter.said());
  events.push({ type: "finish", choice: 0, finish: reason, ...(extensions && { extensions }) });
  return events;
}

/** Items that no event ended, as the whole response has them. */
function restOf(state: StreamState, response: Fields): ChatEvent[] {
  const rest = objectsIn(response["output"]).flatMap((raw, place) => endAt(state, place, raw));
  const open = [...state.items.values()].flatMap(blockEnds);
  state.items.clear();
  return [...rest, ...open];
}

function readPiece(state: StreamState, type: string, event: Fields): ChatEvent[] {
  const place = event["output_index"];
  if (type === "response.output_item.done") {
    const item = fieldsOf(event["item"]);
    return [...endAt(state, place, item), ...billedCalls(state, place, item)];
  }
  if (state.ended.has(place)) return [];
  const { counter } = state;
  if (type === "response.output_item.added")
    return beginItem(counter, itemAt(state, place), fieldsOf(event["item"]), fallbackId(state, place));
  return namedValue(PIECES, type)?.(counter, itemAt(state, place), event) ?? [];
}

/** A response that breaks off has used its tools all the same. */
function billedCalls({ announced, billed }: StreamState, place: unknown, item: Fields): ChatEvent[] {
  if (responsesToolCalls({ output: [item] }) === undefined) return [];
  billed.set(place, item);
  const { tools } = announced;
  const toolCalls = responsesToolCalls({ tools, output: [...billed.values()] });
  return toolCalls ? [{ type: "usage", raw: undefined, toolCalls }] : [];
}

function itemAt({ items }: StreamState, place: unknown): OpenItem {
  let item = items.get(place);
  if (item === undefined) items.set(place, (item = newItem()));
  return item;
}

function endAt(state: StreamState, place: unknown, raw: Fields): ChatEvent[] {
  if (state.ended.has(place)) return [];
  state.ended.add(place);
  const events = endItem(state.counter, itemAt(state, place), raw, fallbackId(state, place));
  state.items.delete(place);
  return events;
}

function fallbackId({ context }: StreamState, place: unknown): () => string {
  return () => derivedCallId(context.requestId, Number(place) || 0);
}

function parse(data: string): Fields | undefined {
  try {
    const value: unknown = JSON.parse(data);
    return isObject(value) ? value : undefined;
  } catch {
    // Told as an error event by the caller.
    return undefined;
  }
}

type PieceReader = (counter: BlockCounter, item: OpenItem, event: Fields) => ChatEvent[];

/** The key of the content or summary that an event belongs to. */
const contentKey = (event: Fields): string => `c${countOf(event["content_index"])}`;
const summaryKey = (event: Fields): string => `s${countOf(event["summary_index"])}`;

const PIECES: Readonly<Record<string, PieceReader>> = {
  "response.output_text.delta": (counter, item, event) => [
    ...saidPiece(counter, item, contentKey(event), "text", textOf(event["delta"])),
    ...tokensPiece(item, event["logprobs"]),
  ],
  "response.output_text.done": (counter, item, event) => {
    const key = contentKey(event);
    return saidPiece(counter, item, key, "text", missing(item, key, textOf(event["text"])));
  },
  "response.output_text.annotation.added": (counter, item, event) =>
    annotationPiece(counter, item, contentKey(event), fieldsOf(event["annotation"])),
  "response.refusal.delta": (counter, item, event) =>
    saidPiece(counter, item, contentKey(event), "refusal", textOf(event["delta"])),
  "response.refusal.done": (counter, item, event) => {
    const key = contentKey(event);
    return saidPiece(counter, item, key, "refusal", missing(item, key, textOf(event["refusal"])));
  },
  "response.content_part.done": (counter, item, event) => {
    const part = fieldsOf(event["part"]);
    const key = contentKey(event);
    if (part["type"] === "reasoning_text")
      return thoughtPiece(counter, item, key, missing(item, key, textOf(part["text"])));
    return restOfSaid(counter, item, key, part);
  },
  "response.reasoning_text.delta": (counter, item, event) =>
    thoughtPiece(counter, item, contentKey(event), textOf(event["delta"])),
  "response.reasoning_summary_text.delta": (counter, item, event) =>
    thoughtPiece(counter, item, summaryKey(event), textOf(event["delta"])),
  "response.function_call_arguments.delta": (_, item, event) => argumentsPiece(item, textOf(event["delta"])),
  "response.custom_tool_call_input.delta": (_, item, event) => argumentsPiece(item, textOf(event["delta"])),
};
