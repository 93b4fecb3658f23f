import { ANSWER_WRITTEN } from "../chat/answer-members.ts";
import { withKeptFields } from "../chat/body-fields.ts";
import type { ChatAnswer, ChatChoice } from "../chat/chat-answer.ts";
import type { Encoded } from "../chat/chat-format.ts";
import { createLossList } from "../chat/chat-loss.ts";
import type { LossList } from "../chat/chat-loss.ts";
import { fieldsOf } from "../reported-usage.ts";
import type { Fields } from "../reported-usage.ts";
import { createByteOffsets } from "./byte-offsets.ts";
import { blockedFinish, hasCalls, writeFinish } from "./gemini-finish.ts";
import { writeGrounding } from "./gemini-grounding.ts";
import type { PlacedAnnotation } from "./gemini-grounding.ts";
import { writeLogprobs } from "./gemini-logprobs.ts";
import { encodePart, tellJoined } from "./gemini-part-encoder.ts";
import { writeTier } from "./gemini-service-tier.ts";
import { writeUsage } from "./gemini-usage-writer.ts";

const DIALECT = "gemini";

/** A `GenerateContentResponse` for a client. Never throws. */
export function encodeGeminiAnswer(answer: ChatAnswer): Encoded {
  const losses = createLossList();
  losses.unwritten("", answer, ANSWER_WRITTEN, DIALECT);
  const { id, model, choices, usage, serviceTier, extensions } = answer;
  const kept = losses.extensions("", extensions, DIALECT);
  const tier = usage && writeTier(serviceTier, losses);
  if (!usage && serviceTier !== undefined) losses.leftOut("serviceTier", "gemini tells it with the usage");
  const body = {
    ...(!isBlocked(choices, kept) && {
      candidates: choices.map((choice, index) => encodeChoice(choice, `choices[${index}]`, losses)),
    }),
    ...(usage && {
      usageMetadata: { ...writeUsage(usage, losses), ...(tier !== undefined && { serviceTier: tier }) },
    }),
    modelVersion: model,
    responseId: id,
  };
  return { body: withKeptFields(body, kept), losses: losses.list() };
}

/** A prompt that Google refused has feedback and no candidates. */
function isBlocked(choices: readonly Pick<ChatChoice, "parts">[], kept: Fields | undefined): boolean {
  return (
    blockedFinish(fieldsOf(kept?.["promptFeedback"])) !== undefined &&
    choices.every(({ parts }) => parts.length === 0)
  );
}

const CHOICE_WRITTEN = new Set(["index", "parts", "finish", "logprobs", "extensions"]);

function encodeChoice(choice: ChatChoice, path: string, losses: LossList): Fields {
  losses.unwritten(path, choice, CHOICE_WRITTEN, DIALECT);
  const { index, finish, logprobs } = choice;
  const { parts, placed } = encodeParts(choice, path, losses);
  const groundingMetadata = writeGrounding(placed, losses);
  if (logprobs?.refusal) losses.leftOut(`${path}.logprobs.refusal`, "gemini has them of its text only");
  const body = {
    content: { parts, role: "model" },
    ...writeFinish(finish, hasCalls(choice.parts), `${path}.finish`, losses),
    index,
    ...(groundingMetadata && { groundingMetadata }),
    ...(logprobs?.text && { logprobsResult: writeLogprobs(logprobs.text, `${path}.logprobs.text`, losses) }),
  };
  return withKeptFields(body, losses.extensions(path, choice.extensions, DIALECT));
}

function encodeParts(choice: ChatChoice, path: string, losses: LossList) {
  const parts: Fields[] = [];
  const placed: PlacedAnnotation[] = [];
  tellJoined(choice.parts, `${path}.parts`, losses);
  for (const [index, part] of choice.parts.entries()) {
    const partPath = `${path}.parts[${index}]`;
    const encoded = encodePart(part, partPath, { losses, reader: "client" });
    if (encoded === undefined) continue;
    if (part.type === "text") {
      const text = { part: parts.length, offsets: createByteOffsets(part.text) };
      for (const [place, annotation] of (part.annotations ?? []).entries())
        placed.push({
          annotation,
          path: `${partPath}.annotations[${place}]`,
          text,
          from: 0,
          to: part.text.length,
        });
    }
    parts.push(encoded);
  }
  return { parts, placed };
}
