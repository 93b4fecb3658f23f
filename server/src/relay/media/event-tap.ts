import { isObject } from "@tollgate/contract/json-object";
import { fieldsOf } from "../formats/reported-usage.ts";
import { createSseSplitter, readMessage } from "../sse-events.ts";

/** What the events of an answer tell on the side. */
export interface EventTap {
  hear(chunk: Uint8Array): void;
  /** The last event with usage; undefined where none had any. */
  reported(): unknown;
  hasFailed(): boolean;
}

/** Listens to server-sent events that pass: the last with `usage`, and whether one was an error. */
export function createEventTap(): EventTap {
  const splitter = createSseSplitter();
  let reported: unknown;
  let hasFailed = false;
  let isDeaf = false;
  const eventsIn = (chunk: Uint8Array): readonly Uint8Array[] => {
    if (isDeaf) return [];
    try {
      return splitter.push(chunk);
    } catch {
      // An event beyond all bounds passes too, but no more is kept of it.
      isDeaf = true;
      return [];
    }
  };
  return {
    hear(chunk) {
      for (const event of eventsIn(chunk)) {
        const data = readMessage(event)?.data ?? "";
        if (!data.includes('"usage"') && !data.includes('"error"')) continue;
        const message = fieldsOf(parsed(data));
        if (isObject(message["usage"])) reported = message;
        if (isObject(message["error"]) || message["type"] === "error") hasFailed = true;
      }
    },
    reported: () => reported,
    hasFailed: () => hasFailed,
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
