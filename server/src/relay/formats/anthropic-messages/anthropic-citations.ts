import type { ChatAnnotation, DocumentAnnotation, UrlAnnotation } from "../chat/chat-annotation.ts";
import type { Extensions } from "../chat/chat-dialect.ts";
import type { LossList } from "../chat/chat-loss.ts";
import { withKeptFields } from "../chat/body-fields.ts";
import { objectsIn, textOf } from "../reported-usage.ts";
import type { Fields } from "../reported-usage.ts";

const DIALECT = "anthropic";

type Unit = NonNullable<DocumentAnnotation["unit"]>;

/** Kinds of places in documents: what they count, and how their fields are called. */
const PLACES = {
  char_location: ["character", "start_char_index", "end_char_index"],
  page_location: ["page", "start_page_number", "end_page_number"],
  content_block_location: ["block", "start_block_index", "end_block_index"],
} as const satisfies Record<string, readonly [Unit, string, string]>;

const KINDS: readonly (readonly [string, readonly [Unit, string, string]])[] = Object.entries(PLACES);

/** The `citations` of a text block, read leniently: they are the vendor's own words coming back. */
export function decodeCitations(value: unknown): { readonly annotations?: readonly ChatAnnotation[] } {
  const annotations = objectsIn(value).map(decodeCitation);
  return annotations.length === 0 ? {} : { annotations };
}

/** One citation, of a block or of a `citations_delta`. Kinds that have no word in the shared form are kept as they are. */
export function decodeCitation(raw: Fields): ChatAnnotation {
  const type = textOf(raw["type"]);
  if (type === "web_search_result_location" && textOf(raw["url"]) !== "") return decodeWebPlace(raw);
  const kind = KINDS.find(([name]) => name === type);
  return kind ? decodeDocumentPlace(raw, kind[1]) : { type: "vendor", dialect: DIALECT, raw };
}

function decodeWebPlace(raw: Fields): UrlAnnotation {
  const { type: _, url, title, cited_text: citedText, ...rest } = raw;
  return {
    type: "url",
    url: textOf(url),
    ...(textOf(title) !== "" && { title: textOf(title) }),
    ...(textOf(citedText) !== "" && { citedText: textOf(citedText) }),
    ...restOf(rest),
  };
}

function decodeDocumentPlace(
  raw: Fields,
  [unit, start, end]: readonly [Unit, string, string],
): DocumentAnnotation {
  const {
    type: _,
    document_index: index,
    document_title: title,
    cited_text: citedText,
    file_id: fileId,
    [start]: from,
    [end]: to,
    ...rest
  } = raw;
  return {
    type: "document",
    unit,
    ...(typeof index === "number" && { documentIndex: index }),
    ...(typeof from === "number" && { from }),
    ...(typeof to === "number" && { to }),
    ...(textOf(title) !== "" && { title: textOf(title) }),
    ...(textOf(citedText) !== "" && { citedText: textOf(citedText) }),
    ...(textOf(fileId) !== "" && { fileId: textOf(fileId) }),
    ...restOf(rest),
  };
}

function restOf(rest: Fields): { readonly extensions?: Extensions } {
  const fields = Object.fromEntries(
    Object.entries(rest).filter(([, value]) => value !== null && value !== ""),
  );
  return Object.keys(fields).length === 0 ? {} : { extensions: { dialect: DIALECT, fields } };
}

/**
 * `upstream`: what the vendor has not written itself it refuses, so a web page needs its `encrypted_index`. `client`: any
 * web page is shown in the nearest kind.
 */
export type CitationReader = "upstream" | "client";

const URL_WRITTEN = new Set(["type", "url", "title", "citedText", "extensions"]);
const DOCUMENT_WRITTEN = new Set([
  "type",
  "unit",
  "documentIndex",
  "from",
  "to",
  "title",
  "citedText",
  "fileId",
  "extensions",
]);

/** The citation, or undefined (and a loss) when the dialect has no word for it. */
export function encodeCitation(
  annotation: ChatAnnotation,
  path: string,
  reader: CitationReader,
  losses: LossList,
): Fields | undefined {
  if (annotation.type === "vendor") {
    if (annotation.dialect === DIALECT) return annotation.raw;
    losses.leftOut(path, `only ${annotation.dialect} has this citation`);
    return undefined;
  }
  const kept = losses.extensions(path, annotation.extensions, DIALECT);
  if (annotation.type === "document") return encodeDocumentPlace(annotation, kept, path, losses);
  if (reader === "upstream" && kept?.["encrypted_index"] === undefined) {
    losses.leftOut(path, `${DIALECT} takes back only citations of its own`);
    return undefined;
  }
  losses.unwritten(path, annotation, URL_WRITTEN, DIALECT);
  const { url, title, citedText } = annotation;
  return {
    cited_text: citedText ?? "",
    encrypted_index: "",
    title: title ?? null,
    ...kept,
    type: "web_search_result_location",
    url,
  };
}

function encodeDocumentPlace(
  annotation: DocumentAnnotation,
  kept: Fields | undefined,
  path: string,
  losses: LossList,
): Fields | undefined {
  losses.unwritten(path, annotation, DOCUMENT_WRITTEN, DIALECT);
  const kind = KINDS.find(([, [unit]]) => unit === annotation.unit);
  const { from, to, documentIndex, title, citedText, fileId } = annotation;
  if (kind === undefined || from === undefined || to === undefined) {
    losses.leftOut(path, `${DIALECT} cites a place in a document`);
    return undefined;
  }
  const [type, [, start, end]] = kind;
  if (documentIndex === undefined) losses.added(`${path}.documentIndex`, `${DIALECT} demands it`);
  const body = {
    type,
    cited_text: citedText ?? "",
    document_index: documentIndex ?? 0,
    document_title: title ?? null,
    [start]: from,
    [end]: to,
    ...(fileId !== undefined && { file_id: fileId }),
  };
  return withKeptFields(body, kept);
}
