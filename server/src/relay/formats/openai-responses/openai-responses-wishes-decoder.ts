import { failField, flagField, objectField, plainField, textField, wordField } from "../chat/body-fields.ts";
import type { BodyObject } from "../chat/body-fields.ts";
import type { ChatRequest } from "../chat/chat-request.ts";

/** `text.format`, which is flat here, and `text.verbosity`. Throws FormatError. */
export function decodeTextWishes(body: BodyObject): Pick<ChatRequest, "outputForm" | "verbosity"> {
  const text = objectField(body, "text");
  if (text === undefined) return {};
  const verbosity = wordField(text, "verbosity", ["low", "medium", "high"]);
  const outputForm = decodeForm(objectField(text, "format"));
  return { ...(outputForm && { outputForm }), ...(verbosity !== undefined && { verbosity }) };
}

function decodeForm(format: BodyObject | undefined): ChatRequest["outputForm"] {
  if (format === undefined) return undefined;
  const type =
    wordField(format, "type", ["text", "json_object", "json_schema"]) ??
    failField(format, "type", "it is required");
  if (type === "text") return { type };
  if (type === "json_object") return { type: "json" };
  const schema = plainField(format, "schema") ?? failField(format, "schema", "it is required");
  const name = textField(format, "name");
  const description = textField(format, "description");
  const isStrict = flagField(format, "strict");
  return {
    type: "schema",
    schema,
    ...(name !== undefined && { name }),
    ...(description !== undefined && { description }),
    ...(isStrict !== undefined && { isStrict }),
  };
}

/** `reasoning`. Throws FormatError. */
export function decodeReasoningWish(body: BodyObject): ChatRequest["reasoning"] {
  const wish = objectField(body, "reasoning");
  if (wish === undefined) return undefined;
  const effort = wordField(wish, "effort", ["none", "minimal", "low", "medium", "high", "xhigh", "max"]);
  // The older name of `summary`.
  const older = wordField(wish, "generate_summary", ["auto", "concise", "detailed"]);
  const summary = wordField(wish, "summary", ["auto", "concise", "detailed"]) ?? older;
  if (effort === undefined && summary === undefined) return undefined;
  return {
    ...(effort === "none" && { mode: "off" as const }),
    ...(effort !== undefined && effort !== "none" && { effort }),
    ...(summary !== undefined && { summary }),
  };
}
