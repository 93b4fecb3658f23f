import type { ChatDialect } from "../formats/chat/chat-dialect.ts";
import type { ChatEvent } from "../formats/chat/chat-event.ts";
import type { ClientRequest } from "../formats/client-request.ts";
import { usageOfStream } from "../counted-usage.ts";
import { estimatePrompt } from "../formats/openai/openai-prompt-tokens.ts";
import type { EventVerdict } from "../formats/openai/openai-stream-meter.ts";
import { readMessage } from "../sse-events.ts";
import { readUsage } from "../usage/read-usage.ts";
import type { AnswerStream } from "./answer-stream.ts";
import { clientFormatOf, UPSTREAM_FORMATS, USAGE_OF_DIALECT } from "./chat-formats.ts";
import { chatErrorOf } from "./chat-error-of.ts";
import { isClosing } from "./closing-event.ts";
import type { TranslatingLane } from "./lane.ts";
import { decoded } from "./lane.ts";
import type { StreamContext } from "./passing-stream.ts";
import { createStreamListener } from "./stream-listener.ts";
import { createThoughtTeller } from "./thoughts-as-text.ts";

const encoder = new TextEncoder();
const NOTHING = new Uint8Array();

/** A stream of one dialect as a stream of another, event by event. */
export function translatingStream(
  lane: TranslatingLane,
  request: ClientRequest,
  context: StreamContext,
): AnswerStream {
  const { dialect, usageDialect, translation } = lane;
  const { requestId, createdAtSeconds } = context;
  const upstream = UPSTREAM_FORMATS[dialect].createStreamDecoder({
    ...context,
    ...(translation.sent && { request: translation.sent }),
  });
  const client = clientFormatOf(request).createStreamEncoder({
    requestId,
    createdAtSeconds,
    request: decoded(request),
    framing: request.framing,
    promptTokens: () => estimatePrompt(request).tokens,
  });
  const listener = createStreamListener((raw) => readUsage(usageDialect, raw), context.tickMs);
  const tell = translation.tellsThoughtsAsText ? createThoughtTeller() : undefined;
  let written = "";
  let isWhole: boolean | undefined;
  let tellsUsage = false;
  const isOwnReader = usageDialect === USAGE_OF_DIALECT[dialect];
  /** A client is told what is charged: vendors differ in how they count. */
  const asCharged = (event: ChatEvent): ChatEvent => {
    if (event.type !== "usage" || !event.usage || isOwnReader) return event;
    return { ...event, usage: listener.usage() ?? event.usage };
  };
  const take = (events: readonly ChatEvent[]): void => {
    for (const said of events) {
      listener.hear(said);
      if (said.type === "error") continue;
      if (said.type === "usage" && said.usage) tellsUsage = true;
      const event = asCharged(said);
      if (!tell) written += client.push(event);
      else for (const told of tell(event)) if (told.type !== "error") written += client.push(told);
    }
  };
  const output = (): Uint8Array => {
    if (written === "") return NOTHING;
    const bytes = encoder.encode(written);
    written = "";
    return bytes;
  };
  const finished = (): boolean => {
    if (isWhole === undefined) {
      const last = upstream.end();
      take(last.events);
      ({ isWhole } = last);
    }
    return isWhole;
  };
  return {
    see(event): EventVerdict {
      const message = readMessage(event);
      if (!message) return "hide";
      take(upstream.push(message));
      if (listener.failure()) return "error";
      if (isClosing(dialect, message)) return "end";
      return written === "" ? "hide" : "pass";
    },
    output,
    ending() {
      finished();
      // What is charged: every dialect tells something, and zero would be wrong.
      const usage = usageOfStream(listener, request, context.model);
      if (!tellsUsage || usage.source === "counted") client.push({ type: "usage", usage, raw: undefined });
      return [output(), encoder.encode(client.end())];
    },
    failing: () => [
      output(),
      context.withoutKey(encoder.encode(client.fail(listener.failure() ?? UNKNOWN, requestId))),
    ],
    errorEvent: (error) => encoder.encode(client.fail(chatErrorOf(error, context.language()), requestId)),
    losses: () => client.losses(),
    usage: listener.usage,
    rawUsage: listener.rawUsage,
    toolCalls: listener.toolCalls,
    unreportedText: listener.unreportedText,
    hasReportedText: listener.hasReportedText,
    finished,
    errorMessage: () => listener.failure()?.message,
    firstContentAtMs: listener.firstContentAtMs,
  };
}

const UNKNOWN = { kind: "upstream", status: 502, code: "upstream.error", message: "unknown" } as const;

/** What a translated stream is sent as. */
export function contentTypeOf(dialect: ChatDialect, framing: ClientRequest["framing"]): string {
  return dialect === "gemini" && framing === "json-array"
    ? "application/json; charset=UTF-8"
    : "text/event-stream; charset=utf-8";
}
