import type { MediaFile } from "./media/media-codec.ts";
import type { Fields } from "./reported-usage.ts";

/** Calls that are passed to OpenAI-compatible upstreams as they come. */
export const MEDIA_OPERATIONS = [
  "images/generations",
  "images/edits",
  "images/variations",
  "audio/speech",
  "audio/transcriptions",
  "audio/translations",
  "moderations",
  "rerank",
] as const;

export type MediaOperation = (typeof MEDIA_OPERATIONS)[number];

/** Whether a call is one of those. */
export function isMedia(operation: string): operation is MediaOperation {
  return MEDIA_SET.has(operation);
}

const MEDIA_SET: ReadonlySet<string> = new Set(MEDIA_OPERATIONS);

/** What a call that is neither chat nor embeddings has of its own. */
export interface MediaRequest {
  readonly operation: MediaOperation;
  /** The client's, where its body is a form; undefined for JSON. */
  readonly contentType: string | undefined;
  /** The answer passes as it comes: sound, subtitles, events. Else it is JSON, and read whole. */
  readonly isRaw: boolean;
  /** The client's body for a model of that name; its other bytes stay as they are. */
  bytesFor(model: string): Uint8Array;
  /** What the body says, for vendors with words of their own: JSON members, or a form's plain fields as texts. */
  fields(): Fields;
  /** The files of a form. */
  files(): readonly MediaFile[];
  /** Pictures that are asked for; undefined for other calls. */
  readonly pictures: PictureRequest | undefined;
  /** Length of the recording, judged by its size; undefined for other calls. */
  readonly seconds: number | undefined;
  /** What is to be spoken, searched, judged or painted. */
  readonly text: string;
  /** What the texts of a rerank are searched for, and how many they are: it is read with each. Undefined for other calls. */
  readonly query: { readonly text: string; readonly times: number } | undefined;
}

export interface PictureRequest {
  readonly count: number;
  readonly size: string;
  readonly quality: string;
}
