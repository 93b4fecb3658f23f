import { withKeptFields } from "../chat/body-fields.ts";
import type { LossList } from "../chat/chat-loss.ts";
import type { ContentPart, ReasoningPart, RefusalPart, TextPart, ToolCallPart } from "../chat/chat-part.ts";
import type { OpenAiChatTarget } from "../chat/chat-target.ts";
import type { Fields } from "../reported-usage.ts";
import { encodeAnnotation } from "./openai-chat-annotations.ts";
import { signatureFields, writeToolCall } from "./openai-chat-calls.ts";
import type { Placed } from "./openai-chat-content-encoder.ts";
import { needsDetails, reasoningDetails } from "./openai-chat-reasoning-details.ts";
import { tellOrder } from "./openai-chat-sorted-parts.ts";
import type { SortedParts } from "./openai-chat-sorted-parts.ts";

/*
 * The fields of an assistant's message that are the same in a request and in an answer.
 */

const DIALECT = "openai-chat";

export type ThoughtField = NonNullable<OpenAiChatTarget["thoughts"]>;

/** Texts as parts of `content`: what stands beside them in the message is taken off. */
export function bareContent({ content }: SortedParts): Placed<ContentPart>[] {
  return content.map(({ part, path }) => {
    if (part.type !== "text") return { part, path };
    const { annotations: _annotations, signature: _signature, ...bare } = part;
    return { part: bare, path };
  });
}

/** Annotations of all texts, their places counted from the beginning of the first. */
export function encodeAnnotations(texts: readonly Placed<TextPart>[], losses: LossList): Fields {
  let from = 0;
  const annotations = texts.flatMap(({ part, path }) => {
    const start = from;
    from += part.text.length;
    return (part.annotations ?? []).flatMap((annotation, index) => {
      const encoded = encodeAnnotation(annotation, start, from, `${path}.annotations[${index}]`, losses);
      return encoded ? [encoded] : [];
    });
  });
  return annotations.length > 0 ? { annotations } : {};
}

/** The last text's signature; earlier ones have no place. */
export function encodeTextSignature(
  texts: readonly Placed<TextPart>[],
  field: ThoughtField,
  losses: LossList,
): Fields {
  const last = texts.at(-1);
  const signature = sendsSeals(field) ? last?.part.signature : undefined;
  for (const { part, path } of texts)
    if (part.signature && part.signature !== signature)
      losses.leftOut(`${path}.signature`, "it has no place here");
  return signature ? signatureFields(signature) : {};
}

function sendsSeals(field: ThoughtField): boolean {
  return field === "reasoning_details";
}

const REFUSAL_WRITTEN = new Set(["type", "text"]);

export function encodeRefusals(
  refusals: readonly Placed<RefusalPart>[],
  path: string,
  losses: LossList,
): Fields {
  if (refusals.length === 0) return {};
  if (refusals.length > 1) tellOrder(path, losses);
  for (const { part, path: place } of refusals) losses.unwritten(place, part, REFUSAL_WRITTEN, DIALECT);
  return { refusal: refusals.map(({ part }) => part.text).join("") };
}

const THOUGHT_WRITTEN = new Set(["type", "text", "id", "isSummary", "signature", "encrypted"]);
const THOUGHT_TEXT_WRITTEN = new Set(["type", "text"]);

/** Thoughts in the field that the receiver reads. */
export function encodeThoughts(
  thoughts: readonly Placed<ReasoningPart>[],
  path: string,
  field: ThoughtField,
  losses: LossList,
): Fields {
  if (thoughts.length === 0) return {};
  if (field === "none") {
    for (const { path: place } of thoughts) losses.leftOut(place, "this upstream takes no thoughts back");
    return {};
  }
  const written = field === "reasoning_details" ? THOUGHT_WRITTEN : THOUGHT_TEXT_WRITTEN;
  for (const { part, path: place } of thoughts) losses.unwritten(place, part, written, DIALECT);
  const parts = thoughts.map(({ part }) => part);
  const text = parts.map((part) => part.text).join("");
  if (field !== "reasoning_details") {
    if (parts.length > 1) tellOrder(path, losses);
    return text === "" ? {} : { [field]: text };
  }
  return {
    ...(text !== "" && { reasoning_content: text }),
    ...(needsDetails(parts) && { reasoning_details: parts.flatMap(reasoningDetails) }),
  };
}

const CALL_WRITTEN = new Set(["type", "id", "name", "arguments", "isCustom", "signature", "extensions"]);

export function encodeCalls(
  calls: readonly Placed<ToolCallPart>[],
  field: ThoughtField,
  losses: LossList,
): Fields {
  if (calls.length === 0) return {};
  return {
    tool_calls: calls.map(({ part, path }) => {
      losses.unwritten(path, part, CALL_WRITTEN, DIALECT);
      const { signature, ...bare } = part;
      if (signature && !sendsSeals(field))
        losses.leftOut(`${path}.signature`, "this upstream takes no signatures");
      return withKeptFields(
        writeToolCall(sendsSeals(field) ? part : bare),
        losses.extensions(path, part.extensions, DIALECT),
      );
    }),
  };
}

const LEGACY_WRITTEN = new Set(["type", "id", "name", "arguments"]);

/** A call in OpenAI's oldest spelling, which has no ids. */
export function encodeLegacyCall({ part, path }: Placed<ToolCallPart>, losses: LossList): Fields {
  losses.unwritten(path, part, LEGACY_WRITTEN, DIALECT);
  return { function_call: { name: part.name, arguments: part.arguments } };
}
