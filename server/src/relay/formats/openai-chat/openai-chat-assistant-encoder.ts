import type { LossList } from "../chat/chat-loss.ts";
import type {
  AssistantPart,
  AudioPart,
  ContentPart,
  ReasoningPart,
  TextPart,
  ToolCallPart,
} from "../chat/chat-part.ts";
import { withKeptFields } from "../chat/body-fields.ts";
import type { OpenAiChatTarget } from "../chat/chat-target.ts";
import type { Fields } from "../reported-usage.ts";
import { encodeAnnotation } from "./openai-chat-annotations.ts";
import { signatureFields, writeToolCall } from "./openai-chat-calls.ts";
import { encodeContent } from "./openai-chat-content-encoder.ts";
import { needsDetails, reasoningDetails } from "./openai-chat-reasoning-details.ts";

const DIALECT = "openai-chat";

/** An assistant's part and where it stands. */
export interface Placed<Part> {
  readonly part: Part;
  readonly path: string;
}

/** An assistant's parts by what this dialect keeps them in, each kind in its order. */
export interface SortedParts {
  readonly thoughts: Placed<ReasoningPart>[];
  readonly texts: Placed<TextPart>[];
  readonly refusals: string[];
  readonly sounds: Placed<AudioPart>[];
  readonly images: Placed<Extract<AssistantPart, { type: "image" }>>[];
  readonly calls: Placed<ToolCallPart>[];
}

const RANKS: Readonly<Record<AssistantPart["type"], number>> = {
  reasoning: 0,
  text: 1,
  refusal: 2,
  audio: 3,
  image: 4,
  vendor: 5,
  video: 5,
  file: 5,
  "tool-call": 6,
};

/** Tells an order that the dialect cannot keep, and parts for which it has no place. */
export function sortParts(parts: readonly AssistantPart[], path: string, losses: LossList): SortedParts {
  const sorted: SortedParts = { thoughts: [], texts: [], refusals: [], sounds: [], images: [], calls: [] };
  let rank = 0;
  for (const [index, part] of parts.entries()) {
    if (RANKS[part.type] < rank) losses.changed(path, `${DIALECT} keeps thoughts, text and calls apart`);
    rank = Math.max(rank, RANKS[part.type]);
    sortPart(part, `${path}[${index}]`, sorted, losses);
  }
  return sorted;
}

function sortPart(part: AssistantPart, path: string, sorted: SortedParts, losses: LossList): void {
  switch (part.type) {
    case "reasoning":
      sorted.thoughts.push({ part, path });
      break;
    case "text":
      sorted.texts.push({ part, path });
      break;
    case "refusal":
      sorted.refusals.push(part.text);
      break;
    case "audio":
      sorted.sounds.push({ part, path });
      break;
    case "image":
      sorted.images.push({ part, path });
      break;
    case "tool-call":
      sorted.calls.push({ part, path });
      break;
    default:
      losses.leftOut(path, `${DIALECT} has no place for it in an answer`);
  }
}

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
  for (const { path: imagePath } of sorted.images)
    losses.leftOut(imagePath, `${DIALECT} has no place for pictures of the model's in a request`);
  const content = encodeTexts(sorted.texts, target, losses);
  const isSilent = content === "" && (sorted.calls.length > 0 || sorted.refusals.length > 0 || sorted.sounds.length > 0);
  return {
    role: "assistant",
    content: isSilent ? null : content,
    ...encodeThoughts(sorted.thoughts, target.thoughts ?? "reasoning_details", losses),
    ...encodeTextMarks(sorted.texts, target, losses),
    ...(sorted.refusals.length > 0 && { refusal: sorted.refusals.join("") }),
    ...encodeSpokenReference(sorted.sounds, losses),
    ...encodeCalls(sorted.calls, legacyFunctions, target, losses),
  };
}

function encodeTexts(
  texts: readonly Placed<TextPart>[],
  target: OpenAiChatTarget,
  losses: LossList,
): string | Fields[] {
  const bare: ContentPart[] = texts.map(({ part: { annotations: _, signature: __, ...part } }) => part);
  const path = texts[0]?.path.replace(/\[\d+\]$/, "") ?? "";
  return encodeContent(bare, path, target, losses);
}

/** Annotations, and the last text's signature; earlier ones have no place. */
function encodeTextMarks(
  texts: readonly Placed<TextPart>[],
  target: OpenAiChatTarget,
  losses: LossList,
): Fields {
  const annotations = encodeAnnotations(texts, losses);
  const signed = texts.filter(({ part }) => part.signature);
  const last = texts.at(-1);
  for (const { part, path } of signed)
    if (part !== last?.part || !sendsSeals(target)) losses.leftOut(`${path}.signature`, "it has no place here");
  const signature = sendsSeals(target) ? last?.part.signature : undefined;
  return { ...(annotations.length > 0 && { annotations }), ...(signature && signatureFields(signature)) };
}

export function encodeAnnotations(texts: readonly Placed<TextPart>[], losses: LossList): Fields[] {
  let from = 0;
  return texts.flatMap(({ part, path }) => {
    const start = from;
    from += part.text.length;
    return (part.annotations ?? []).flatMap((annotation, index) => {
      const encoded = encodeAnnotation(annotation, start, from, `${path}.annotations[${index}]`, losses);
      return encoded ? [encoded] : [];
    });
  });
}

function sendsSeals({ thoughts = "reasoning_details" }: OpenAiChatTarget): boolean {
  return thoughts === "reasoning_details";
}

const THOUGHT_WRITTEN = new Set(["type", "text", "id", "isSummary", "signature", "encrypted"]);
const THOUGHT_TEXT_WRITTEN = new Set(["type", "text"]);

/** Thoughts in the field that the receiver reads. */
export function encodeThoughts(
  thoughts: readonly Placed<ReasoningPart>[],
  field: NonNullable<OpenAiChatTarget["thoughts"]>,
  losses: LossList,
): Fields {
  if (thoughts.length === 0) return {};
  const parts = thoughts.map(({ part }) => part);
  for (const { part, path } of thoughts) {
    if (field === "none") losses.leftOut(path, "this upstream takes no thoughts back");
    else
      losses.unwritten(path, part, field === "reasoning_details" ? THOUGHT_WRITTEN : THOUGHT_TEXT_WRITTEN, DIALECT);
  }
  if (field === "none") return {};
  const text = parts.map((part) => part.text).join("");
  if (field !== "reasoning_details") return text === "" ? {} : { [field]: text };
  return {
    ...(text !== "" && { reasoning_content: text }),
    ...(needsDetails(parts) && { reasoning_details: parts.flatMap(reasoningDetails) }),
  };
}

const SPOKEN_WRITTEN = new Set(["type", "id"]);

/** Requests only refer to what was spoken; the vendor keeps it. */
function encodeSpokenReference(sounds: readonly Placed<AudioPart>[], losses: LossList): Fields {
  const known = sounds.findLast(({ part }) => part.id !== undefined);
  for (const { part, path } of sounds) {
    if (part !== known?.part) losses.leftOut(path, `${DIALECT} refers to one spoken answer by its id`);
    else losses.unwritten(path, part, SPOKEN_WRITTEN, DIALECT);
  }
  return known ? { audio: { id: known.part.id } } : {};
}

const CALL_WRITTEN = new Set(["type", "id", "name", "arguments", "isCustom", "signature", "extensions"]);

export function encodeCalls(
  calls: readonly Placed<ToolCallPart>[],
  legacyFunctions: boolean,
  target: OpenAiChatTarget,
  losses: LossList,
): Fields {
  const [first] = calls;
  if (first === undefined) return {};
  if (legacyFunctions && calls.length === 1) {
    const { name, arguments: text } = first.part;
    return { function_call: { name, arguments: text } };
  }
  return {
    tool_calls: calls.map(({ part, path }) => {
      losses.unwritten(path, part, CALL_WRITTEN, DIALECT);
      const { signature, ...bare } = part;
      if (signature && !sendsSeals(target)) losses.leftOut(`${path}.signature`, "this upstream takes no signatures");
      return withKeptFields(
        writeToolCall(sendsSeals(target) ? part : bare),
        losses.extensions(path, part.extensions, DIALECT),
      );
    }),
  };
}
