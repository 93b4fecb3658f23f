import type { LossList } from "../chat/chat-loss.ts";
import { FormatError } from "../chat/chat-error.ts";
import { fieldsOf } from "../reported-usage.ts";
import type { Fields } from "../reported-usage.ts";
import type { MediaQuestion } from "./media-codec.ts";

/** A field of one word; empty where there is none. Numbers of forms are texts. */
export function wordIn(fields: Fields, name: string): string {
  const value = fields[name];
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean"
    ? String(value)
    : "";
}

/** A number, of a form too; undefined where there is none. */
export function numberIn(fields: Fields, name: string): number | undefined {
  const word = wordIn(fields, name);
  const number = Number(word);
  return word !== "" && Number.isFinite(number) ? number : undefined;
}

/** The fields that go on under their own names, without those in `left`. */
export function ownFields(question: MediaQuestion, left: ReadonlySet<string>): Fields {
  return typedFields(question, (name) => !left.has(name));
}

/** Those of `names` that the client has sent. */
export function namedFields(question: MediaQuestion, names: readonly string[]): Fields {
  return typedFields(question, (name) => names.includes(name));
}

/** What a form can say as text alone is a number or a truth for a vendor of JSON, except what people write. */
function typedFields({ fields, files }: MediaQuestion, isMeant: (name: string) => boolean): Fields {
  const own = Object.entries(fields).filter(([name]) => isMeant(name));
  const isForm = files.length > 0;
  return Object.fromEntries(own.map(([name, value]) => [name, isForm ? typed(name, value) : value]));
}

function typed(name: string, value: unknown): unknown {
  if (typeof value !== "string" || name.includes("prompt")) return value;
  if (value === "true" || value === "false") return value === "true";
  return /^-?\d+(?:\.\d+)?$/.test(value) ? Number(value) : value;
}

/** The texts of a field that is one text or a list of them. Throws FormatError for anything else: tokens, objects. */
export function textsIn(fields: Fields, name: string): readonly string[] {
  const value = fields[name];
  const texts: readonly unknown[] = Array.isArray(value) ? value : [value];
  return texts.map((text) => {
    if (typeof text === "string") return text;
    throw new FormatError(name, "this model takes text only");
  });
}

/** The texts of a rerank's documents, which may be objects. Throws FormatError where there are none, or others. */
export function documentTexts({ documents }: Fields): readonly string[] {
  const listed: readonly unknown[] = Array.isArray(documents) ? documents : [];
  if (listed.length === 0) throw new FormatError("documents", "it must be a list of texts");
  const texts = listed.map((one) => (typeof one === "string" ? one : fieldsOf(one)["text"]));
  return textsIn({ documents: texts }, "documents");
}

/** Reports every field that is neither among `written` nor of those that mean nothing to an upstream. */
export function loseUnwritten(fields: Fields, written: readonly string[], losses: LossList): void {
  for (const [name, value] of Object.entries(fields))
    if (value !== null && value !== undefined && !written.includes(name) && !SILENT.has(name))
      losses.leftOut(name, "this vendor has no word for it");
}

/** The model stands in the address or is written by every codec; a user's name and streams concern nobody there. */
const SILENT: ReadonlySet<string> = new Set(["model", "user", "stream", "stream_format", "partial_images"]);

/** Reports a mask, which most vendors have no word for. */
export function loseMask({ fields, files }: MediaQuestion, losses: LossList): void {
  if (fields["mask"] !== undefined || files.some(({ field }) => field === "mask"))
    losses.leftOut("mask", "this vendor has no word for it");
}

/** A picture that the client sends: bytes with their type. */
export interface SentPicture {
  readonly mediaType: string;
  readonly base64: string;
}

/**
 * The pictures of an edit as bytes: files of a form, or data addresses in JSON. Throws FormatError where there is none, and
 * for addresses of the web, which nobody has fetched.
 */
export function sentPictures(question: MediaQuestion): readonly SentPicture[] {
  return atLeastOne([...pictureFiles(question), ...namedPictures(question).map(dataPicture)]);
}

/** The same as addresses, for vendors that take those of the web too. Throws FormatError where there is none. */
export function pictureAddresses(question: MediaQuestion): readonly string[] {
  const sent = pictureFiles(question).map(({ mediaType, base64 }) => `data:${mediaType};base64,${base64}`);
  return atLeastOne([...sent, ...namedPictures(question)]);
}

function atLeastOne<Picture>(pictures: readonly Picture[]): readonly Picture[] {
  if (pictures.length === 0) throw new FormatError("image", "it is required");
  return pictures;
}

function pictureFiles({ files }: MediaQuestion): readonly SentPicture[] {
  const pictures = files.filter(({ field }) => /^image(?:\[\d*\])?$/.test(field));
  return pictures.map(({ mediaType, bytes }) => ({
    mediaType: mediaType || "image/png",
    base64: base64Of(bytes),
  }));
}

/** A file's bytes in base64, without a copy of them. */
export function base64Of({ buffer, byteOffset, byteLength }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString("base64");
}

function namedPictures({ fields }: MediaQuestion): readonly string[] {
  return [fields["image"] ?? fields["images"] ?? []].flat().map(addressOf);
}

/** OpenAI's edits name a picture by its address alone or by an object with it. */
function addressOf(value: unknown): string {
  const address: unknown = typeof value === "string" ? value : Object(value).image_url;
  if (typeof address === "string" && /^(?:https?:\/\/|data:)/.test(address)) return address;
  throw new FormatError("image", "it must be a file or an address");
}

function dataPicture(address: string): SentPicture {
  const [, mediaType, base64] = /^data:([^;,]+);base64,(.+)$/s.exec(address) ?? [];
  if (mediaType === undefined || base64 === undefined)
    throw new FormatError("image", "it must be a file or a data address");
  return { mediaType, base64 };
}
