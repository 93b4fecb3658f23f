import { usageWithToolCalls } from "../../pricing/usage.ts";
import type { ToolCalls, Usage } from "../../pricing/usage.ts";
import type { ChatEvent } from "../formats/chat/chat-event.ts";
import type { ChatError } from "../formats/chat/chat-error.ts";
import { createReportWatch } from "../formats/report-watch.ts";

/** What a meter learns from a stream in the shared form. */
export interface StreamListener {
  hear(event: ChatEvent): void;
  rawUsage(): unknown;
  /** What was reported, the calls of billed tools included. */
  usage(): Usage | undefined;
  /** Calls of billed tools of a stream that has reported nothing else. */
  toolCalls(): ToolCalls | undefined;
  /** What the model has written since the last report of its use; all of it where there was none. */
  unreportedText(): string;
  /** Whether a report has covered anything of it. */
  hasReportedText(): boolean;
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
  let toolCalls: ToolCalls | undefined;
  const covers = createReportWatch();
  let hasReportedText = false;
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
          rawUsage = event.raw ?? rawUsage;
          if (event.usage || event.toolCalls) toolCalls = event.usage?.toolCalls ?? event.toolCalls;
          if (event.usage && covers(event.usage)) {
            hasReportedText ||= text !== "";
            text = "";
          }
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
    usage() {
      const usage = read(rawUsage);
      return usage && usageWithToolCalls(usage, toolCalls);
    },
    toolCalls: () => toolCalls,
    unreportedText: () => text,
    hasReportedText: () => hasReportedText,
    finished: () => finished,
    failure: () => failure,
    firstContentAtMs: () => firstContentAtMs,
  };
}
