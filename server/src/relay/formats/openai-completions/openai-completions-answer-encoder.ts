import { ANSWER_WRITTEN } from "../chat/answer-members.ts";
import { answerId } from "../chat/answer-id.ts";
import type { ChatAnswer, ChatChoice } from "../chat/chat-answer.ts";
import type { Encoded } from "../chat/chat-format.ts";
import { createLossList } from "../chat/chat-loss.ts";
import type { LossList } from "../chat/chat-loss.ts";
import type { AssistantPart } from "../chat/chat-part.ts";
import { encodeFinish } from "../openai-chat/openai-chat-finish.ts";
import { encodeUsage } from "../openai-chat/openai-chat-usage.ts";
import type { Fields } from "../reported-usage.ts";

const DIALECT = "openai-completions";

const CHOICE_WRITTEN = new Set(["index", "parts", "finish", "extensions"]);
const PART_WRITTEN = new Set(["type", "text"]);

/** Neither calls nor refusals have a place of their own here. */
export const NO_SIGNS = { hasRefusal: false, hasCalls: false } as const;

/** A whole answer as a `text_completion`. Source: https://platform.openai.com/docs/api-reference/completions/object */
export function encodeOpenAiCompletion(answer: ChatAnswer): Encoded {
  const losses = createLossList();
  losses.unwritten("", answer, ANSWER_WRITTEN, DIALECT);
  losses.extensions("", answer.extensions, DIALECT);
  if (answer.serviceTier !== undefined) losses.leftOut("serviceTier", `${DIALECT} has no word for it`);
  const body = {
    id: answerId("cmpl-", answer.id),
    object: "text_completion",
    created: answer.createdAtSeconds,
    model: answer.model,
    choices: answer.choices.map((choice, place) => encodeChoice(choice, `choices[${place}]`, losses)),
    ...(answer.usage && { usage: encodeUsage(answer.usage, losses) }),
  };
  return { body, losses: losses.list() };
}

function encodeChoice(choice: ChatChoice, path: string, losses: LossList): Fields {
  losses.unwritten(path, choice, CHOICE_WRITTEN, DIALECT);
  losses.extensions(path, choice.extensions, DIALECT);
  const texts = choice.parts.map((part, index) => textOfPart(part, `${path}.parts[${index}]`, losses));
  const word = encodeFinish(choice.finish, NO_SIGNS, `${path}.finish`, losses);
  return completionChoice(choice.index, texts.join(""), word);
}

/** An entry of `choices`, whole or of a chunk. */
export function completionChoice(index: number, text: string, finish: string | null): Fields {
  return { text, index, logprobs: null, finish_reason: finish };
}

function textOfPart(part: AssistantPart, path: string, losses: LossList): string {
  if (part.type !== "text" && part.type !== "refusal") {
    tellNoPlace(path, losses);
    return "";
  }
  losses.unwritten(path, part, PART_WRITTEN, DIALECT);
  if (part.type === "refusal") tellRefusal(path, losses);
  return part.text;
}

/** A completion is text and nothing else. */
export function tellNoPlace(path: string, losses: LossList): void {
  losses.leftOut(path, `${DIALECT} has no place for it in an answer`);
}

export function tellRefusal(path: string, losses: LossList): void {
  losses.changed(path, `${DIALECT} tells a refusal as text`);
}
