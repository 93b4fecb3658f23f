import type { ChatAnswer } from "../chat/chat-answer.ts";
import type { ChatEvent } from "../chat/chat-event.ts";
import type { ChatStreamDecoder, DecodeContext } from "../chat/chat-format.ts";
import { jsonFields, NOT_JSON } from "../chat/json-message.ts";
import { decodeOpenAiChatAnswer } from "../openai-chat/openai-chat-answer-decoder.ts";
import { createOpenAiChatStreamDecoder } from "../openai-chat/openai-chat-stream-decoder.ts";
import { fieldsOf, objectsIn } from "../reported-usage.ts";
import type { Fields } from "../reported-usage.ts";
import { decodeHunyuanError, isHunyuanError } from "./hunyuan-error.ts";
import { responseOf, snakeCased } from "./hunyuan-words.ts";

/** Throws FormatError. */
export function decodeHunyuanAnswer(body: unknown, context: DecodeContext): ChatAnswer {
  return decodeOpenAiChatAnswer(inOpenAiWords(responseOf(body)), context);
}

/** Events end without a mark; a piece that says why it ended is the last but one at most. */
export function createHunyuanStreamDecoder(context: DecodeContext): ChatStreamDecoder {
  const inner = createOpenAiChatStreamDecoder(context);
  let hasFailed = false;
  const fail = (error: ReturnType<typeof decodeHunyuanError>): ChatEvent[] => {
    hasFailed = true;
    return [{ type: "error", error }];
  };
  return {
    push({ data }) {
      if (hasFailed || data === "") return [];
      if (data === "[DONE]") return [...inner.push({ data })];
      const event = jsonFields(data);
      if (!event) return fail(NOT_JSON);
      if (isHunyuanError(event)) return fail(decodeHunyuanError(502, event));
      return [...inner.push({ data: JSON.stringify(inOpenAiWords(responseOf(event))) })];
    },
    end: () => (hasFailed ? { events: [], isWhole: false } : inner.end()),
  };
}

/** What Tencent adds for people to read is not the model's. */
const OWN_WORDS = new Set([
  "note",
  "request_id",
  "moderation_level",
  "search_info",
  "replaces",
  "recommended_questions",
]);

function inOpenAiWords(response: Fields): Fields {
  const answer = Object.entries(fieldsOf(snakeCased(response))).filter(([name]) => !OWN_WORDS.has(name));
  const fields: Fields = Object.fromEntries(answer);
  return { ...fields, choices: objectsIn(fields["choices"]).map(choiceOf) };
}

/** While it goes on the reason is an empty text, and so is the content of a piece that has none. */
function choiceOf({ finish_reason: reason, moderation_level: _level, ...choice }: Fields): Fields {
  return { ...choice, ...(reason !== "" && { finish_reason: reason }) };
}
