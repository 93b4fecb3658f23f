import { usageWithToolCalls } from "../../../pricing/usage.ts";
import type { ToolCalls, Usage } from "../../../pricing/usage.ts";
import { eventData } from "../../sse-events.ts";
import { createReportWatch } from "../report-watch.ts";
import { baseRespError, openAiErrorMessage } from "./openai-error.ts";
import { takeWrittenText } from "./openai-written-text.ts";

/** What to do with an event: `end` is the stream's own last word, `hide` was asked for by the gateway alone. */
export type EventVerdict = "pass" | "hide" | "end" | "error";

/** Listens to a stream of OpenAI's dialect on the side; the bytes stay as they are. */
export interface StreamMeter {
  see(event: Uint8Array): EventVerdict;
  /** What the upstream has reported. */
  usage(): Usage | undefined;
  /** The same in the vendor's own words. */
  rawUsage(): unknown;
  /** Calls of billed tools of a stream that has reported nothing else. */
  toolCalls(): ToolCalls | undefined;
  /** What the model has written that no report of usage covers, to be counted. */
  unreportedText(): string;
  /** Whether a report has covered anything of it. */
  hasReportedText(): boolean;
  /** A choice has said why it finished: the answer is whole even when the closing mark is missing. */
  finished(): boolean;
  errorMessage(): string | undefined;
  /** When the first content arrived, in milliseconds on the scale of `tickMs`. */
  firstContentAtMs(): number | undefined;
}

/** Beyond this many characters the text is no longer kept: a count made from it is then too low, never too high. */
const TEXT_KEPT_MAX = 4_000_000;

/** The vendor's way of reporting usage. */
export interface UsageListener {
  /** The usage object in an event; undefined when it holds none. */
  find(event: unknown): unknown;
  /** What was reported so far and what is reported now, as one. */
  merge(earlier: unknown, later: unknown): unknown;
  read(raw: unknown): Usage | undefined;
  /** The calls of billed tools that an event with usage shows beside it. */
  toolCalls(event: unknown): ToolCalls | undefined;
}

export interface StreamMeterOptions {
  reported: UsageListener;
  /** The usage chunk was asked for by the gateway, not by the client. */
  hidesUsage: boolean;
  tickMs(): number;
}

export function createOpenAiStreamMeter({ reported, hidesUsage, tickMs }: StreamMeterOptions): StreamMeter {
  let rawUsage: unknown;
  let toolCalls: ToolCalls | undefined;
  const covers = createReportWatch();
  let hasReportedText = false;
  let text = "";
  let finished = false;
  let failure: string | undefined;
  let firstContentAtMs: number | undefined;

  const keep = (piece: string): void => {
    firstContentAtMs ??= tickMs();
    if (text.length < TEXT_KEPT_MAX) text += piece;
  };
  const seeChoice = (choice: unknown): void => {
    takeWrittenText(choice, keep);
    if (holdsMedia(Object(choice).delta)) firstContentAtMs ??= tickMs();
    if (typeof Object(choice).finish_reason === "string") finished = true;
  };

  const hearUsage = (now: unknown, chunk: unknown): void => {
    rawUsage = reported.merge(rawUsage, now);
    toolCalls = reported.toolCalls(chunk) ?? toolCalls;
    const usage = reported.read(rawUsage);
    if (!usage || !covers(usage)) return;
    hasReportedText ||= text !== "";
    text = "";
  };

  return {
    see(event) {
      const data = eventData(event);
      if (data === undefined || data === "") return "pass";
      if (data === "[DONE]") return "end";
      const chunk = parse(data);
      if (chunk === undefined) return "pass";
      const choices: unknown = chunk["choices"];
      if (Array.isArray(choices)) for (const choice of choices) seeChoice(choice);
      const now = data.includes("usage") ? reported.find(chunk) : undefined;
      if (now !== undefined) hearUsage(now, chunk);
      const hasFailure = chunk["error"] !== undefined && chunk["error"] !== null;
      if (hasFailure || (chunk["base_resp"] !== undefined && baseRespError(chunk))) {
        failure = openAiErrorMessage(chunk) ?? "unknown";
        return "error";
      }
      return hidesUsage && now !== undefined && Array.isArray(choices) && choices.length === 0
        ? "hide"
        : "pass";
    },
    usage() {
      const usage = reported.read(rawUsage);
      return usage && usageWithToolCalls(usage, toolCalls);
    },
    toolCalls: () => toolCalls,
    rawUsage: () => rawUsage,
    unreportedText: () => text,
    hasReportedText: () => hasReportedText,
    finished: () => finished,
    errorMessage: () => failure,
    firstContentAtMs: () => firstContentAtMs,
  };
}

/** Sound, and the pictures of OpenRouter's models: content that is no text. */
function holdsMedia(delta: unknown): boolean {
  const { audio, images } = Object(delta);
  return (typeof audio === "object" && Boolean(Object(audio).data)) || Array.isArray(images);
}

function parse(data: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(data);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : undefined; // JSON objects have text keys.
  } catch {
    // An event that is not JSON is the client's to judge; it is passed on as it came.
    return undefined;
  }
}
