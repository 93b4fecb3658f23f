import { answerId } from "../chat/answer-id.ts";
import { withKeptFields } from "../chat/body-fields.ts";
import type { ChatError } from "../chat/chat-error.ts";
import type { FinishEvent, LogprobsEvent, StartEvent } from "../chat/chat-event.ts";
import type { ChatStreamEncoder, EncodeContext } from "../chat/chat-format.ts";
import { createLossList } from "../chat/chat-loss.ts";
import { sseText } from "../chat/sse-text.ts";
import type { Usage } from "../../../pricing/usage.ts";
import { fieldsOf } from "../reported-usage.ts";
import type { Fields } from "../reported-usage.ts";
import { createChoiceEncoder } from "./openai-chat-choice-encoder.ts";
import type { ChoiceEncoder } from "./openai-chat-choice-encoder.ts";
import { encodeOpenAiChatError } from "./openai-chat-error.ts";
import { encodeFinish } from "./openai-chat-finish.ts";
import { encodeLogprobs } from "./openai-chat-logprobs.ts";
import { encodeUsage } from "./openai-chat-usage.ts";

const DIALECT = "openai-chat";
const START_WRITTEN = new Set(["type", "id", "createdAtSeconds", "model", "serviceTier", "extensions"]);
const DONE = "[DONE]";

interface WrittenChoice {
  readonly encoder: ChoiceEncoder;
  finish: FinishEvent | undefined;
}

/** Writes `chat.completion.chunk`s. The first one goes out with the start, so that the client sees that it began. */
export function createOpenAiChatStreamEncoder(context: EncodeContext): ChatStreamEncoder {
  const { request } = context;
  const losses = createLossList();
  const choices = new Map<number, WrittenChoice>();
  let head: Fields | undefined;
  let usage: Usage | undefined;
  let isOver = false;

  const headOf = (start: Omit<StartEvent, "type">): Fields => {
    losses.unwritten("", start, START_WRITTEN, DIALECT);
    const { serviceTier } = start;
    const own = {
      id: answerId("chatcmpl-", start.id),
      object: "chat.completion.chunk",
      created: start.createdAtSeconds,
      model: start.model,
      ...(serviceTier !== undefined && { service_tier: serviceTier }),
    };
    return withKeptFields(own, losses.extensions("", start.extensions, DIALECT));
  };

  const chunk = (entries: readonly Fields[], spent: Fields | null): string => {
    const { requestId: id, createdAtSeconds } = context;
    head ??= headOf({ id, createdAtSeconds, model: request.model });
    return sseText({ ...head, choices: entries, ...(request.wantsUsage && { usage: spent }) });
  };

  const entry = (index: number, delta: Fields, rest: Fields = {}): Fields => ({
    index,
    delta,
    logprobs: null,
    finish_reason: null,
    ...rest,
  });

  const choiceAt = (index: number): { readonly choice: WrittenChoice; readonly opening: string } => {
    const known = choices.get(index);
    if (known) return { choice: known, opening: "" };
    const choice: WrittenChoice = {
      encoder: createChoiceEncoder(index, request, losses),
      finish: undefined,
    };
    choices.set(index, choice);
    // Whether there will be a text is not known yet, and an empty one is a part of its own to some clients.
    const first = entry(index, { role: "assistant", refusal: null });
    return { choice, opening: chunk([first], null) };
  };

  const pushLogprobs = ({ choice: index, of, tokens }: LogprobsEvent): string => {
    const { opening } = choiceAt(index);
    return opening + chunk([entry(index, {}, { logprobs: encodeLogprobs({ [of]: tokens }) })], null);
  };

  const finish = (index: number, { encoder, finish }: WrittenChoice): string => {
    const signs = encoder.signs();
    const path = `choices[${index}]`;
    const word = encodeFinish(finish?.finish ?? { reason: "other" }, signs, `${path}.finish`, losses);
    const isLegacy = request.legacyFunctions === true && signs.hasCalls && word === "tool_calls";
    const held = encoder.end().map((delta) => chunk([entry(index, delta)], null));
    const { message, ...kept } = losses.extensions(path, finish?.extensions, DIALECT) ?? {};
    const last = entry(index, fieldsOf(message), { finish_reason: isLegacy ? "function_call" : word });
    return [...held, chunk([withKeptFields(last, kept)], null)].join("");
  };

  return {
    push(event) {
      if (isOver) return "";
      switch (event.type) {
        case "start":
          head = headOf(event);
          return choiceAt(0).opening;
        case "usage":
          usage = event.usage ?? usage;
          return "";
        case "finish": {
          const { choice, opening } = choiceAt(event.choice);
          choice.finish = event;
          return opening;
        }
        case "logprobs":
          return pushLogprobs(event);
        case "error":
          isOver = true;
          return "";
        default: {
          const { choice, opening } = choiceAt(event.choice);
          const delta = choice.encoder.push(event);
          return delta ? opening + chunk([entry(event.choice, delta)], null) : opening;
        }
      }
    },
    end() {
      if (isOver) return "";
      isOver = true;
      const { opening } = choiceAt(0);
      const finishes = [...choices].map(([index, choice]) => finish(index, choice));
      const spent = usage && request.wantsUsage ? chunk([], encodeUsage(usage, losses)) : "";
      return opening + finishes.join("") + spent + sseText(DONE);
    },
    fail(error: ChatError, requestId: string) {
      isOver = true;
      return sseText(encodeOpenAiChatError(error, requestId));
    },
    losses: () => losses.list(),
  };
}
