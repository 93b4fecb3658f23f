import type { ClientDialect } from "./chat/chat-dialect.ts";
import type { Loss } from "./chat/chat-loss.ts";
import type { ChatRequest } from "./chat/chat-request.ts";
import type { SaidWish } from "./dear-wishes.ts";
import type { GeminiEmbeddingMethod } from "./gemini-content/gemini-embeddings.ts";
import type { MediaOperation, MediaRequest } from "./media-request.ts";
import type { OpenAiPrompt } from "./openai/openai-prompt.ts";

/**
 * What clients ask for. `chat` is spoken in several dialects, `embeddings` in two, the others in OpenAI's alone; those but
 * `chat` are named as OpenAI's addresses are.
 */
export type ClientOperation = "chat" | "completions" | "embeddings" | "realtime" | MediaOperation;

/** Which method was called, and what OpenAI's dialect could not say of it. */
export interface GeminiEmbedding {
  readonly method: GeminiEmbeddingMethod;
  readonly losses: readonly Loss[];
}

/** What the pipeline must know of a request; the rest of the client's bytes is none of its business. */
export interface ClientRequest {
  /** Errors are told in it, whatever the operation. */
  readonly dialect: ClientDialect;
  readonly operation: ClientOperation;
  readonly model: string;
  readonly stream: boolean;
  /** How a streamed answer is framed: `json-array` for Gemini's clients who do not ask for server-sent events. */
  readonly framing: "sse" | "json-array";
  /** The client wants the usage of a streamed answer: in OpenAI's chat dialect it says so, elsewhere it goes without saying. */
  readonly wantsUsage: boolean;
  /** The client's own bound on all answers together, in tokens; undefined when it gave none. */
  readonly maxOutputTokens: number | undefined;
  /** How many answers the model is asked to write: `n` or `best_of`, for each prompt. */
  readonly choices: number;
  readonly reasoningEffort: string | undefined;
  /** The client's own name for what its prompt has in common with others: `prompt_cache_key`, `metadata.user_id`. */
  readonly cacheKey: string | undefined;
  /** What the model is asked to read, for `estimatePrompt`. */
  readonly prompt: OpenAiPrompt;
  /** What the vendor asks another price for; left out where there is nothing. */
  readonly dearWishes?: readonly SaidWish[];
  readonly bytes: Uint8Array;
  readonly text: string;
  /** Embeddings that a Google client asked for, whose words `bytes` has in OpenAI's; undefined for all other requests. */
  readonly geminiEmbedding?: GeminiEmbedding;
  /** What pictures, sound, moderations and reranks have of their own; undefined for all other requests. */
  readonly media?: MediaRequest;
  /** A chat or a completion in the shared form, for an upstream of another dialect. Throws FormatError. */
  chat(): ChatRequest;
}
