import type { MediaFile } from "../formats/media/media-codec.ts";
import { RelayError } from "../relay-error.ts";

/** A field of a form and where its value stands in the body. */
export interface FormPart {
  readonly name: string;
  /** Undefined for a plain field. */
  readonly fileName: string | undefined;
  /** Empty where the part names none. */
  readonly mediaType: string;
  readonly start: number;
  readonly end: number;
}

export interface MultipartForm {
  readonly boundary: string;
  readonly parts: readonly FormPart[];
  /** Where the first part begins. */
  readonly start: number;
}

const PARTS_MAX = 1000;
const HEADERS_MAX_BYTES = 16 * 1024;

/** Whether a body of this type is a form. */
export function isMultipart(contentType: string | null): contentType is string {
  return contentType?.trim().toLowerCase().startsWith("multipart/form-data") === true;
}

/**
 * Finds the parts of a `multipart/form-data` body (RFC 7578) without copying any. Throws body.not-form for one that is
 * broken: what is read here must be what the upstream reads.
 */
export function readMultipartForm(body: Uint8Array, contentType: string): MultipartForm {
  const boundary = boundaryOf(contentType);
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  const delimiter = Buffer.from(`--${boundary}`);
  const separator = Buffer.from(`\r\n--${boundary}`);
  const start = bytes.subarray(0, delimiter.length).equals(delimiter) ? 0 : bytes.indexOf(separator) + 2;
  if (start === 1) throw broken("its boundary is not in it");
  const parts: FormPart[] = [];
  let at = start + delimiter.length;
  while (bytes.toString("latin1", at, at + 2) !== "--") {
    if (bytes.toString("latin1", at, at + 2) !== "\r\n")
      throw broken("a boundary is not followed by a line's end");
    // From the line's end on, so that a part without headers has its empty line too.
    const headersEnd = bytes.indexOf("\r\n\r\n", at);
    const end = headersEnd < 0 ? -1 : bytes.indexOf(separator, headersEnd + 2);
    if (end < 0 || headersEnd - at > HEADERS_MAX_BYTES) throw broken("it is not whole");
    if (parts.length === PARTS_MAX) throw broken("it has too many parts");
    const headers = bytes.toString("utf8", at + 2, headersEnd);
    parts.push({ ...namesOf(headers), mediaType: mediaTypeIn(headers), start: headersEnd + 4, end });
    at = end + separator.length;
  }
  return { boundary, parts, start };
}

/**
 * The text of a plain field; undefined where there is none. Throws body.parameter for one that is given twice, in whatever
 * case, or as a file: servers differ in which they take.
 */
export function formField(body: Uint8Array, { parts }: MultipartForm, name: string): string | undefined {
  const [part, second] = parts.filter((one) => one.name.toLowerCase() === name);
  if (second) throw new RelayError("body.parameter", { param: name, reason: "it is given more than once" });
  if (part?.fileName !== undefined)
    throw new RelayError("body.parameter", { param: name, reason: "it must not be a file" });
  return part && Buffer.from(body.buffer, body.byteOffset + part.start, part.end - part.start).toString();
}

/** All plain fields, those of a list (`name[]`) as lists. Throws body.parameter for one that is given twice. */
export function formFields(body: Uint8Array, { parts }: MultipartForm): Readonly<Record<string, unknown>> {
  const fields = new Map<string, unknown>();
  for (const { name, fileName, start, end } of parts) {
    if (fileName !== undefined) continue;
    const isList = name.endsWith("[]");
    const known = fields.get(name);
    if (known !== undefined && !isList)
      throw new RelayError("body.parameter", { param: name, reason: "it is given more than once" });
    const text = Buffer.from(body.buffer, body.byteOffset + start, end - start).toString();
    fields.set(name, isList ? [...(Array.isArray(known) ? known : []), text] : text);
  }
  return Object.fromEntries(fields);
}

/** All files, in their order. */
export function formFiles(body: Uint8Array, { parts }: MultipartForm): readonly MediaFile[] {
  return parts.flatMap(({ name, fileName, mediaType, start, end }) =>
    fileName === undefined ? [] : [{ field: name, fileName, mediaType, bytes: body.subarray(start, end) }],
  );
}

/** The body with another value of a field, or with the field where it has none; all other bytes stay. */
export function withFormField(
  body: Uint8Array,
  { parts, boundary, start }: MultipartForm,
  name: string,
  value: string,
): Uint8Array {
  const part = parts.find((one) => one.name === name && one.fileName === undefined);
  if (part) return Buffer.concat([body.subarray(0, part.start), Buffer.from(value), body.subarray(part.end)]);
  const added = `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  return Buffer.concat([body.subarray(0, start), Buffer.from(added), body.subarray(start)]);
}

function boundaryOf(contentType: string): string {
  const match = /;\s*boundary=(?:"([^"]{1,200})"|([^;\s"]{1,200}))/i.exec(contentType);
  const boundary = match?.[1] ?? match?.[2];
  if (boundary === undefined) throw broken("its type names no boundary");
  return boundary;
}

function mediaTypeIn(headers: string): string {
  return /^content-type:[ \t]*([^;\r\n]*)/im.exec(headers)?.[1]?.trim() ?? "";
}

const DISPOSITION = /^content-disposition:\s*form-data\s*((?:;[^\r\n]*)?)$/gim;
const PARAMETER = /\s*;\s*([\w*-]+)=(?:"((?:[^"\\]|\\.)*)"|([^;\s"]*))\s*/y;

/** Read to the last character, so that nothing in quotes passes for a name. */
function namesOf(headers: string): Pick<FormPart, "name" | "fileName"> {
  const [disposition, second] = [...headers.matchAll(DISPOSITION)].map((match) => match[1] ?? "");
  if (disposition === undefined || second !== undefined) throw broken("a part has not one disposition");
  const found = new Map<string, string>();
  PARAMETER.lastIndex = 0;
  while (PARAMETER.lastIndex < disposition.length) {
    const match = PARAMETER.exec(disposition);
    const parameter = match?.[1]?.toLowerCase();
    if (!match || parameter === undefined || found.has(parameter))
      throw broken("a disposition cannot be read");
    found.set(parameter, match[2] ?? match[3] ?? "");
  }
  const name = found.get("name");
  if (name === undefined || found.has("name*")) throw broken("a part has no name");
  return { name, fileName: found.get("filename") ?? found.get("filename*") };
}

function broken(reason: string): RelayError {
  return new RelayError("body.not-form", { reason });
}
