import { isObject } from "@tollgate/contract/json-object";
import { keptFields } from "../chat/body-fields.ts";
import type { ChatEvent } from "../chat/chat-event.ts";
import type { ChatStreamDecoder, DecodeContext } from "../chat/chat-format.ts";
import { baseRespError } from "../openai/openai-error.ts";
import { findOpenAiUsage, usageFromOpenAi } from "../openai/openai-usage.ts";
import { fieldsOf, keepLastUsage, objectsIn } from "../reported-usage.ts";
import type { Fields } from "../reported-usage.ts";
import { ANSWER_KNOWN, answerHead } from "./openai-chat-answer-decoder.ts";
import { createChoiceDecoder } from "./openai-chat-choice-decoder.ts";
import type { ChoiceDecoder } from "./openai-chat-choice-decoder.ts";
import { sourceAnnotations, withSources } from "./openai-chat-sources.ts";
import { decodeStreamError } from "./openai-chat-error.ts";

/** A chunk's random padding says nothing. */
const CHUNK_KNOWN = new Set([...ANSWER_KNOWN, "obfuscation"]);

/**
 * Reads `chat.completion.chunk`s. Finishes are told at the end: vendors say `stop` for calls, and usage comes after.
 * An answer is whole with `[DONE]`, or when each choice has said why it ended.
 */
export function createOpenAiChatStreamDecoder(context: DecodeContext): ChatStreamDecoder {
  const choices = new Map<number, ChoiceDecoder>();
  let hasStarted = false;
  let isDone = false;
  let hasFailed = false;
  let hasAnnotations = false;
  let rawUsage: unknown;

  const fail = (chunk: Fields): ChatEvent[] => {
    hasFailed = true;
    return [{ type: "error", error: decodeStreamError(chunk) }];
  };

  const start = (chunk: Fields): ChatEvent[] => {
    hasStarted = true;
    const extensions = keptFields(chunk, CHUNK_KNOWN, "openai-chat");
    return [{ type: "start", ...answerHead(chunk, context), ...(extensions && { extensions }) }];
  };

  const pushChoice = (entry: Fields, place: number): ChatEvent[] => {
    const index = typeof entry["index"] === "number" ? entry["index"] : place;
    let decoder = choices.get(index);
    if (decoder === undefined) {
      decoder = createChoiceDecoder(index, context);
      choices.set(index, decoder);
    }
    return decoder.push(entry);
  };

  /** Every chunk may repeat them: they are told once, with the last words. */
  const withLastSources = (entry: Fields, chunk: Fields): Fields => {
    const isLast = typeof entry["finish_reason"] === "string" && entry["finish_reason"] !== "";
    hasAnnotations ||= Array.isArray(fieldsOf(entry["delta"])["annotations"]);
    return isLast && !hasAnnotations ? withSources(entry, "delta", sourceAnnotations(chunk)) : entry;
  };

  const pushUsage = (chunk: Fields): ChatEvent[] => {
    const reported = findOpenAiUsage(chunk);
    if (!isObject(reported)) return [];
    rawUsage = keepLastUsage(rawUsage, reported);
    const usage = usageFromOpenAi(rawUsage);
    return [{ type: "usage", raw: rawUsage, ...(usage && { usage }) }];
  };

  const pushChunk = (chunk: Fields): ChatEvent[] => {
    const hasFailure = chunk["error"] !== undefined && chunk["error"] !== null;
    if (hasFailure || baseRespError(chunk)) return fail(chunk);
    const entries = objectsIn(chunk["choices"]);
    const usage = findOpenAiUsage(chunk);
    // Azure begins with a chunk that has neither, nor an id.
    if (entries.length === 0 && !isObject(usage)) return [];
    return [
      ...(hasStarted ? [] : start(chunk)),
      ...entries.map((entry) => withLastSources(entry, chunk)).flatMap(pushChoice),
      ...pushUsage(chunk),
    ];
  };

  return {
    push({ data }) {
      if (hasFailed || isDone || data === "") return [];
      if (data.trim() === "[DONE]") {
        isDone = true;
        return [];
      }
      const chunk = parseChunk(data);
      return chunk
        ? pushChunk(chunk)
        : fail({
            error: { message: "The upstream sent an event that is not JSON.", code: "upstream.invalid" },
          });
    },
    end() {
      if (hasFailed) return { events: [], isWhole: false };
      const decoders = [...choices.values()];
      const isFinished = decoders.length > 0 && decoders.every((decoder) => decoder.isFinished());
      return {
        events: decoders.flatMap((decoder) => decoder.end()),
        isWhole: hasStarted && (isDone || isFinished),
      };
    },
  };
}

function parseChunk(data: string): Fields | undefined {
  try {
    const chunk: unknown = JSON.parse(data);
    return isObject(chunk) ? chunk : undefined;
  } catch {
    // Half an event, or a page of HTML under a 200.
    return undefined;
  }
}
