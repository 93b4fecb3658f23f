import { ANSWER_WRITTEN } from "../chat/answer-members.ts";
import { answerId } from "../chat/answer-id.ts";
import { withKeptFields } from "../chat/body-fields.ts";
import type { ChatAnswer, ChatChoice } from "../chat/chat-answer.ts";
import type { Encoded, EncodeContext } from "../chat/chat-format.ts";
import { createLossList } from "../chat/chat-loss.ts";
import type { LossList } from "../chat/chat-loss.ts";
import type { AudioPart, ImagePart, ToolCallPart } from "../chat/chat-part.ts";
import { urlFromSource } from "../chat/media-source.ts";
import type { ChatRequest } from "../chat/chat-request.ts";
import type { Fields } from "../reported-usage.ts";
import { spokenMediaType } from "./openai-chat-answer-parts.ts";
import {
  bareContent,
  encodeAnnotations,
  encodeCalls,
  encodeLegacyCall,
  encodeRefusals,
  encodeTextSignature,
  encodeThoughts,
} from "./openai-chat-assistant-fields.ts";
import { encodePlacedContent } from "./openai-chat-content-encoder.ts";
import type { Placed } from "./openai-chat-content-encoder.ts";
import { encodeFinish, finishSigns } from "./openai-chat-finish.ts";
import { encodeLogprobs } from "./openai-chat-logprobs.ts";
import { sortParts, tellOrder, textsOf } from "./openai-chat-sorted-parts.ts";
import type { SortedParts } from "./openai-chat-sorted-parts.ts";
import { encodeUsage } from "./openai-chat-usage.ts";

const DIALECT = "openai-chat";

const CHOICE_WRITTEN = new Set(["index", "parts", "finish", "logprobs", "extensions"]);

/** A whole answer for a client. */
export function encodeOpenAiChatAnswer(answer: ChatAnswer, { request }: EncodeContext): Encoded {
  const losses = createLossList();
  losses.unwritten("", answer, ANSWER_WRITTEN, DIALECT);
  const { usage, serviceTier } = answer;
  const body = {
    id: answerId("chatcmpl-", answer.id),
    object: "chat.completion",
    created: answer.createdAtSeconds,
    model: answer.model,
    choices: answer.choices.map((choice, place) =>
      encodeChoice(choice, `choices[${place}]`, request, losses),
    ),
    ...(usage && { usage: encodeUsage(usage, losses) }),
    ...(serviceTier !== undefined && { service_tier: serviceTier }),
  };
  const kept = losses.extensions("", answer.extensions, DIALECT);
  return { body: withKeptFields(body, kept), losses: losses.list() };
}

function encodeChoice(choice: ChatChoice, path: string, request: ChatRequest, losses: LossList): Fields {
  losses.unwritten(path, choice, CHOICE_WRITTEN, DIALECT);
  const { index, parts, finish, logprobs } = choice;
  const word = encodeFinish(finish, finishSigns(parts), `${path}.finish`, losses);
  const sorted = sortParts(parts, `${path}.parts`, losses);
  const isLegacyCall = request.legacyFunctions === true && sorted.calls.length > 0;
  const body = {
    index,
    message: encodeMessage(sorted, `${path}.parts`, request, losses),
    logprobs: logprobs ? encodeLogprobs(logprobs) : null,
    finish_reason: isLegacyCall && word === "tool_calls" ? "function_call" : word,
  };
  return withKeptFields(body, losses.extensions(path, choice.extensions, DIALECT));
}

function encodeMessage(sorted: SortedParts, path: string, request: ChatRequest, losses: LossList): Fields {
  const { calls, refusals, sounds, images } = sorted;
  const content = encodeAnswerContent(sorted, path, losses);
  const isSilent = content === "" && calls.length + refusals.length + sounds.length > 0;
  return {
    role: "assistant",
    content: isSilent ? null : content,
    refusal: null,
    ...encodeRefusals(refusals, path, losses),
    ...encodeThoughts(sorted.thoughts, path, "reasoning_details", losses),
    ...encodeAnnotations(textsOf(sorted), losses),
    ...encodeTextSignature(textsOf(sorted), "reasoning_details", losses),
    ...encodeSpoken(sounds, request, losses),
    ...encodeImages(images, losses),
    ...encodeAnswerCalls(calls, request, losses),
  };
}

/** Clients read a text; an array is written only where the upstream of this dialect wrote one. */
function encodeAnswerContent(sorted: SortedParts, path: string, losses: LossList): string | Fields[] {
  const content = bareContent(sorted);
  if (sorted.content.some(({ part }) => part.type === "vendor"))
    return encodePlacedContent(content, {}, losses);
  if (content.length > 1) tellOrder(path, losses);
  return content
    .map(({ part, path: place }) => {
      losses.unwritten(place, part, TEXT_WRITTEN, DIALECT);
      return part.type === "text" ? part.text : "";
    })
    .join("");
}

const TEXT_WRITTEN = new Set(["type", "text"]);
const SPOKEN_WRITTEN = new Set(["type", "source", "id", "transcript", "expiresAtSeconds"]);

function encodeSpoken(sounds: readonly Placed<AudioPart>[], request: ChatRequest, losses: LossList): Fields {
  const [first, ...others] = sounds;
  for (const { path } of others) losses.leftOut(path, `${DIALECT} has place for one spoken answer`);
  if (first === undefined) return {};
  losses.unwritten(first.path, first.part, SPOKEN_WRITTEN, DIALECT);
  return { audio: spokenFields(first, request, losses) };
}

/** `audio` of a message, or a piece of it. */
export function spokenFields(
  { part, path }: Placed<AudioPart>,
  request: ChatRequest,
  losses: LossList,
): Fields {
  const { source, id, transcript, expiresAtSeconds } = part;
  const isInline = source?.kind === "inline";
  if (source && !isInline) losses.leftOut(`${path}.source`, `${DIALECT} writes sounds into the answer`);
  if (isInline && source.mediaType !== spokenMediaType(request))
    losses.leftOut(`${path}.source.mediaType`, "answers do not tell it");
  return {
    ...(id !== undefined && { id }),
    ...(isInline && { data: source.base64 }),
    ...(transcript !== undefined && { transcript }),
    ...(expiresAtSeconds !== undefined && { expires_at: expiresAtSeconds }),
  };
}

const IMAGE_WRITTEN = new Set(["type", "source"]);

function encodeImages(images: readonly Placed<ImagePart>[], losses: LossList): Fields {
  const written = images.flatMap((image) => encodeImage(image, losses));
  return written.length > 0 ? { images: written } : {};
}

/** A picture of the model's as OpenRouter has it; none for those that only their vendor can fetch. */
export function encodeImage({ part, path }: Placed<ImagePart>, losses: LossList): Fields[] {
  const url = urlFromSource(part.source);
  if (url === undefined) {
    losses.leftOut(path, `${DIALECT} has no place for pictures that a vendor keeps`);
    return [];
  }
  losses.unwritten(path, part, IMAGE_WRITTEN, DIALECT);
  return [{ type: "image_url", image_url: { url } }];
}

function encodeAnswerCalls(
  calls: readonly Placed<ToolCallPart>[],
  { legacyFunctions }: ChatRequest,
  losses: LossList,
): Fields {
  const [first, ...others] = calls;
  if (first === undefined || !legacyFunctions) return encodeCalls(calls, "reasoning_details", losses);
  for (const { path } of others) losses.leftOut(path, "functions are called one at a time");
  losses.changed(`${first.path}.id`, "calls of functions have no ids");
  return encodeLegacyCall(first, losses);
}
