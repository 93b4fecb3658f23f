import type { ChatDialect, Extensions } from "./chat-dialect.ts";
import type { Fields } from "../reported-usage.ts";
import type { ChatAnnotation } from "./chat-annotation.ts";
import type { Seal } from "./chat-seal.ts";

/** "The prompt up to here is worth caching", for dialects where the client marks the place. */
export interface CacheHint {
  /** How long; the vendor's usual time when it is left out. */
  readonly ttlSeconds?: number;
}

interface PartBase {
  readonly cache?: CacheHint;
  readonly extensions?: Extensions;
}

/** Where the bytes of a picture, a sound, a film or a document are. */
export type MediaSource =
  | { readonly kind: "inline"; readonly mediaType: string; readonly base64: string }
  | { readonly kind: "url"; readonly url: string; readonly mediaType?: string }
  /** Uploaded to the vendor before; only that vendor knows the id. */
  | { readonly kind: "uploaded"; readonly id: string; readonly mediaType?: string };

/** Adjacent texts without marks of their own mean the same as one text: `joinTexts` makes them one. */
export interface TextPart extends PartBase {
  readonly type: "text";
  readonly text: string;
  readonly annotations?: readonly ChatAnnotation[];
  readonly signature?: Seal;
}

export interface ImagePart extends PartBase {
  readonly type: "image";
  readonly source: MediaSource;
  readonly detail?: "auto" | "low" | "high" | "original";
  readonly signature?: Seal;
}

/** Sound: of the user, or spoken by the model. `source` is left out where an earlier answer is only referred to. */
export interface AudioPart extends PartBase {
  readonly type: "audio";
  readonly source?: MediaSource;
  /** The vendor's id of a spoken answer, by which a later turn refers to it. */
  readonly id?: string;
  readonly transcript?: string;
  readonly expiresAtSeconds?: number;
}

export interface VideoPart extends PartBase {
  readonly type: "video";
  readonly source: MediaSource;
}

/** A document. Plain text documents are inline with `text/plain`. */
export interface FilePart extends PartBase {
  readonly type: "file";
  readonly source: MediaSource;
  readonly filename?: string;
  /** What the document is about, for the model, not part of what may be cited. */
  readonly context?: string;
  readonly citations?: boolean;
}

/**
 * What the model thought. Parts of one thought that a dialect lists apart (summaries, the sealed original) follow each
 * other and share their `id`. A hidden thought has no text and a seal.
 */
export interface ReasoningPart extends PartBase {
  readonly type: "reasoning";
  readonly text: string;
  readonly id?: string;
  /** The text is a summary, not the thought itself. */
  readonly isSummary?: boolean;
  /** Proves that the text is the model's own; goes back with it. */
  readonly signature?: Seal;
  /** The thought itself, sealed: redacted or encrypted. */
  readonly encrypted?: Seal;
}

export interface RefusalPart extends PartBase {
  readonly type: "refusal";
  readonly text: string;
}

export interface ToolCallPart extends PartBase {
  readonly type: "tool-call";
  /** Unique in the conversation. Codecs of dialects without ids derive them with `derivedCallId`. */
  readonly id: string;
  readonly name: string;
  /** JSON text as the model wrote it, valid or not; `readToolArguments` parses it. Plain text for a custom tool. */
  readonly arguments: string;
  /** The tool takes plain text (OpenAI's custom tools). */
  readonly isCustom?: boolean;
  readonly signature?: Seal;
}

export interface ToolResultPart extends PartBase {
  readonly type: "tool-result";
  readonly callId: string;
  /** The tool's name; left out where the call itself is in the conversation, for `toolNames` finds it there. */
  readonly name?: string;
  readonly parts: readonly ContentPart[];
  readonly isError?: boolean;
  /** Of a custom tool's call. */
  readonly isCustom?: boolean;
}

/**
 * A part that only one dialect has: a server-side tool's call or result, code that the vendor ran, a kind of content
 * nobody knows yet. Written back by the same dialect, a loss in every other.
 */
export interface VendorPart {
  readonly type: "vendor";
  readonly dialect: ChatDialect;
  readonly raw: Fields;
}

/** What anybody may say. */
export type ContentPart = TextPart | ImagePart | AudioPart | VideoPart | FilePart | VendorPart;

/** What the model may say. */
export type AssistantPart = ContentPart | ReasoningPart | RefusalPart | ToolCallPart;

/** Every kind of part. */
export type ChatPart = AssistantPart | ToolResultPart;
