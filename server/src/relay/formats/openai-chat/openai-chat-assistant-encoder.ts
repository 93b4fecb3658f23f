import type { LossList } from "../chat/chat-loss.ts";
import type { AssistantPart, AudioPart } from "../chat/chat-part.ts";
import type { OpenAiChatTarget } from "../chat/chat-target.ts";
import type { Fields } from "../reported-usage.ts";
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
import { sortParts, textsOf } from "./openai-chat-sorted-parts.ts";

const DIALECT = "openai-chat";

interface AssistantEncoding {
  readonly target: OpenAiChatTarget;
  readonly losses: LossList;
  readonly legacyFunctions: boolean;
}

/** An earlier turn of the model's, for an upstream. */
export function encodeAssistant(
  parts: readonly AssistantPart[],
  path: string,
  { target, losses, legacyFunctions }: AssistantEncoding,
): Fields {
  const sorted = sortParts(parts, path, losses);
  for (const { path: place } of sorted.images)
    losses.leftOut(place, `${DIALECT} has no place for pictures of the model's in a request`);
  const { calls, refusals, sounds } = sorted;
  const field = target.thoughts ?? "reasoning_details";
  const content = encodePlacedContent(bareContent(sorted), target, losses);
  const isSilent = content === "" && calls.length + refusals.length + sounds.length > 0;
  const [only] = calls;
  return {
    role: "assistant",
    content: isSilent ? null : content,
    ...encodeThoughts(sorted.thoughts, path, field, losses),
    ...encodeAnnotations(textsOf(sorted), losses),
    ...encodeTextSignature(textsOf(sorted), field, losses),
    ...encodeRefusals(refusals, path, losses),
    ...encodeSpokenReference(sounds, losses),
    ...(legacyFunctions && only !== undefined && calls.length === 1
      ? encodeLegacyCall(only, losses)
      : encodeCalls(calls, field, losses)),
  };
}

const SPOKEN_WRITTEN = new Set(["type", "id"]);

/** Requests only refer to what was spoken; the vendor keeps it. */
function encodeSpokenReference(sounds: readonly Placed<AudioPart>[], losses: LossList): Fields {
  const known = sounds.findLast(({ part }) => part.id !== undefined);
  for (const { part, path } of sounds) {
    if (part === known?.part) losses.unwritten(path, part, SPOKEN_WRITTEN, DIALECT);
    else losses.leftOut(path, `${DIALECT} refers to one spoken answer by its id`);
  }
  return known ? { audio: { id: known.part.id } } : {};
}
