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

/** Why an answer that should hold a file holds none, as far as Google says. */
export function refusalWithoutFile(body: Fields): string | undefined {
  return inlineFiles(body).length > 0 ? undefined : refusalReason(body) || undefined;
}

/** Why the request itself was blocked. */
export function blockReason(body: Fields): string | undefined {
  return textOf(fieldsOf(body["promptFeedback"])["blockReason"]) || undefined;
}

function refusalReason(body: Fields): string {
  const [candidate = {}] = objectsIn(body["candidates"]);
  const said = textOf(candidate["finishMessage"]) || answerText(body);
  return said || (blockReason(body) ?? textOf(candidate["finishReason"]));
}

function partsOf(body: Fields): readonly Fields[] {
  return objectsIn(body["candidates"]).flatMap(({ content }) => objectsIn(fieldsOf(content)["parts"]));
}
