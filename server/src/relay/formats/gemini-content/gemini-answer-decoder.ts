import { isObject } from "@tollgate/contract/json-object";
import { usageWithToolCalls } from "../../../pricing/usage.ts";
import type { Usage } from "../../../pricing/usage.ts";
import { keptFields } from "../chat/body-fields.ts";
import type { ChatAnswer, ChatChoice } from "../chat/chat-answer.ts";
import { FormatError } from "../chat/chat-error.ts";
import type { DecodeContext } from "../chat/chat-format.ts";
import type { AssistantPart } from "../chat/chat-part.ts";
import { derivedCallId } from "../chat/tool-calls.ts";
import { findGeminiUsage, geminiToolCalls, usageFromGemini } from "../gemini/gemini-usage.ts";
import { fieldsOf, objectsIn, textOf } from "../reported-usage.ts";
import type { Fields } from "../reported-usage.ts";
import { createByteOffsets } from "./byte-offsets.ts";
import { blockedFinish, hasCalls, readFinish } from "./gemini-finish.ts";
import { readGrounding } from "./gemini-grounding.ts";
import { readLogprobs } from "./gemini-logprobs.ts";
import { decodePartLeniently, joinPieces } from "./gemini-part-decoder.ts";
import type { PartContext } from "./gemini-part-decoder.ts";
import { sharedTier } from "./gemini-service-tier.ts";

const DIALECT = "gemini";
const ANSWER_KNOWN = new Set(["candidates", "usageMetadata", "modelVersion", "responseId"]);
const CHOICE_KNOWN = new Set([
  "index",
  "content",
  "finishReason",
  "finishMessage",
  "logprobsResult",
  "groundingMetadata",
]);

/** A `GenerateContentResponse`. Throws FormatError when it is none. */
export function decodeGeminiAnswer(body: unknown, context: DecodeContext): ChatAnswer {
  if (!isObject(body)) throw new FormatError("body", "it must be an object");
  if (isObject(body["error"])) throw new FormatError("error", "it is an error under a status of success");
  const candidates = objectsIn(body["candidates"]);
  const blocked = blockedFinish(fieldsOf(body["promptFeedback"]));
  if (candidates.length === 0 && !blocked) throw new FormatError("candidates", "there are none");
  const parts = partContext(context);
  const usage = readUsage(body);
  const rawUsage = findGeminiUsage(body) ?? undefined;
  return {
    ...answerHead(body, context),
    choices:
      candidates.length === 0 && blocked
        ? [{ index: 0, parts: [], finish: blocked }]
        : candidates.map((candidate, place) => decodeCandidate(candidate, place, parts)),
    ...(usage && { usage }),
    ...(rawUsage !== undefined && { rawUsage }),
  };
}

/** What an answer says of itself, whole or at the beginning of a stream. */
export function answerHead(body: Fields, context: DecodeContext) {
  const extensions = keptFields(body, ANSWER_KNOWN, DIALECT);
  const serviceTier = sharedTier(textOf(fieldsOf(body["usageMetadata"])["serviceTier"]));
  return {
    id: textOf(body["responseId"]) || context.requestId,
    createdAtSeconds: context.createdAtSeconds,
    model: textOf(body["modelVersion"]) || context.model,
    ...(serviceTier !== undefined && { serviceTier }),
    ...(extensions && { extensions }),
  };
}

/** Ids for calls of one answer, and which of the request's tools take plain text. */
export function partContext({ requestId, request }: DecodeContext): PartContext {
  let calls = 0;
  return {
    newCallId: () => derivedCallId(requestId, calls++),
    customTools: new Set(
      (request?.tools ?? []).flatMap(({ type, name }) => (type === "custom" ? [name] : [])),
    ),
  };
}

/** What a candidate says beside its content. */
export function candidateExtensions(candidate: Fields) {
  return keptFields(candidate, CHOICE_KNOWN, DIALECT);
}

/** The usage in an answer or a chunk, its billed searches included. */
function readUsage(message: Fields): Usage | undefined {
  const usage = usageFromGemini(findGeminiUsage(message));
  return usage && usageWithToolCalls(usage, geminiToolCalls(message));
}

function decodeCandidate(candidate: Fields, place: number, context: PartContext): ChatChoice {
  const { index, content, logprobsResult, groundingMetadata } = candidate;
  const written = fieldsOf(content)["parts"];
  // Places of citations count the parts as they were written.
  const said = (Array.isArray(written) ? written : []).map((part) => decodePartLeniently(part, context));
  const parts = joinPieces(annotate(said, groundingMetadata).filter((part) => part !== undefined));
  const tokens = readLogprobs(logprobsResult);
  const extensions = candidateExtensions(candidate);
  return {
    index: typeof index === "number" ? index : place,
    parts,
    finish: readFinish(candidate, hasCalls(parts)),
    ...(tokens.length > 0 && { logprobs: { text: tokens } }),
    ...(extensions && { extensions }),
  };
}

type SaidParts = readonly (AssistantPart | undefined)[];

function annotate(parts: SaidParts, metadata: unknown): SaidParts {
  if (!isObject(metadata)) return parts;
  const texts = parts.flatMap((part, index) =>
    part?.type === "text" ? [{ part: index, offsets: createByteOffsets(part.text) }] : [],
  );
  const found = readGrounding(metadata, texts);
  return parts.map((part, index) => {
    const annotations = found.find(({ text }) => text.part === index)?.annotations;
    return part?.type === "text" && annotations ? { ...part, annotations } : part;
  });
}
