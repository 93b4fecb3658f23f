import { isObject } from "@tollgate/contract/json-object";
import type { ChatAnnotation, UrlAnnotation } from "../chat/chat-annotation.ts";
import type { LossList } from "../chat/chat-loss.ts";
import type { ChatPart } from "../chat/chat-part.ts";
import { fieldsOf, textOf } from "../reported-usage.ts";
import type { Fields } from "../reported-usage.ts";

const DIALECT = "openai-chat";

/**
 * A message's `annotations`; their places count from the beginning of its whole text. Kinds that nobody knows are kept.
 * OpenRouter adds the cited `content`.
 */
export function decodeAnnotations(value: unknown): ChatAnnotation[] {
  return Array.isArray(value) ? value.filter(isObject).map(decodeAnnotation) : [];
}

function decodeAnnotation(raw: Fields): ChatAnnotation {
  const place = fieldsOf(raw["url_citation"]);
  const url = textOf(place["url"]);
  if (raw["type"] !== "url_citation" || url === "") return { type: "vendor", dialect: DIALECT, raw };
  const title = textOf(place["title"]);
  const citedText = textOf(place["content"]);
  const { start_index: startIndex, end_index: endIndex } = place;
  return {
    type: "url",
    url,
    ...(title !== "" && { title }),
    ...(citedText !== "" && { citedText }),
    ...(typeof startIndex === "number" && typeof endIndex === "number" && { startIndex, endIndex }),
  };
}

/** Annotations whose places count from the beginning of all texts, given to the texts that they are about. */
export function annotateTexts<Part extends ChatPart>(
  parts: readonly Part[],
  annotations: readonly ChatAnnotation[],
): Part[] {
  if (annotations.length === 0) return [...parts];
  let offset = 0;
  const places = parts.flatMap((part, index) => {
    if (part.type !== "text") return [];
    const from = offset;
    offset += part.text.length;
    return [{ index, from, to: offset, found: [] as ChatAnnotation[] }];
  });
  for (const annotation of annotations) {
    const start = annotation.type === "vendor" ? 0 : (annotation.startIndex ?? 0);
    const place = places.findLast(({ from }) => from <= start) ?? places[0];
    place?.found.push(annotationWithin(annotation, place.from, place.to));
  }
  return parts.map((part, index) => {
    const found = places.find((place) => place.index === index)?.found ?? [];
    return found.length === 0 ? part : { ...part, annotations: found };
  });
}

/** The same annotation counted from the beginning of its part, which goes from `from` to `to`. */
export function annotationWithin(annotation: ChatAnnotation, from: number, to: number): ChatAnnotation {
  if (annotation.type === "vendor") return annotation;
  const { startIndex, endIndex, ...rest } = annotation;
  if (startIndex === undefined || endIndex === undefined) return annotation;
  return startIndex === from && endIndex === to
    ? rest
    : { ...rest, startIndex: startIndex - from, endIndex: endIndex - from };
}

/** An annotation of a text that begins at `from` and ends at `to` of the message. Undefined: no word for it. */
export function encodeAnnotation(
  annotation: ChatAnnotation,
  from: number,
  to: number,
  path: string,
  losses: LossList,
): Fields | undefined {
  if (annotation.type === "url") {
    losses.unwritten(path, annotation, URL_WRITTEN, DIALECT);
    return encodeUrl(annotation, from, to);
  }
  if (annotation.type === "vendor" && annotation.dialect === DIALECT) return annotation.raw;
  losses.leftOut(path, `${DIALECT} can cite only web pages`);
  return undefined;
}

const URL_WRITTEN = new Set(["type", "url", "title", "citedText", "startIndex", "endIndex"]);

function encodeUrl(annotation: UrlAnnotation, from: number, to: number): Fields {
  const { url, title, startIndex, endIndex, citedText } = annotation;
  return {
    type: "url_citation",
    url_citation: {
      start_index: startIndex === undefined ? from : from + startIndex,
      end_index: endIndex === undefined ? to : from + endIndex,
      title: title ?? "",
      url,
      ...(citedText !== undefined && { content: citedText }),
    },
  };
}
