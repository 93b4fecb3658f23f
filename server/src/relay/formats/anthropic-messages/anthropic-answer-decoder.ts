import { isObject } from "@tollgate/contract/json-object";
import { FormatError } from "../chat/chat-error.ts";
import type { ChatAnswer } from "../chat/chat-answer.ts";
import type { DecodeContext } from "../chat/chat-format.ts";
import type { AssistantPart, ToolCallPart } from "../chat/chat-part.ts";
import { derivedCallId } from "../chat/tool-calls.ts";
import { fieldsOf, objectsIn, textOf } from "../reported-usage.ts";
import type { Fields } from "../reported-usage.ts";
import { usageFromAnthropic } from "../anthropic/anthropic-usage.ts";
import { decodeCitations } from "./anthropic-citations.ts";
import { isDirect } from "./anthropic-content-decoder.ts";
import { decodeFinish, isEndField } from "./anthropic-finish.ts";
import { sharedTier } from "./anthropic-service-tier.ts";
import { readHiddenThought, readThought, signParts } from "./anthropic-thoughts.ts";
import { argumentsText, customToolNames, customToolText } from "./anthropic-tool-call.ts";

const DIALECT = "anthropic";

/** A whole message. Throws FormatError when it is none. */
export function decodeAnthropicAnswer(body: unknown, context: DecodeContext): ChatAnswer {
  const message = fieldsOf(body);
  if (isObject(message["error"]))
    throw new FormatError("error", textOf(message["error"]["message"]) || "it is an error, not an answer");
  const content = message["content"];
  if (!Array.isArray(content) && textOf(message["stop_reason"]) === "")
    throw new FormatError("content", "it is required");
  const customTools = customToolNames(context.request);
  const parts = signParts(
    objectsIn(content).map((block, index) => readBlock(block, index, context, customTools)),
  );
  const usage = usageFromAnthropic(message["usage"]);
  return {
    ...decodeHead(message, context),
    choices: [
      {
        index: 0,
        parts: parts.filter(hasText),
        ...decodeFinish(message, parts.at(-1)?.type === "tool-call"),
      },
    ],
    ...(usage && { usage }),
    ...(isObject(message["usage"]) && { rawUsage: message["usage"] }),
  };
}

const HEAD_KNOWN = new Set([
  "id",
  "type",
  "role",
  "model",
  "content",
  "stop_reason",
  "stop_sequence",
  "stop_details",
  "usage",
]);

type Head = Pick<ChatAnswer, "id" | "createdAtSeconds" | "model" | "serviceTier" | "extensions">;

/** What a message says at its beginning, whole or in `message_start`. */
export function decodeHead(message: Fields, { requestId, createdAtSeconds, model }: DecodeContext): Head {
  const serviceTier = textOf(fieldsOf(message["usage"])["service_tier"]);
  const unknown = Object.entries(message).filter(
    ([name, value]) => !HEAD_KNOWN.has(name) && !isEndField(name) && value !== null,
  );
  return {
    id: textOf(message["id"]) || requestId,
    createdAtSeconds,
    model: textOf(message["model"]) || model,
    ...(serviceTier !== "" && { serviceTier: sharedTier(serviceTier) }),
    ...(unknown.length > 0 && { extensions: { dialect: DIALECT, fields: Object.fromEntries(unknown) } }),
  };
}

function hasText(part: AssistantPart): boolean {
  return part.type !== "text" || part.text !== "" || Boolean(part.annotations ?? part.signature);
}

/** One block of an answer, however much of it is there. */
function readBlock(
  block: Fields,
  index: number,
  context: DecodeContext,
  customTools: ReadonlySet<string>,
): AssistantPart {
  switch (block["type"]) {
    case "text":
      return { type: "text", text: textOf(block["text"]), ...decodeCitations(block["citations"]) };
    case "thinking":
      return readThought(block);
    case "redacted_thinking":
      return readHiddenThought(block);
    case "tool_use":
      return readToolUse(block, index, context, customTools);
    default:
      return { type: "vendor", dialect: DIALECT, raw: block };
  }
}

const CALL_KNOWN = new Set(["type", "id", "name", "input"]);

function readToolUse(
  block: Fields,
  index: number,
  { requestId }: DecodeContext,
  customTools: ReadonlySet<string>,
): ToolCallPart {
  const name = textOf(block["name"]);
  const isCustom = customTools.has(name);
  const text = argumentsText(block["input"]);
  const unknown = Object.entries(block).filter(
    ([key, value]) => !CALL_KNOWN.has(key) && value !== null && !(key === "caller" && isDirect(value)),
  );
  return {
    type: "tool-call",
    id: textOf(block["id"]) || derivedCallId(requestId, index),
    name,
    arguments: isCustom ? customToolText(text) : text,
    ...(isCustom && { isCustom }),
    ...(unknown.length > 0 && { extensions: { dialect: DIALECT, fields: Object.fromEntries(unknown) } }),
  };
}
