import { isObject } from "@tollgate/contract/json-object";
import { fieldsOf } from "../formats/reported-usage.ts";
import { createSseSplitter, readMessage } from "../sse-events.ts";

/** What the events of an answer tell on the side. */
export interface EventTap {
  hear(chunk: Uint8Array): void;
  /** After the last of them, which need not be followed by an empty line. */
  end(): void;
  /** The last event with usage; undefined where none had any. */
  reported(): unknown;
  hasFailed(): boolean;
  /** Events have come of which the last should be followed by one that completes them: half a picture, half a text. */
  isUnfinished(): boolean;
  /** Pictures that have come, one that was begun among them. */
  pictures(): number;
}

/** Listens to server-sent events that pass: the last with `usage`, whether one was an error, and whether the last was one. */
export function createEventTap(): EventTap {
  const splitter = createSseSplitter();
  let reported: unknown;
  let hasFailed = false;
  let isUnfinished = false;
  let pictures = 0;
  let isDeaf = false;
  const eventsIn = (chunk: Uint8Array): readonly Uint8Array[] => {
    if (isDeaf) return [];
    try {
      return splitter.push(chunk);
    } catch {
      // An event beyond all bounds passes too, but no more is kept of it.
      isDeaf = true;
      isUnfinished = false;
      return [];
    }
  };
  const hearEvent = (event: Uint8Array): void => {
    const { event: name, data = "" } = readMessage(event) ?? {};
    const type = name ?? TYPE.exec(data.slice(0, TYPE_WITHIN))?.[1];
    if (type !== undefined) isUnfinished = PARTIAL.test(type);
    if (type !== undefined && PICTURE.test(type)) pictures += 1;
    if (!data.includes('"usage"') && !data.includes('"error"')) return;
    const message = fieldsOf(parsed(data));
    if (isObject(message["usage"])) reported = message;
    if (isObject(message["error"]) || message["type"] === "error") hasFailed = true;
  };
  return {
    hear(chunk) {
      for (const event of eventsIn(chunk)) hearEvent(event);
    },
    end() {
      if (!isDeaf) hearEvent(splitter.rest());
    },
    reported: () => reported,
    hasFailed: () => hasFailed,
    isUnfinished: () => isUnfinished,
    pictures: () => pictures + (isUnfinished ? 1 : 0),
  };
}

/** Events of OpenAI's that another always follows. */
const PARTIAL = /^(?:image_(?:generation|edit)\.partial_image|speech\.audio\.delta|transcript\.text\.delta)$/;
/** A picture that is whole; the second is Ark's. */
const PICTURE = /^image_(?:generation|edit)\.(?:completed|partial_succeeded)$/;
const TYPE = /"type"\s*:\s*"([\w.]+)"/;
/** Where an event's type stands, if not in its name. */
const TYPE_WITHIN = 200;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
