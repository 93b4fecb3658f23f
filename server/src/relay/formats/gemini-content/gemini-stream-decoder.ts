import { isObject } from "@tollgate/contract/json-object";
import { largerToolCalls, usageWithToolCalls } from "../../../pricing/usage.ts";
import type { ToolCalls } from "../../../pricing/usage.ts";
import type { ChatEvent } from "../chat/chat-event.ts";
import type { ChatStreamDecoder, DecodeContext } from "../chat/chat-format.ts";
import { findGeminiUsage, geminiToolCalls, usageFromGemini } from "../gemini/gemini-usage.ts";
import { fieldsOf, fillFromEarlier, objectsIn } from "../reported-usage.ts";
import type { Fields } from "../reported-usage.ts";
import { answerHead, partContext } from "./gemini-answer-decoder.ts";
import { createChoiceReader } from "./gemini-choice-reader.ts";
import type { ChoiceReader } from "./gemini-choice-reader.ts";
import { decodeGeminiError } from "./gemini-error.ts";
import { blockedFinish } from "./gemini-finish.ts";

/**
 * Reads `streamGenerateContent?alt=sse`: each event is a response that holds the next pieces. There is no closing mark;
 * the stream is whole when every candidate has told why it finished. Finishes are held back to the end, for some versions
 * tell one in every chunk.
 */
export function createGeminiStreamDecoder(context: DecodeContext): ChatStreamDecoder {
  const parts = partContext(context);
  const choices = new Map<number, ChoiceReader>();
  let isStarted = false;
  let hasFailed = false;
  const usage = createUsageReader();

  const readerOf = (index: number): ChoiceReader => {
    let reader = choices.get(index);
    if (reader === undefined) choices.set(index, (reader = createChoiceReader(index, parts)));
    return reader;
  };

  const fail = (error: Extract<ChatEvent, { type: "error" }>["error"]): ChatEvent[] => {
    hasFailed = true;
    return [{ type: "error", error }];
  };

  const readMessage = (message: Fields): ChatEvent[] => {
    if (isObject(message["error"])) return fail(decodeGeminiError(200, message));
    const events: ChatEvent[] = isStarted ? [] : [{ type: "start", ...answerHead(message, context) }];
    isStarted = true;
    const candidates = objectsIn(message["candidates"]);
    for (const [place, candidate] of candidates.entries()) {
      const { index } = candidate;
      events.push(...readerOf(typeof index === "number" ? index : place).read(candidate));
    }
    const blocked = blockedFinish(fieldsOf(message["promptFeedback"]));
    if (blocked && candidates.length === 0) readerOf(0).block(blocked);
    return [...events, ...usage.read(message)];
  };

  return {
    push({ data }) {
      if (hasFailed || data.trim() === "" || data === "[DONE]") return [];
      const message = parse(data);
      if (isObject(message)) return readMessage(message);
      return fail({
        kind: "upstream",
        status: 502,
        code: "upstream.invalid",
        message: "The upstream's stream holds something that is not JSON.",
      });
    },
    end() {
      if (hasFailed) return { events: [], isWhole: false };
      const readers = [...choices.values()];
      const events = [...readers.flatMap((reader) => reader.end()), ...usage.end()];
      return { events, isWhole: readers.length > 0 && readers.every((reader) => reader.isFinished()) };
    },
  };
}

/** Adds up what the chunks report; each repeats the counters, grown. */
function createUsageReader() {
  let raw: unknown;
  let toolCalls: ToolCalls | undefined;
  const event = (): ChatEvent => {
    const usage = usageFromGemini(raw);
    return { type: "usage", raw, ...(usage && { usage: usageWithToolCalls(usage, toolCalls) }) };
  };
  return {
    read(message: Fields): ChatEvent[] {
      const used = geminiToolCalls(message);
      toolCalls = largerToolCalls(toolCalls, used);
      const found = findGeminiUsage(message);
      if (!isObject(found)) return used && toolCalls ? [{ type: "usage", raw: undefined, toolCalls }] : [];
      raw = fillFromEarlier(raw, found);
      return [event()];
    },
    /** Searches may be told behind the last usage. */
    end: (): ChatEvent[] => (toolCalls && raw !== undefined ? [event()] : []),
  };
}

function parse(data: string): unknown {
  try {
    return JSON.parse(data);
  } catch {
    // Told by the caller.
    return undefined;
  }
}
