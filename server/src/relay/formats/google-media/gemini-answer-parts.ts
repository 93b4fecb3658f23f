import { fieldsOf, objectsIn, textOf } from "../reported-usage.ts";
import type { Fields } from "../reported-usage.ts";

/** A file within an answer of `generateContent`. */
export interface InlineFile {
  readonly mediaType: string;
  readonly base64: string;
}

/** The files that an answer of `generateContent` holds, without those of its thoughts. */
export function inlineFiles(body: Fields): readonly InlineFile[] {
  return partsOf(body).flatMap((part) => {
    const { mimeType, data } = fieldsOf(part["inlineData"]);
    const base64 = textOf(data);
    return base64 === "" || part["thought"] === true ? [] : [{ mediaType: textOf(mimeType), base64 }];
  });
}

/** Its text, without thoughts. */
export function answerText(body: Fields): string {
  return partsOf(body)
    .filter((part) => part["thought"] !== true)
    .map((part) => textOf(part["text"]))
    .join("");
}

/** Why an answer that should hold a file holds none, as far as Google says: often in the model's own words. */
export function refusalWithoutFile(body: Fields): string | undefined {
  return inlineFiles(body).length > 0 ? undefined : answerText(body) || ruleIn(body);
}

/** Why an answer that should hold a text holds none. */
export function refusalWithoutText(body: Fields): string | undefined {
  return answerText(body) === "" ? ruleIn(body) : undefined;
}

/** Which of Google's rules has ended an answer, or kept it from beginning. */
function ruleIn(body: Fields): string | undefined {
  const [candidate = {}] = objectsIn(body["candidates"]);
  const blocked = textOf(fieldsOf(body["promptFeedback"])["blockReason"]);
  const reason = textOf(candidate["finishReason"]);
  if (blocked !== "" || reason === "" || NO_RULES.has(reason)) return blocked || undefined;
  return textOf(candidate["finishMessage"]) || reason;
}

/** Ends that no rule has brought about: asked once more, the model may well answer. Source: https://ai.google.dev/api/generate-content#FinishReason */
const NO_RULES: ReadonlySet<string> = new Set([
  "FINISH_REASON_UNSPECIFIED",
  "STOP",
  "MAX_TOKENS",
  "OTHER",
  "NO_IMAGE",
  "MALFORMED_FUNCTION_CALL",
  "MALFORMED_RESPONSE",
]);

function partsOf(body: Fields): readonly Fields[] {
  return objectsIn(body["candidates"]).flatMap(({ content }) => objectsIn(fieldsOf(content)["parts"]));
}
