import { ANSWER_WRITTEN } from "../chat/answer-members.ts";
import type { ChatAnswer, ChatChoice } from "../chat/chat-answer.ts";
import type { EncodeContext, Encoded } from "../chat/chat-format.ts";
import { createLossList } from "../chat/chat-loss.ts";
import { withKeptFields } from "../chat/body-fields.ts";
import type { LossList } from "../chat/chat-loss.ts";
import type { Fields } from "../reported-usage.ts";
import { kindsOf } from "./openai-responses-answer-decoder.ts";
import { DIALECT } from "./openai-responses-dialect.ts";
import { writeFinish } from "./openai-responses-finish.ts";
import { writeItems } from "./openai-responses-output.ts";
import { responseHead, responseId } from "./openai-responses-response.ts";
import { writeUsage } from "./openai-responses-usage-writer.ts";

const CHOICE_WRITTEN = new Set(["index", "parts", "finish", "logprobs", "extensions"]);

/** A whole response object for a client. */
export function encodeAnswer(answer: ChatAnswer, context: EncodeContext): Encoded {
  const losses = createLossList();
  losses.unwritten("", answer, ANSWER_WRITTEN, DIALECT);
  for (const index of answer.choices.keys())
    if (index > 0) losses.leftOut(`choices[${index}]`, `${DIALECT} gives one answer`);
  const choice = answer.choices[0] ?? { index: 0, parts: [], finish: { reason: "other" } };
  const output = encodeChoice(choice, answer.id, context, losses);
  const head = responseHead(answer, context, losses);
  const body: Fields = {
    ...head,
    ...writeFinish(choice.finish, kindsOf(choice.parts), "choices[0].finish", losses),
    output,
    ...(answer.usage && { usage: writeUsage(answer.usage, output, losses) }),
  };
  const ending = losses.extensions("choices[0]", choice.extensions, DIALECT);
  return { body: withKeptFields(body, ending), losses: losses.list() };
}

function encodeChoice(
  choice: ChatChoice,
  id: string,
  { request }: EncodeContext,
  losses: LossList,
): Fields[] {
  const path = "choices[0]";
  const { parts, finish, logprobs } = choice;
  losses.unwritten(path, choice, CHOICE_WRITTEN, DIALECT);
  if (logprobs?.refusal) losses.leftOut(`${path}.logprobs.refusal`, "only texts have them here");
  if (logprobs?.text && parts.every(({ type }) => type !== "text"))
    losses.leftOut(`${path}.logprobs.text`, "there is no text");
  const { idSeed } = responseId(id);
  const isCut = finish.reason === "length" || finish.reason === "content-filter";
  return writeItems(parts, `${path}.parts`, {
    losses,
    keepsForeignSeals: true,
    asSummary: wantsSummary(request),
    answer: { idSeed, status: isCut ? "incomplete" : "completed" },
    placeSeed: idSeed,
    ...(logprobs?.text && { tokens: logprobs.text }),
  });
}

/** A client that asks for summaries looks for thoughts there and nowhere else. */
export function wantsSummary({ reasoning }: EncodeContext["request"]): boolean {
  return reasoning?.summary !== undefined && reasoning.summary !== "none";
}
