import { isObject } from "@tollgate/contract/json-object";
import { argumentsText, customToolNames, customToolText } from "../anthropic-messages/anthropic-tool-call.ts";
import { usageFromBedrock } from "../bedrock/bedrock-usage.ts";
import { keptFields } from "../chat/body-fields.ts";
import { FormatError } from "../chat/chat-error.ts";
import type { ChatAnswer } from "../chat/chat-answer.ts";
import type { DecodeContext } from "../chat/chat-format.ts";
import type { AssistantPart } from "../chat/chat-part.ts";
import { readSeal } from "../chat/chat-seal.ts";
import { derivedCallId } from "../chat/tool-calls.ts";
import { fieldsOf, objectsIn, textOf } from "../reported-usage.ts";
import type { Fields } from "../reported-usage.ts";
import { decodeFinish } from "./converse-finish.ts";

const DIALECT = "bedrock-converse";

/** Facts on the service's own work tell a client nothing. */
const KNOWN = new Set([
  "output",
  "stopReason",
  "usage",
  "metrics",
  "trace",
  "performanceConfig",
  "serviceTier",
]);

/** A whole answer of Converse. Throws FormatError when it is none. */
export function decodeConverseAnswer(body: unknown, context: DecodeContext): ChatAnswer {
  const answer = fieldsOf(body);
  const message = fieldsOf(answer["output"])["message"];
  if (isObject(answer["error"]))
    throw new FormatError("error", textOf(answer["error"]["message"]) || "it is an error, not an answer");
  if (!isObject(message) && textOf(answer["stopReason"]) === "")
    throw new FormatError("output", "it is required");
  const customTools = customToolNames(context.request);
  const parts = objectsIn(fieldsOf(message)["content"]).map((block, index) =>
    readBlock(block, index, context, customTools),
  );
  const usage = usageFromBedrock(answer["usage"]);
  const extensions = keptFields(answer, KNOWN, DIALECT);
  const serviceTier = tierOf(answer);
  return {
    id: context.requestId,
    createdAtSeconds: context.createdAtSeconds,
    model: context.model,
    choices: [
      {
        index: 0,
        parts: parts.filter((part) => part.type !== "text" || part.text !== ""),
        finish: decodeFinish(textOf(answer["stopReason"]), parts.at(-1)?.type === "tool-call"),
      },
    ],
    ...(usage && { usage }),
    ...(isObject(answer["usage"]) && { rawUsage: answer["usage"] }),
    ...(serviceTier !== "" && { serviceTier }),
    ...(extensions && { extensions }),
  };
}

/** The tier that an answer was given by. */
function tierOf(answer: Fields): string {
  return textOf(fieldsOf(answer["serviceTier"])["type"]);
}

function readBlock(
  block: Fields,
  index: number,
  { requestId }: DecodeContext,
  customTools: ReadonlySet<string>,
): AssistantPart {
  const { text, toolUse, reasoningContent } = block;
  if (typeof text === "string") return { type: "text", text };
  if (isObject(toolUse)) {
    const name = textOf(toolUse["name"]);
    const isCustom = customTools.has(name);
    const written = argumentsText(toolUse["input"]);
    return {
      type: "tool-call",
      id: textOf(toolUse["toolUseId"]) || derivedCallId(requestId, index),
      name,
      arguments: isCustom ? customToolText(written) : written,
      ...(isCustom && { isCustom }),
    };
  }
  if (isObject(reasoningContent)) {
    const { redactedContent, reasoningText } = reasoningContent;
    if (typeof redactedContent === "string")
      return { type: "reasoning", text: "", encrypted: readSeal(redactedContent, "bedrock") };
    const { text: thought, signature } = fieldsOf(reasoningText);
    return {
      type: "reasoning",
      text: textOf(thought),
      ...(textOf(signature) !== "" && { signature: readSeal(textOf(signature), "bedrock") }),
    };
  }
  return { type: "vendor", dialect: DIALECT, raw: block };
}
