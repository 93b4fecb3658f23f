import { createCallIds } from "../anthropic-messages/anthropic-call-ids.ts";
import { ANSWER_WRITTEN } from "../chat/answer-members.ts";
import { withKeptFields } from "../chat/body-fields.ts";
import type { ChatAnswer } from "../chat/chat-answer.ts";
import type { Encoded } from "../chat/chat-format.ts";
import { createLossList } from "../chat/chat-loss.ts";
import type { LossList } from "../chat/chat-loss.ts";
import type { AssistantPart } from "../chat/chat-part.ts";
import { encodeWithMark } from "./converse-content-encoder.ts";
import type { BlockEncoding } from "./converse-content-encoder.ts";
import { encodeFinish } from "./converse-finish.ts";
import { encodeUsage } from "./converse-usage-encoder.ts";

const DIALECT = "bedrock-converse";
const CHOICE_WRITTEN = new Set(["index", "parts", "finish"]);
/** Media are no part of a streamed answer, and a whole one says the same. */
const MEDIA: ReadonlySet<AssistantPart["type"]> = new Set(["image", "video", "file"]);

/** A whole answer of Converse. Never throws. */
export function encodeConverseAnswer(answer: ChatAnswer): Encoded {
  const losses = createLossList();
  losses.unwritten("", answer, ANSWER_WRITTEN, DIALECT);
  reportHead(losses);
  const [choice, ...others] = answer.choices;
  for (const index of others.keys()) losses.leftOut(`choices[${index + 1}]`, `${DIALECT} gives one answer`);
  if (choice) losses.unwritten("choices[0]", choice, CHOICE_WRITTEN, DIALECT);
  const encoding = clientEncoding(losses);
  const content = (choice?.parts ?? []).flatMap((part, index) => {
    const path = `choices[0].parts[${index}]`;
    if (!MEDIA.has(part.type)) return encodeWithMark(part, path, encoding);
    losses.leftOut(path, `${DIALECT} has no place for ${part.type} in an answer`);
    return [];
  });
  const body = {
    output: { message: { role: "assistant", content } },
    stopReason: encodeFinish(choice?.finish ?? { reason: "other" }, losses),
    ...(answer.usage && { usage: encodeUsage(answer.usage, losses) }),
    ...(answer.serviceTier !== undefined && { serviceTier: { type: answer.serviceTier } }),
  };
  return {
    body: withKeptFields(body, losses.extensions("", answer.extensions, DIALECT)),
    losses: losses.list(),
  };
}

/** Answers have neither id nor date nor the model's name here. */
export function reportHead(losses: LossList): void {
  for (const name of ["id", "createdAtSeconds", "model"])
    losses.changed(name, `${DIALECT} does not tell it: the call's own takes its place`);
}

function clientEncoding(losses: LossList): BlockEncoding {
  return { losses, ids: createCallIds(), names: new Map(), side: "client", cachePoints: false };
}
