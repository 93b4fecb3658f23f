import type { Language } from "@tollgate/contract/errors";
import type { ChatDialect } from "../formats/chat/chat-dialect.ts";
import type { ChatError } from "../formats/chat/chat-error.ts";
import type { EventVerdict, StreamMeter } from "../formats/openai/openai-stream-meter.ts";
import { createOpenAiStreamMeter } from "../formats/openai/openai-stream-meter.ts";
import { jsonObject } from "../../lib/json-object.ts";
import { readMessage } from "../sse-events.ts";
import { listenTo, readUsage } from "../usage/read-usage.ts";
import type { AnswerStream } from "./answer-stream.ts";
import { createGeminiHold } from "./gemini-hold.ts";
import type { GeminiHold } from "./gemini-hold.ts";
import { CHAT_FORMATS, UPSTREAM_FORMATS } from "./chat-formats.ts";
import { chatErrorOf } from "./chat-error-of.ts";
import { isClosing } from "./closing-event.ts";
import type { Lane, PassingLane } from "./lane.ts";
import { createStreamListener } from "./stream-listener.ts";

export interface StreamContext {
  readonly requestId: string;
  readonly createdAtSeconds: number;
  readonly model: string;
  readonly language: () => Language;
  tickMs(): number;
  /** What upstreams echo of their key must not reach a client. */
  withoutKey(bytes: Uint8Array): Uint8Array;
}

const encoder = new TextEncoder();

/** A stream in the client's own dialect: its bytes pass, and its events are listened to on the side. */
export function passingStream(lane: PassingLane, context: StreamContext): AnswerStream {
  const meter = createStreamMeter(lane, context);
  return {
    ...meter,
    output: meter.output ?? ((event) => event),
    ending: (events) => [...(meter.held?.() ?? []), ...events],
    failing: (events) => {
      if (isSaid(events[0])) return events.map(context.withoutKey);
      // What the codec could not read is nothing that a client should end on.
      const failure = { ...UNREADABLE, message: meter.errorMessage() ?? UNREADABLE.message };
      return [encoder.encode(lastWords(lane.dialect, context, failure))];
    },
    errorEvent: (error) =>
      encoder.encode(lastWords(lane.dialect, context, chatErrorOf(error, context.language()))),
    losses: () => [],
  };
}

/** Whether a failure stands in the upstream's own words. */
function isSaid(event: Uint8Array | undefined): boolean {
  const message = event && readMessage(event);
  return message !== undefined && jsonObject(message.data) !== undefined;
}

const UNREADABLE = {
  kind: "upstream",
  status: 502,
  code: "upstream.invalid",
  message: "The upstream's stream cannot be read.",
} as const;

/** How a stream of a dialect ends that breaks off and whose beginning somebody else has written. */
export function lastWords(
  dialect: ChatDialect,
  { requestId, createdAtSeconds }: Pick<StreamContext, "requestId" | "createdAtSeconds">,
  error: ChatError,
): string {
  const request = { model: "", system: [], messages: [], stream: true, wantsUsage: false };
  const words = CHAT_FORMATS[dialect].createStreamEncoder({ requestId, createdAtSeconds, request });
  return words.fail(error, requestId);
}

/** A meter, and what it holds back until the charge is committed. */
type HoldingMeter = StreamMeter & Partial<Pick<GeminiHold, "held" | "output">>;

type MeterContext = Pick<StreamContext, "requestId" | "createdAtSeconds" | "model" | "tickMs">;

/** Listens to the upstream's events. */
export function createStreamMeter(lane: Lane, context: MeterContext): HoldingMeter {
  return lane.dialect === "openai-chat"
    ? createOpenAiStreamMeter({
        reported: listenTo(lane.usageDialect),
        hidesUsage: lane.hidesUsage,
        tickMs: context.tickMs,
      })
    : createDecodingMeter(lane, context);
}

/** Listens through the dialect's codec. */
function createDecodingMeter(lane: Lane, context: MeterContext): HoldingMeter {
  const { dialect, usageDialect } = lane;
  const decoder = UPSTREAM_FORMATS[dialect].createStreamDecoder(context);
  const listener = createStreamListener((raw) => readUsage(usageDialect, raw), context.tickMs);
  const hold = dialect === "gemini" ? createGeminiHold() : undefined;
  let isWhole: boolean | undefined;
  const see = (event: Uint8Array): EventVerdict => {
    const message = readMessage(event);
    // An event that is no JSON is the client's to judge; it passes as it came.
    if (!message || !message.data.endsWith("}")) return hold?.see(event, "") ?? "pass";
    for (const chatEvent of decoder.push(message)) listener.hear(chatEvent);
    if (listener.failure()) return "error";
    if (isClosing(dialect, message)) return "end";
    return hold?.see(event, message.data) ?? "pass";
  };
  return {
    see,
    ...(hold && { held: hold.held, output: hold.output }),
    usage: listener.usage,
    rawUsage: listener.rawUsage,
    toolCalls: listener.toolCalls,
    unreportedText: listener.unreportedText,
    hasReportedText: listener.hasReportedText,
    finished() {
      if (isWhole === undefined) {
        const last = decoder.end();
        for (const chatEvent of last.events) listener.hear(chatEvent);
        ({ isWhole } = last);
      }
      return isWhole;
    },
    errorMessage: () => listener.failure()?.message,
    firstContentAtMs: listener.firstContentAtMs,
  };
}
