import type { Usage } from "../../../pricing/usage.ts";
import { answerId } from "../chat/answer-id.ts";
import type { ChatEvent, FinishEvent, StartEvent } from "../chat/chat-event.ts";
import type { ChatStreamEncoder, EncodeContext } from "../chat/chat-format.ts";
import { createLossList } from "../chat/chat-loss.ts";
import { sseText } from "../chat/sse-text.ts";
import { encodeOpenAiChatError } from "../openai-chat/openai-chat-error.ts";
import { encodeFinish } from "../openai-chat/openai-chat-finish.ts";
import { encodeUsage } from "../openai-chat/openai-chat-usage.ts";
import type { Fields } from "../reported-usage.ts";
import { completionChoice, NO_SIGNS, tellNoPlace, tellRefusal } from "./openai-completions-answer-encoder.ts";

const DIALECT = "openai-completions";
const START_WRITTEN = new Set(["type", "id", "createdAtSeconds", "model", "extensions"]);

/** Writes the chunks of a `text_completion`, whose form is that of the whole one. */
export function createOpenAiCompletionsStreamEncoder(context: EncodeContext): ChatStreamEncoder {
  const { request } = context;
  const losses = createLossList();
  const finishes = new Map<number, FinishEvent | undefined>();
  const texts = new Set<string>();
  let head: Fields | undefined;
  let usage: Usage | undefined;
  let isOver = false;

  const headOf = (start: Omit<StartEvent, "type">): Fields => {
    losses.unwritten("", start, START_WRITTEN, DIALECT);
    losses.extensions("", start.extensions, DIALECT);
    const { id, createdAtSeconds: created, model } = start;
    return { id: answerId("cmpl-", id), object: "text_completion", created, model };
  };

  const chunk = (choices: readonly Fields[], spent: Fields | null = null): string => {
    const { requestId: id, createdAtSeconds } = context;
    head ??= headOf({ id, createdAtSeconds, model: request.model });
    return sseText({ ...head, choices, ...(request.wantsUsage && { usage: spent }) });
  };

  const pushBlock = (event: Extract<ChatEvent, { block: number }>): string => {
    const { choice } = event;
    if (!finishes.has(choice)) finishes.set(choice, undefined);
    const path = `choices[${choice}].parts[${event.block}]`;
    switch (event.type) {
      case "text-delta":
      case "refusal-delta":
        texts.add(path);
        if (event.type === "refusal-delta") tellRefusal(path, losses);
        return event.text === "" ? "" : chunk([completionChoice(choice, event.text, null)]);
      case "signature":
      case "annotation":
        if (texts.has(path))
          tellNoPlace(`${path}.${event.type === "signature" ? "signature" : "annotations"}`, losses);
        return "";
      case "block-end":
        return "";
      default:
        tellNoPlace(path, losses);
        return "";
    }
  };

  const finish = ([index, event]: [number, FinishEvent | undefined]): string => {
    const path = `choices[${index}]`;
    losses.extensions(path, event?.extensions, DIALECT);
    const word = encodeFinish(event?.finish ?? { reason: "other" }, NO_SIGNS, `${path}.finish`, losses);
    return chunk([completionChoice(index, "", word)]);
  };

  return {
    push(event) {
      if (isOver) return "";
      switch (event.type) {
        case "start":
          head = headOf(event);
          return "";
        case "usage":
          usage = event.usage ?? usage;
          return "";
        case "finish":
          finishes.set(event.choice, event);
          return "";
        case "logprobs":
          tellNoPlace(`choices[${event.choice}].logprobs`, losses);
          return "";
        case "error":
          isOver = true;
          return "";
        default:
          return pushBlock(event);
      }
    },
    end() {
      if (isOver) return "";
      isOver = true;
      if (finishes.size === 0) finishes.set(0, undefined);
      const last = [...finishes].map(finish).join("");
      const spent = usage && request.wantsUsage ? chunk([], encodeUsage(usage, losses)) : "";
      return last + spent + sseText("[DONE]");
    },
    fail(error, requestId) {
      isOver = true;
      return sseText(encodeOpenAiChatError(error, requestId));
    },
    losses: () => losses.list(),
  };
}
