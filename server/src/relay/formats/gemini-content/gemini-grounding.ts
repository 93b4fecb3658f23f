import { isObject } from "@tollgate/contract/json-object";
import type { ChatAnnotation, UrlAnnotation } from "../chat/chat-annotation.ts";
import type { LossList } from "../chat/chat-loss.ts";
import { fieldsOf, objectsIn, textOf } from "../reported-usage.ts";
import type { Fields } from "../reported-usage.ts";
import type { ByteOffsets } from "./byte-offsets.ts";

/*
 * `groundingMetadata` of a candidate: pages, and which bytes of which part rest on which of them. It also holds what must
 * be shown beside the answer (`searchEntryPoint`): then the whole of it goes along as a vendor's annotation.
 *
 * Source: https://ai.google.dev/api/generate-content#GroundingMetadata, https://ai.google.dev/gemini-api/docs/google-search.
 */

/** A text that may be cited: its number among the parts, and its bytes. */
export interface CitableText {
  readonly part: number;
  readonly offsets: ByteOffsets;
}

/** Annotations of one text. */
export interface TextAnnotations {
  readonly text: CitableText;
  readonly annotations: readonly ChatAnnotation[];
}

/** The annotations that a candidate's metadata says, by the text that they are about. */
export function readGrounding(metadata: unknown, texts: readonly CitableText[]): TextAnnotations[] {
  const [first] = texts;
  if (!isObject(metadata) || Object.keys(metadata).length === 0 || first === undefined) return [];
  const chunks = objectsIn(metadata["groundingChunks"]);
  const supports = objectsIn(metadata["groundingSupports"]);
  const found = texts.map((text) => ({ text, annotations: [] as ChatAnnotation[] }));
  const add = (part: number, annotation: ChatAnnotation | undefined): void => {
    const place = found.find(({ text }) => text.part === part) ?? found[0];
    if (annotation) place?.annotations.push(annotation);
  };
  for (const support of supports) {
    const segment = fieldsOf(support["segment"]);
    const part = numberOf(segment["partIndex"]) ?? 0;
    const text = texts.find((one) => one.part === part) ?? first;
    const indices = support["groundingChunkIndices"];
    for (const index of Array.isArray(indices) ? indices : [])
      if (typeof index === "number") add(part, pageOf(chunks[index], placeOf(segment, text)));
  }
  if (supports.length === 0) for (const chunk of chunks) add(first.part, pageOf(chunk, {}));
  if (saysMore(metadata, chunks, supports))
    add(first.part, { type: "vendor", dialect: "gemini", raw: { groundingMetadata: metadata } });
  return found.filter(({ annotations }) => annotations.length > 0);
}

/** Is there more to it than pages and places? */
function saysMore(metadata: Fields, chunks: readonly Fields[], supports: readonly Fields[]): boolean {
  return (
    hasOthers(metadata, ["groundingChunks", "groundingSupports"]) ||
    chunks.some(
      (chunk) => hasOthers(chunk, ["web"]) || hasOthers(fieldsOf(chunk["web"]), ["uri", "title"]),
    ) ||
    supports.some((support) => hasOthers(support, ["segment", "groundingChunkIndices"]))
  );
}

function hasOthers(fields: Fields, known: readonly string[]): boolean {
  return Object.entries(fields).some(([name, value]) => value !== null && !known.includes(name));
}

function pageOf(chunk: Fields | undefined, place: Pick<UrlAnnotation, "startIndex" | "endIndex">) {
  const page = fieldsOf(chunk?.["web"] ?? chunk?.["maps"] ?? chunk?.["retrievedContext"]);
  const url = textOf(page["uri"]);
  if (url === "") return undefined;
  const title = textOf(page["title"]);
  return { type: "url" as const, url, ...(title !== "" && { title }), ...place };
}

/** Left out where it is the whole text. */
function placeOf(segment: Fields, { offsets }: CitableText): Pick<UrlAnnotation, "startIndex" | "endIndex"> {
  const end = numberOf(segment["endIndex"]);
  if (end === undefined) return {};
  const startIndex = offsets.characterAt(numberOf(segment["startIndex"]) ?? 0);
  const endIndex = offsets.characterAt(end);
  return startIndex === 0 && endIndex >= offsets.characters ? {} : { startIndex, endIndex };
}

function numberOf(value: unknown): number | undefined {
  return typeof value === "number" && value >= 0 ? value : undefined;
}

/** An annotation and the text it is about, as characters of the whole text part that the client sees. */
export interface PlacedAnnotation {
  readonly annotation: ChatAnnotation;
  /** Of the annotation, in the shared form. */
  readonly path: string;
  readonly text: CitableText;
  /** Where the annotated text begins and ends within the part. */
  readonly from: number;
  readonly to: number;
}

/** What is quoted is told apart. */
const URL_WRITTEN = new Set(["type", "url", "title", "startIndex", "endIndex", "citedText", "extensions"]);

/** `groundingMetadata` for a client: the vendor's own where it is there, else made of the pages that are cited. */
export function writeGrounding(placed: readonly PlacedAnnotation[], losses: LossList): Fields | undefined {
  for (const { annotation } of placed) {
    const raw = annotation.type === "vendor" && annotation.dialect === "gemini" ? annotation.raw : undefined;
    if (isObject(raw?.["groundingMetadata"])) return raw["groundingMetadata"];
  }
  const pages = new Map<string, { readonly index: number; readonly chunk: Fields }>();
  const supports: Fields[] = [];
  for (const one of placed) {
    const { annotation, path } = one;
    if (annotation.type !== "url") {
      losses.leftOut(path, "gemini can cite only web pages");
      continue;
    }
    losses.unwritten(path, annotation, URL_WRITTEN, "gemini");
    losses.extensions(path, annotation.extensions, "gemini");
    if (annotation.citedText !== undefined)
      losses.leftOut(`${path}.citedText`, "gemini does not quote its sources");
    const { url, title } = annotation;
    const key = `${url} ${title ?? ""}`;
    const web = { uri: url, ...(title !== undefined && { title }) };
    const page = pages.get(key) ?? { index: pages.size, chunk: { web } };
    pages.set(key, page);
    supports.push({ segment: segmentOf(annotation, one), groundingChunkIndices: [page.index] });
  }
  if (supports.length === 0) return undefined;
  return { groundingChunks: [...pages.values()].map(({ chunk }) => chunk), groundingSupports: supports };
}

function segmentOf(annotation: UrlAnnotation, { text, from, to }: PlacedAnnotation): Fields {
  const { startIndex, endIndex } = annotation;
  const start = startIndex === undefined ? from : from + startIndex;
  const end = endIndex === undefined ? to : from + endIndex;
  return {
    partIndex: text.part,
    startIndex: text.offsets.byteAt(start),
    endIndex: text.offsets.byteAt(end),
  };
}
