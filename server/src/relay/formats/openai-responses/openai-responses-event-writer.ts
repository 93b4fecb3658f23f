import { sseText } from "../chat/sse-text.ts";
import type { Fields } from "../reported-usage.ts";
import { itemId } from "./openai-responses-output.ts";

/** Writes events in their order and gives items their places; what has ended is kept for the last event, which repeats it. */
export interface EventWriter {
  event(type: string, fields: Fields): string;
  /** Gives the next item its place and its id. */
  nextItem(prefix: string): ItemPlace;
  /** The id that the next item will have. */
  nextId(prefix: string): string;
  /** Begins an item. */
  added(place: ItemPlace, item: Fields): string;
  /** Ends it. */
  done(place: ItemPlace, item: Fields): string;
  /** The items that have ended, in their order. */
  output(): Fields[];
}

export interface ItemPlace {
  readonly id: string;
  readonly index: number;
}

/** Holds the whole answer, for `response.completed` must repeat it; who pushes bounds it. */
export function createEventWriter(idSeed: string): EventWriter {
  let sequence = 0;
  let places = 0;
  const ended = new Map<number, Fields>();
  const event = (type: string, fields: Fields): string =>
    sseText({ type, sequence_number: sequence++, ...fields }, type);
  return {
    event,
    nextId: (prefix) => itemId(prefix, places, idSeed),
    nextItem: (prefix) => ({ id: itemId(prefix, places, idSeed), index: places++ }),
    added: ({ index }, item) => event("response.output_item.added", { output_index: index, item }),
    done({ index }, item) {
      ended.set(index, item);
      return event("response.output_item.done", { output_index: index, item });
    },
    output: () => [...ended].sort(([one], [other]) => one - other).map(([, item]) => item),
  };
}
