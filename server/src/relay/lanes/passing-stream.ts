import type { Language } from "@tollgate/contract/errors";
import type { ChatStreamEncoder } from "../formats/chat/chat-format.ts";
import type { EventVerdict, StreamMeter } from "../formats/openai/openai-stream-meter.ts";
import { createOpenAiStreamMeter } from "../formats/openai/openai-stream-meter.ts";
import { readMessage } from "../sse-events.ts";
import type { RelayError } from "../relay-error.ts";
import { listenTo, readUsage } from "../usage/read-usage.ts";
import type { AnswerStream } from "./answer-stream.ts";
import { CHAT_FORMATS } from "./chat-formats.ts";
import { chatErrorOf } from "./chat-error-of.ts";
import { isClosing } from "./closing-event.ts";
import type { PassingLane } from "./lane.ts";
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
  const meter: HoldingMeter =
    lane.dialect === "openai-chat"
      ? createOpenAiStreamMeter({
          reported: listenTo(lane.usageDialect),
          hidesUsage: lane.hidesUsage,
          tickMs: context.tickMs,
        })
      : createDecodingMeter(lane, context);
  return {
    ...meter,
    output: (event) => event,
    ending: (events) => [...(meter.held?.() ?? []), ...events],
    failing: (events) => events.map(context.withoutKey),
    errorEvent: (error) => encoder.encode(lastWords(lane, context, error)),
    losses: () => [],
  };
}

function lastWords(
  lane: PassingLane,
  { requestId, createdAtSeconds, language }: StreamContext,
  error: RelayError,
) {
  const request = { model: "", system: [], messages: [], stream: true, wantsUsage: false };
  const words: ChatStreamEncoder = CHAT_FORMATS[lane.dialect].createStreamEncoder({
    requestId,
    createdAtSeconds,
    request,
  });
  return words.fail(chatErrorOf(error, language()), requestId);
}

/** A meter, and what it holds back until the charge is committed. */
type HoldingMeter = StreamMeter & { held?(): readonly Uint8Array[] };

/** Listens through the dialect's codec. */
function createDecodingMeter(lane: PassingLane, context: StreamContext): HoldingMeter {
  const { dialect, usageDialect } = lane;
  const decoder = CHAT_FORMATS[dialect].createStreamDecoder(context);
  const listener = createStreamListener((raw) => readUsage(usageDialect, raw), context.tickMs);
  const held: Uint8Array[] = [];
  let isWhole: boolean | undefined;
  const see = (event: Uint8Array): EventVerdict => {
    const message = readMessage(event);
    if (!message) return "pass";
    for (const chatEvent of decoder.push(message)) listener.hear(chatEvent);
    if (listener.failure()) return "error";
    if (isClosing(dialect, message)) return "end";
    if (dialect !== "gemini" || !listener.finished()) return "pass";
    // From the word that says why it ended on, a stream without a closing mark waits for the charge.
    held.push(event);
    return "hide";
  };
  return {
    see,
    held: () => held,
    usage: listener.usage,
    rawUsage: listener.rawUsage,
    producedText: listener.producedText,
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
