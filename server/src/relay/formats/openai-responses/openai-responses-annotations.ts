import type { ChatAnnotation, DocumentAnnotation, UrlAnnotation } from "../chat/chat-annotation.ts";
import type { LossList } from "../chat/chat-loss.ts";
import { textOf } from "../reported-usage.ts";
import type { Fields } from "../reported-usage.ts";
import { DIALECT } from "./openai-responses-dialect.ts";

const URL_KNOWN = ["type", "url", "title", "start_index", "end_index"];
const FILE_KNOWN = ["type", "file_id", "filename", "index"];

/** An annotation of an `output_text`, however much of it is there. Kinds and fields that nobody knows keep it whole. */
export function readAnnotation(raw: Fields): ChatAnnotation {
  return readUrl(raw) ?? readFile(raw) ?? { type: "vendor", dialect: DIALECT, raw };
}

function readUrl(raw: Fields): UrlAnnotation | undefined {
  const url = textOf(raw["url"]);
  if (raw["type"] !== "url_citation" || url === "" || hasOther(raw, URL_KNOWN)) return undefined;
  const title = textOf(raw["title"]);
  const { start_index: startIndex, end_index: endIndex } = raw;
  return {
    type: "url",
    url,
    ...(title !== "" && { title }),
    ...(typeof startIndex === "number" && typeof endIndex === "number" && { startIndex, endIndex }),
  };
}

function readFile(raw: Fields): DocumentAnnotation | undefined {
  const fileId = textOf(raw["file_id"]);
  if (raw["type"] !== "file_citation" || fileId === "" || hasOther(raw, FILE_KNOWN)) return undefined;
  const title = textOf(raw["filename"]);
  const index = raw["index"];
  return {
    type: "document",
    fileId,
    ...(title !== "" && { title }),
    ...(typeof index === "number" && { documentIndex: index }),
  };
}

function hasOther(raw: Fields, known: readonly string[]): boolean {
  return Object.entries(raw).some(([name, value]) => value !== null && !known.includes(name));
}

const URL_WRITTEN = new Set(["type", "url", "title", "startIndex", "endIndex"]);
const FILE_WRITTEN = new Set(["type", "fileId", "title", "documentIndex"]);

/** An annotation of a text of `length` characters; undefined when the dialect has no word for it. */
export function writeAnnotation(
  annotation: ChatAnnotation,
  length: number,
  path: string,
  losses: LossList,
): Fields | undefined {
  if (annotation.type === "vendor") {
    if (annotation.dialect === DIALECT) return annotation.raw;
    losses.leftOut(path, `only ${annotation.dialect} has it`);
    return undefined;
  }
  if (annotation.type === "url") return writeUrl(annotation, length, path, losses);
  const { fileId, title, documentIndex } = annotation;
  if (fileId === undefined) {
    losses.leftOut(path, `${DIALECT} cites web pages and uploaded files only`);
    return undefined;
  }
  losses.unwritten(path, annotation, FILE_WRITTEN, DIALECT);
  return {
    type: "file_citation",
    file_id: fileId,
    ...(title !== undefined && { filename: title }),
    ...(documentIndex !== undefined && { index: documentIndex }),
  };
}

function writeUrl(annotation: UrlAnnotation, length: number, path: string, losses: LossList): Fields {
  const { url, title, startIndex, endIndex } = annotation;
  losses.unwritten(path, annotation, URL_WRITTEN, DIALECT);
  if (startIndex === undefined || endIndex === undefined)
    losses.added(path, `${DIALECT} demands a place: the text up to here`);
  return {
    type: "url_citation",
    start_index: startIndex ?? 0,
    end_index: endIndex ?? length,
    title: title ?? "",
    url,
  };
}
