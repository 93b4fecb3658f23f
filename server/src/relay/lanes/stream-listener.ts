import type { Usage } from "../../pricing/usage.ts";
import type { ChatEvent } from "../formats/chat/chat-event.ts";
import type { ChatError } from "../formats/chat/chat-error.ts";

/** What a meter learns from a stream in the shared form. */
export interface StreamListener {
  hear(event: ChatEvent): void;
  rawUsage(): unknown;
  usage(): Usage | undefined;
  producedText(): string;
  finished(): boolean;
  failure(): ChatError | undefined;
  firstContentAtMs(): number | undefined;
}

/** Beyond this many characters the text is no longer kept: a count made from it is then too low, never too high. */
const TEXT_KEPT_MAX = 4_000_000;

/** `read`: the vendor's own way of reporting usage. */
export function createStreamListener(
  read: (raw: unknown) => Usage | undefined,
  tickMs: () => number,
): StreamListener {
  let rawUsage: unknown;
  let text = "";
  let finished = false;
  let failure: ChatError | undefined;
  let firstContentAtMs: number | undefined;
  const keep = (piece: string): void => {
    if (piece !== "") firstContentAtMs ??= tickMs();
    if (text.length < TEXT_KEPT_MAX) text += piece;
  };
  return {
    hear(event) {
      switch (event.type) {
        case "text-delta":
        case "refusal-delta":
        case "reasoning-delta":
          return keep(event.text);
        case "tool-call-start":
          return keep(event.name);
        case "tool-call-delta":
          return keep(event.arguments);
        case "audio-delta":
          if (event.base64 !== undefined) firstContentAtMs ??= tickMs();
          return keep(event.transcript ?? "");
        case "part":
          firstContentAtMs ??= tickMs();
          return;
        case "usage":
          rawUsage = event.raw;
          return;
        case "finish":
          finished = true;
          return;
        case "error":
          failure ??= event.error;
          return;
        default:
      }
    },
    rawUsage: () => rawUsage,
    usage: () => read(rawUsage),
    producedText: () => text,
    finished: () => finished,
    failure: () => failure,
    firstContentAtMs: () => firstContentAtMs,
  };
}
