import { ANSWER_WRITTEN } from "../chat/answer-members.ts";
import { withKeptFields } from "../chat/body-fields.ts";
import { answerId } from "../chat/answer-id.ts";
import type { ChatAnswer } from "../chat/chat-answer.ts";
import type { Encoded } from "../chat/chat-format.ts";
import { createLossList } from "../chat/chat-loss.ts";
import type { LossList } from "../chat/chat-loss.ts";
import type { AssistantPart, TextPart, ToolCallPart } from "../chat/chat-part.ts";
import type { Seal } from "../chat/chat-seal.ts";
import type { Fields } from "../reported-usage.ts";
import { withFirstKept } from "./anthropic-block-encoder.ts";
import { encodeCitation } from "./anthropic-citations.ts";
import { encodeFinish } from "./anthropic-finish.ts";
import { writeAnswerTier } from "./anthropic-service-tier.ts";
import { encodeThoughtForClient, signatureBlock } from "./anthropic-thoughts.ts";
import { encodeInput } from "./anthropic-tool-call.ts";
import { encodeUsage, reportUsageLosses } from "./anthropic-usage-encoder.ts";

const DIALECT = "anthropic";
const CHOICE_WRITTEN = new Set(["index", "parts", "finish", "extensions"]);

/** A whole message for a client. Never throws. */
export function encodeAnthropicAnswer(answer: ChatAnswer): Encoded {
  const losses = createLossList();
  losses.unwritten("", answer, ANSWER_WRITTEN, DIALECT);
  const [choice, ...others] = answer.choices;
  for (const index of others.keys()) losses.leftOut(`choices[${index + 1}]`, `${DIALECT} gives one answer`);
  if (choice) losses.unwritten("choices[0]", choice, CHOICE_WRITTEN, DIALECT);
  const parts = choice?.parts ?? [];
  const content = parts.flatMap((part, index) => encodePart(part, `choices[0].parts[${index}]`, losses));
  const finish = encodeFinish(choice ?? { finish: { reason: "other" } }, losses);
  reportUsageLosses(answer.usage, losses);
  const body = {
    ...messageHead(answer),
    content,
    ...finish.stop,
    ...finish.end,
    usage: { ...encodeUsage(answer.usage), ...writeAnswerTier(answer.serviceTier, losses) },
  };
  return {
    body: withKeptFields(body, losses.extensions("", answer.extensions, DIALECT)),
    losses: losses.list(),
  };
}

/** The fields that a message begins with. */
export function messageHead({ id, model }: Pick<ChatAnswer, "id" | "model">): Fields {
  return { id: answerId("msg_", id), type: "message", role: "assistant", model };
}

const TEXT_WRITTEN = new Set(["type", "text", "annotations", "signature", "extensions"]);
const CALL_WRITTEN = new Set(["type", "id", "name", "arguments", "isCustom", "signature", "extensions"]);

function encodePart(part: AssistantPart, path: string, losses: LossList): Fields[] {
  switch (part.type) {
    case "text":
      losses.unwritten(path, part, TEXT_WRITTEN, DIALECT);
      return withSignature(encodeText(part, path, losses), part.signature, path, losses);
    case "tool-call":
      losses.unwritten(path, part, CALL_WRITTEN, DIALECT);
      return withSignature([encodeCall(part, path, losses)], part.signature, path, losses);
    case "reasoning":
      return withFirstKept(
        encodeThoughtForClient(part, path, losses),
        losses.extensions(path, part.extensions, DIALECT),
      );
    case "refusal":
      losses.changed(path, `a refusal is a text at ${DIALECT}`);
      return encodeText({ type: "text", text: part.text }, path, losses);
    case "audio":
      if (part.transcript === undefined) break;
      losses.changed(path, `${DIALECT} gets the transcript of what was spoken`);
      return encodeText({ type: "text", text: part.transcript }, path, losses);
    case "vendor":
      if (part.dialect === DIALECT) return [part.raw];
      losses.leftOut(path, `only ${part.dialect} has this part`);
      return [];
    default:
      break;
  }
  losses.leftOut(path, `${DIALECT} has no place for ${part.type} in an answer`);
  return [];
}

/** An empty text would come back with the history, and the vendor refuses it. */
function encodeText({ text, annotations, extensions }: TextPart, path: string, losses: LossList): Fields[] {
  const citations = (annotations ?? []).flatMap((annotation, index) => {
    const citation = encodeCitation(annotation, `${path}.annotations[${index}]`, "client", losses);
    return citation ? [citation] : [];
  });
  if (text === "" && citations.length === 0) return [];
  const body = { type: "text", text, ...(citations.length > 0 && { citations }) };
  return [withKeptFields(body, losses.extensions(path, extensions, DIALECT))];
}

function encodeCall(part: ToolCallPart, path: string, losses: LossList): Fields {
  const { id, name, extensions } = part;
  const body = { type: "tool_use", id, name, input: encodeInput(part, path, losses) };
  return withKeptFields(body, losses.extensions(path, extensions, DIALECT));
}

function withSignature(
  blocks: readonly Fields[],
  signature: Seal | undefined,
  path: string,
  losses: LossList,
): Fields[] {
  return signature ? [...blocks, ...carried(signature, blocks.length > 0, path, losses)] : [...blocks];
}

/** Another vendor's signature of a text or a call, as the hidden thought that follows its block, if there is one. */
export function carried(signature: Seal, hasBlock: boolean, path: string, losses: LossList): Fields[] {
  const block = signatureBlock(signature);
  if (block === undefined) losses.leftOut(`${path}.signature`, `${DIALECT} has no place for it`);
  else if (!hasBlock) losses.changed(path, "it is empty but for a signature");
  return block ? [block] : [];
}
