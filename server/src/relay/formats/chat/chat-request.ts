import type { Extensions } from "./chat-dialect.ts";
import type { AssistantPart, ContentPart, TextPart, ToolResultPart } from "./chat-part.ts";
import type { ChatTool, ChatToolChoice } from "./chat-tool.ts";

/**
 * A chat request in no vendor's words. What a client did not say is left out, never filled in; `null` is left out too.
 * Decoders give one canonical form: texts as parts (empty ones left out), results of tools in messages of their own,
 * adjacent `tool` messages joined (`joinToolMessages`), instructions before the first turn in `system`.
 */
export interface ChatRequest {
  readonly model: string;
  readonly system: readonly SystemPart[];
  readonly messages: readonly ChatMessage[];
  readonly tools?: readonly ChatTool[];
  readonly toolChoice?: ChatToolChoice;
  /** May the model call several tools at once? */
  readonly parallelToolCalls?: boolean;
  /** The client speaks OpenAI's oldest tool dialect (`functions`), in which calls have no ids. */
  readonly legacyFunctions?: boolean;
  readonly outputForm?: OutputForm;
  readonly maxOutputTokens?: number;
  readonly sampling?: Sampling;
  readonly reasoning?: ReasoningWish;
  /** How many answers (`n`). */
  readonly choiceCount?: number;
  readonly stream: boolean;
  /** False only where the dialect makes usage in streams a wish and the client did not make it. */
  readonly wantsUsage: boolean;
  readonly verbosity?: "low" | "medium" | "high";
  /** What the model may answer with. */
  readonly modalities?: readonly ("text" | "image" | "audio")[];
  readonly audioOutput?: AudioOutput;
  /** The client's own name for the person behind the call. */
  readonly endUser?: string;
  readonly safetyIdentifier?: string;
  readonly metadata?: Readonly<Record<string, unknown>>;
  readonly serviceTier?: string;
  readonly store?: boolean;
  readonly previousResponseId?: string;
  readonly promptCacheKey?: string;
  /** For how long OpenAI keeps the prompt: `in_memory`, `24h`. */
  readonly promptCacheRetention?: string;
  readonly extensions?: Extensions;
}

/** A part of the instructions. `developer`: OpenAI's newer role for them. */
export interface SystemPart extends TextPart {
  readonly authority?: "developer";
}

export type ChatMessage =
  | MessageOf<"user", ContentPart>
  | MessageOf<"assistant", AssistantPart>
  | MessageOf<"tool", ToolResultPart>
  /** Instructions between turns. */
  | MessageOf<"system", SystemPart>;

export interface MessageOf<Role, Part> {
  readonly role: Role;
  readonly parts: readonly Part[];
  /** Tells participants of one role apart. */
  readonly name?: string;
  readonly extensions?: Extensions;
}

/** The form that the answer's text must have. */
export type OutputForm =
  | { readonly type: "text" }
  /** Any JSON object. */
  | { readonly type: "json" }
  | {
      readonly type: "schema";
      readonly schema: Readonly<Record<string, unknown>>;
      readonly name?: string;
      readonly description?: string;
      readonly isStrict?: boolean;
    };

export interface Sampling {
  readonly temperature?: number;
  readonly topP?: number;
  readonly topK?: number;
  readonly minP?: number;
  readonly seed?: number;
  readonly frequencyPenalty?: number;
  readonly presencePenalty?: number;
  readonly repetitionPenalty?: number;
  /** By token id of the vendor's tokenizer. */
  readonly logitBias?: Readonly<Record<string, number>>;
  readonly logprobs?: boolean;
  readonly topLogprobs?: number;
  readonly stop?: readonly string[];
}

export const REASONING_EFFORTS = ["minimal", "low", "medium", "high", "xhigh", "max"] as const;

export type ReasoningEffort = (typeof REASONING_EFFORTS)[number];

/** How the model is to think; `reasoning-effort.ts` turns an effort into a budget and back where a dialect needs it. */
export interface ReasoningWish {
  /** `adaptive`: the model decides how much. */
  readonly mode?: "off" | "on" | "adaptive";
  readonly effort?: ReasoningEffort;
  readonly budgetTokens?: number;
  /** Is the client to see thoughts: `none` hides them. */
  readonly summary?: "none" | "auto" | "concise" | "detailed";
}

export interface AudioOutput {
  /** `wav`, `mp3`, `pcm16`, … */
  readonly format?: string;
  readonly voice?: string;
}
