import type { ToolCalls, Usage } from "../../../pricing/usage.ts";
import type { ChatFinish, TokenLogprob } from "./chat-answer.ts";
import type { ChatAnnotation } from "./chat-annotation.ts";
import type { Extensions } from "./chat-dialect.ts";
import type { ChatError } from "./chat-error.ts";
import type { AudioPart, FilePart, ImagePart, VendorPart, VideoPart } from "./chat-part.ts";
import type { Seal } from "./chat-seal.ts";

/** Which answer (`n` > 1 gives several) and which part of it; parts are counted from 0 in the order of their beginning. */
interface InBlock {
  readonly choice: number;
  readonly block: number;
}

/** The first event of every stream, exactly once. */
export interface StartEvent {
  readonly type: "start";
  readonly id: string;
  readonly createdAtSeconds: number;
  readonly model: string;
  readonly serviceTier?: string;
  readonly extensions?: Extensions;
}

/** The next piece of a text, a thought or a refusal. A new block number begins a new part; an empty piece may begin one. */
export interface TextDeltaEvent extends InBlock {
  readonly type: "text-delta" | "refusal-delta";
  readonly text: string;
}

export interface ReasoningDeltaEvent extends InBlock {
  readonly type: "reasoning-delta";
  readonly text: string;
  /** On the block's first event. */
  readonly id?: string;
  readonly isSummary?: boolean;
}

/** Begins a call; its arguments follow in `tool-call-delta`s. */
export interface ToolCallStartEvent extends InBlock {
  readonly type: "tool-call-start";
  readonly id: string;
  readonly name: string;
  readonly isCustom?: boolean;
}

export interface ToolCallDeltaEvent extends InBlock {
  readonly type: "tool-call-delta";
  readonly arguments: string;
}

/** The signature of the block's text, thought, picture or call. At most one a block. */
export interface SignatureEvent extends InBlock {
  readonly type: "signature";
  readonly signature: Seal;
}

/** The sealed original of the thought in this block, whole. */
export interface EncryptedEvent extends InBlock {
  readonly type: "encrypted";
  readonly encrypted: Seal;
}

export interface AnnotationEvent extends InBlock {
  readonly type: "annotation";
  readonly annotation: ChatAnnotation;
}

/** A piece of what the model speaks; base64 pieces decode one by one. */
export interface AudioDeltaEvent extends InBlock {
  readonly type: "audio-delta";
  readonly id?: string;
  readonly base64?: string;
  readonly mediaType?: string;
  readonly transcript?: string;
  readonly expiresAtSeconds?: number;
}

/** A part that comes whole. */
export interface PartEvent extends InBlock {
  readonly type: "part";
  readonly part: ImagePart | AudioPart | VideoPart | FilePart | VendorPart;
}

/** Nothing follows in this block. Only some dialects tell; encoders must do without. */
export interface BlockEndEvent extends InBlock {
  readonly type: "block-end";
}

export interface LogprobsEvent {
  readonly type: "logprobs";
  readonly choice: number;
  readonly of: "text" | "refusal";
  readonly tokens: readonly TokenLogprob[];
}

/** May come several times and anywhere after the start; each replaces what was said before. */
export interface UsageEvent {
  readonly type: "usage";
  /** Complete as far as it is known: decoders of dialects that report in pieces add them up. */
  readonly usage?: Usage;
  /** The vendor's own usage object, whole, for `relay/usage`; no encoder writes it. Undefined where it is of tools alone. */
  readonly raw: unknown;
  /** Calls of billed tools so far, where the vendor has told of them and of no usage yet; no encoder writes them. */
  readonly toolCalls?: ToolCalls;
}

/** The answer `choice` is complete, once each. */
export interface FinishEvent {
  readonly type: "finish";
  readonly choice: number;
  readonly finish: ChatFinish;
  /** Of the choice. */
  readonly extensions?: Extensions;
}

/** The upstream failed. Nothing follows. */
export interface ErrorEvent {
  readonly type: "error";
  readonly error: ChatError;
}

/** One step of a streamed answer in no vendor's words. `collectAnswer` makes a whole answer of them. */
export type ChatEvent =
  | StartEvent
  | TextDeltaEvent
  | ReasoningDeltaEvent
  | ToolCallStartEvent
  | ToolCallDeltaEvent
  | SignatureEvent
  | EncryptedEvent
  | AnnotationEvent
  | AudioDeltaEvent
  | PartEvent
  | BlockEndEvent
  | LogprobsEvent
  | UsageEvent
  | FinishEvent
  | ErrorEvent;
