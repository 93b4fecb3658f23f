import type { Usage } from "../../../pricing/usage.ts";
import type { ChatAnswer, ChatChoice, ChatFinish, TokenLogprob } from "./chat-answer.ts";
import { isPlainText } from "./canonical-messages.ts";
import type { Extensions } from "./chat-dialect.ts";
import type { ChatError } from "./chat-error.ts";
import type { ChatEvent, LogprobsEvent, StartEvent } from "./chat-event.ts";
import { changePart, newPart, wholePart } from "./collected-part.ts";
import type { CollectedPart } from "./collected-part.ts";
import type { AssistantPart } from "./chat-part.ts";

/** Makes a whole answer of a stream's events: for clients that want one where the upstream can only stream. */
export interface AnswerCollector {
  push(event: ChatEvent): void;
  /** The answer as far as it has come; undefined before the stream's start. */
  answer(): ChatAnswer | undefined;
  error(): ChatError | undefined;
}

interface CollectedChoice {
  readonly blocks: Map<number, CollectedPart>;
  readonly logprobs: Record<LogprobsEvent["of"], TokenLogprob[]>;
  finish: ChatFinish | undefined;
  extensions: Extensions | undefined;
}

/** Holds the whole answer; the caller bounds what it pushes. */
export function createAnswerCollector(): AnswerCollector {
  let start: StartEvent | undefined;
  let usage: Usage | undefined;
  let rawUsage: unknown;
  let failure: ChatError | undefined;
  const choices = new Map<number, CollectedChoice>();

  const choiceAt = (index: number): CollectedChoice => {
    let choice = choices.get(index);
    if (choice === undefined) {
      choice = {
        blocks: new Map(),
        logprobs: { text: [], refusal: [] },
        finish: undefined,
        extensions: undefined,
      };
      choices.set(index, choice);
    }
    return choice;
  };

  return {
    push(event) {
      if (event.type === "start") start = event;
      else if (event.type === "error") failure = event.error;
      else if (event.type === "usage") {
        usage = event.usage ?? usage;
        rawUsage = event.raw ?? rawUsage;
      } else if (event.type === "finish") {
        const choice = choiceAt(event.choice);
        choice.finish = event.finish;
        choice.extensions = event.extensions;
      } else if (event.type === "logprobs") choiceAt(event.choice).logprobs[event.of].push(...event.tokens);
      else {
        const { blocks } = choiceAt(event.choice);
        const block = blocks.get(event.block) ?? newPart(event);
        if (block === undefined) return;
        blocks.set(event.block, block);
        changePart(block, event);
      }
    },
    answer: () =>
      start && {
        id: start.id,
        createdAtSeconds: start.createdAtSeconds,
        model: start.model,
        choices: [...choices]
          .sort(([one], [other]) => one - other)
          .map(([index, choice]) => wholeChoice(index, choice)),
        ...(start.serviceTier !== undefined && { serviceTier: start.serviceTier }),
        ...(start.extensions && { extensions: start.extensions }),
        ...(usage && { usage }),
        ...(rawUsage !== undefined && { rawUsage }),
      },
    error: () => failure,
  };
}

/** The answer that a stream's events say together; undefined without a start. */
export function collectAnswer(events: Iterable<ChatEvent>): ChatAnswer | undefined {
  const collector = createAnswerCollector();
  for (const event of events) collector.push(event);
  return collector.answer();
}

function wholeChoice(index: number, { blocks, logprobs, finish, extensions }: CollectedChoice): ChatChoice {
  const parts = [...blocks].sort(([one], [other]) => one - other).map(([, block]) => wholePart(block));
  const hasLogprobs = logprobs.text.length + logprobs.refusal.length > 0;
  return {
    index,
    parts: parts.filter((part) => !isEmptyText(part)),
    finish: finish ?? { reason: "other" },
    ...(extensions && { extensions }),
    ...(hasLogprobs && {
      logprobs: {
        ...(logprobs.text.length > 0 && { text: logprobs.text }),
        ...(logprobs.refusal.length > 0 && { refusal: logprobs.refusal }),
      },
    }),
  };
}

function isEmptyText(part: AssistantPart): boolean {
  return isPlainText(part) && part.text === "";
}
