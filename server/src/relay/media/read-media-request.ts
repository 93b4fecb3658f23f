import { withMembers } from "../../lib/json-members.ts";
import type { ClientRequest } from "../formats/client-request.ts";
import { FormatError } from "../formats/chat/chat-error.ts";
import type { MediaOperation, MediaRequest, PictureRequest } from "../formats/media-request.ts";
import { readOpenAiPrompt } from "../formats/openai/openai-prompt.ts";
import { parseBody } from "../formats/openai/openai-request.ts";
import type { Fields } from "../formats/reported-usage.ts";
import { RelayError } from "../relay-error.ts";
import { estimateSeconds } from "./audio-length.ts";
import {
  formField,
  formFields,
  formFiles,
  isMultipart,
  readMultipartForm,
  withFormField,
} from "./multipart-form.ts";
import type { FormPart, MultipartForm } from "./multipart-form.ts";

/** The vendor's own, for clients that name none. */
const DEFAULT_MODELS: Partial<Record<MediaOperation, string>> = {
  "images/generations": "dall-e-2",
  "images/edits": "dall-e-2",
  "images/variations": "dall-e-2",
  "audio/speech": "tts-1",
  "audio/transcriptions": "whisper-1",
  "audio/translations": "whisper-1",
  moderations: "text-moderation-stable",
};

const PICTURES_MAX = 128;

/** A body, whichever way it is written. */
interface MediaBody extends Pick<MediaRequest, "fields" | "files"> {
  readonly contentType: string | undefined;
  /** A JSON body's own; of a form, its plain fields as texts. */
  field(name: string): unknown;
  readonly seconds: number | undefined;
  bytesFor(model: string): Uint8Array;
}

/**
 * Reads a call for pictures, sound, a moderation or a rerank: JSON, or a form. `deployment`: the model, where the address
 * names it. Throws body.not-json, body.not-object, body.not-form, body.parameter, model.missing.
 */
export function readMediaRequest(
  operation: MediaOperation,
  bytes: Uint8Array,
  contentType: string | null,
  deployment?: string,
): ClientRequest {
  const body = isMultipart(contentType) ? formBody(bytes, contentType) : jsonBody(bytes);
  const model = deployment ?? modelOf(operation, body);
  const isNamed = deployment === undefined && body.field("model") === model;
  const texts = textsOf(operation, body);
  const text = texts.join("\n");
  // Not written out for each of the texts: a large one would take all memory.
  const query = operation === "rerank" ? { text: wordOf(body, "query"), times: texts.length } : undefined;
  const media: MediaRequest = {
    operation,
    contentType: body.contentType,
    isRaw: isRaw(operation, body),
    bytesFor: (upstream) => (isNamed && upstream === model ? bytes : body.bytesFor(upstream)),
    fields: body.fields,
    files: body.files,
    pictures: operation.startsWith("images/") ? picturesOf(body) : undefined,
    seconds: body.seconds,
    text,
    query,
  };
  return {
    dialect: "openai-chat",
    operation,
    model,
    stream: false,
    framing: "sse",
    wantsUsage: false,
    maxOutputTokens: 0,
    choices: 1,
    reasoningEffort: undefined,
    cacheKey: undefined,
    prompt: readOpenAiPrompt({ input: query ? [query.text, text] : text }),
    bytes,
    text: "",
    media,
    chat() {
      throw new FormatError("body", "it is no chat");
    },
  };
}

function jsonBody(bytes: Uint8Array): MediaBody {
  const { body } = parseBody(bytes);
  return {
    contentType: undefined,
    field: (name) => (name === "model" ? body[name] : memberOf(body, name)) ?? undefined,
    fields: () => body,
    files: () => [],
    seconds: undefined,
    // The text of a body with pictures in it is not kept for the few calls that need it.
    bytesFor: (model) => encoder.encode(withMembers(decoder.decode(bytes), { model: JSON.stringify(model) })),
  };
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** As with forms: throws body.parameter for one that is given twice, in whatever case, since servers differ in which they take. */
function memberOf(body: Fields, name: string): unknown {
  const [named, second] = Object.keys(body).filter((one) => one.toLowerCase() === name);
  if (second !== undefined)
    throw new RelayError("body.parameter", { param: name, reason: "it is given more than once" });
  return named === undefined ? undefined : body[named];
}

function formBody(bytes: Uint8Array, contentType: string): MediaBody {
  const form = readMultipartForm(bytes, contentType);
  const file = recordingIn(form);
  return {
    contentType,
    field: (name) => formField(bytes, form, name),
    fields: () => formFields(bytes, form),
    files: () => formFiles(bytes, form),
    seconds: file && estimateSeconds(bytes.subarray(file.start, file.end), file.fileName ?? ""),
    bytesFor: (model) => withFormField(bytes, form, "model", model),
  };
}

/** Throws body.parameter for two: servers differ in which they take, and it is priced by its length. */
function recordingIn({ parts }: MultipartForm): FormPart | undefined {
  const [file, second] = parts.filter(
    (part) => part.name.toLowerCase() === "file" && part.fileName !== undefined,
  );
  if (second) throw new RelayError("body.parameter", { param: "file", reason: "it is given more than once" });
  return file;
}

function modelOf(operation: MediaOperation, body: MediaBody): string {
  const model = body.field("model") ?? DEFAULT_MODELS[operation] ?? "";
  if (model === "") throw new RelayError("model.missing");
  if (typeof model !== "string")
    throw new RelayError("body.parameter", { param: "model", reason: "it must be a string" });
  return model;
}

/** A field of one word; empty where it is none: JSON objects may have a `toString` of their own. */
function wordOf(body: MediaBody, name: string): string {
  const value = body.field(name);
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean"
    ? String(value)
    : "";
}

/** Events, sound and subtitles; transcriptions are JSON unless the client wants them otherwise. */
function isRaw(operation: MediaOperation, body: MediaBody): boolean {
  if (operation === "audio/speech") return true;
  if (operation === "moderations" || operation === "rerank") return false;
  if (wordOf(body, "stream") === "true") return true;
  return operation.startsWith("audio/") && !(wordOf(body, "response_format") || "json").endsWith("json");
}

function picturesOf(body: MediaBody): PictureRequest {
  const count = body.field("n") === undefined ? 1 : Number(wordOf(body, "n"));
  if (!Number.isSafeInteger(count) || count < 1 || count > PICTURES_MAX)
    throw new RelayError("body.parameter", {
      param: "n",
      reason: `it must be a whole number between 1 and ${PICTURES_MAX}`,
    });
  return { count, size: wordOf(body, "size"), quality: wordOf(body, "quality") };
}

/** The parameter that each call is about. */
const NEEDED: Partial<Record<MediaOperation, string>> = {
  "images/generations": "prompt",
  "audio/speech": "input",
  moderations: "input",
  rerank: "query",
};

/** What is read out or painted is one text: a list of them would be counted, and not be done. */
const ONE_TEXT: Partial<Record<MediaOperation, string>> = {
  "images/generations": "prompt",
  "images/edits": "prompt",
  "audio/speech": "input",
};

function textsOf(operation: MediaOperation, body: MediaBody): readonly string[] {
  const needed = NEEDED[operation];
  if (needed !== undefined && body.field(needed) === undefined)
    throw new RelayError("body.parameter", { param: needed, reason: "it is required" });
  const single = ONE_TEXT[operation];
  if (single !== undefined && !["string", "undefined"].includes(typeof body.field(single)))
    throw new RelayError("body.parameter", { param: single, reason: "it must be a string" });
  const asked: Fields =
    operation === "rerank"
      ? { input: body.field("documents") }
      : { prompt: body.field("prompt"), input: body.field("input") };
  return readOpenAiPrompt(asked).texts;
}
