import type { ChatEvent } from "../chat/chat-event.ts";
import type { ChatStreamDecoder, DecodeContext } from "../chat/chat-format.ts";
import { derivedCallId } from "../chat/tool-calls.ts";
import { fieldsOf, isObject, objectsIn, textOf } from "../reported-usage.ts";
import type { Fields } from "../reported-usage.ts";
import { readHead, readUsage } from "./openai-responses-answer-decoder.ts";
import { decodeStreamError } from "./openai-responses-error.ts";
import { readFinish } from "./openai-responses-finish.ts";
import { endExtensions } from "./openai-responses-response.ts";
import { blockEnds, createBlockCounter, newItem } from "./openai-responses-stream-blocks.ts";
import type { OpenItem } from "./openai-responses-stream-blocks.ts";
import { beginItem, endItem, restOfSaid } from "./openai-responses-stream-items.ts";
import {
  annotationPiece,
  argumentsPiece,
  missing,
  saidPiece,
  thoughtPiece,
  tokensPiece,
} from "./openai-responses-stream-pieces.ts";
import { findResponsesUsage } from "./openai-responses-usage.ts";

const FINAL: ReadonlySet<string> = new Set(["response.completed", "response.incomplete", "response.failed"]);

/** Reads the events of a streamed response. Holds counts of what has come, never what it says. */
export function createStreamDecoder(context: DecodeContext): ChatStreamDecoder {
  const counter = createBlockCounter();
  const items = new Map<unknown, OpenItem>();
  const endedItems = new Set<unknown>();
  let isStarted = false;
  let isWhole = false;
  let isOver = false;

  const itemAt = (place: unknown): OpenItem => {
    let item = items.get(place);
    if (item === undefined) items.set(place, (item = newItem()));
    return item;
  };

  const start = (response: Fields): ChatEvent[] => {
    if (isStarted) return [];
    isStarted = true;
    return [{ type: "start", ...readHead(response, context) }];
  };

  const fallbackId = (place: unknown) => () => derivedCallId(context.requestId, Number(place) || 0);

  const endAt = (place: unknown, raw: Fields): ChatEvent[] => {
    if (endedItems.has(place)) return [];
    endedItems.add(place);
    const events = endItem(counter, itemAt(place), raw, fallbackId(place));
    items.delete(place);
    return events;
  };

  /** Items that no event ended, as the whole response has them. */
  const restOf = (response: Fields): ChatEvent[] => {
    const rest = objectsIn(response["output"]).flatMap((raw, place) => endAt(place, raw));
    const unended = [...items.values()].flatMap(blockEnds);
    items.clear();
    return [...rest, ...unended];
  };

  const finish = (type: string, response: Fields): ChatEvent[] => {
    const events = restOf(response);
    const usage = readUsage(response);
    const raw = findResponsesUsage(response);
    if (isObject(raw)) events.push({ type: "usage", raw, ...(usage && { usage }) });
    if (type === "response.failed") {
      isOver = true;
      events.push({ type: "error", error: decodeStreamError(fieldsOf(response["error"])) });
      return events;
    }
    isWhole = isOver = true;
    const extensions = endExtensions(response);
    const reason = readFinish(response, counter.said());
    events.push({ type: "finish", choice: 0, finish: reason, ...(extensions && { extensions }) });
    return events;
  };

  const fail = (error: Fields): ChatEvent[] => {
    isOver = true;
    return [{ type: "error", error: decodeStreamError(error) }];
  };

  const pieceOf = (type: string, event: Fields): ChatEvent[] => {
    const place = event["output_index"];
    if (type === "response.output_item.added") {
      const raw = fieldsOf(event["item"]);
      return endedItems.has(place) ? [] : beginItem(counter, itemAt(place), raw, fallbackId(place));
    }
    if (type === "response.output_item.done") return endAt(place, fieldsOf(event["item"]));
    const read = PIECES[type];
    return read === undefined || endedItems.has(place) ? [] : read(counter, itemAt(place), event);
  };

  return {
    push({ data }) {
      if (isOver || data === "[DONE]") return [];
      const event = parse(data);
      if (event === undefined) return fail({ message: "The upstream sent an event that is not JSON." });
      const type = textOf(event["type"]);
      // An error without an event's type is what some vendors break off with.
      if (type === "error" || (type === "" && isObject(event["error"]))) return fail(event);
      const response = fieldsOf(event["response"]);
      if (!type.startsWith("response.")) return [];
      return [...start(response), ...(FINAL.has(type) ? finish(type, response) : pieceOf(type, event))];
    },
    end: () => ({ events: [], isWhole }),
  };
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

type PieceReader = (
  counter: ReturnType<typeof createBlockCounter>,
  item: OpenItem,
  event: Fields,
) => ChatEvent[];

/** The key of the content or summary that an event belongs to. */
const contentKey = (event: Fields): string => `c${Number(event["content_index"]) || 0}`;
const summaryKey = (event: Fields): string => `s${Number(event["summary_index"]) || 0}`;

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
