import type { Usage } from "../../../pricing/usage.ts";
import type { Extensions } from "./chat-dialect.ts";
import type { AssistantPart } from "./chat-part.ts";

/** A whole answer in no vendor's words. */
export interface ChatAnswer {
  readonly id: string;
  readonly createdAtSeconds: number;
  readonly model: string;
  readonly choices: readonly ChatChoice[];
  /** As the dialect's usual vendor counts. Vendors with habits of their own are read from `rawUsage` by `relay/usage`. */
  readonly usage?: Usage;
  /** The vendor's own usage object. For metering and logs; no encoder writes it. */
  readonly rawUsage?: unknown;
  readonly serviceTier?: string;
  readonly extensions?: Extensions;
}

export interface ChatChoice {
  readonly index: number;
  readonly parts: readonly AssistantPart[];
  readonly finish: ChatFinish;
  readonly logprobs?: ChatLogprobs;
  readonly extensions?: Extensions;
}

/**
 * Why the model stopped. `pause`: the vendor asks to be called again with what it said. `refusal`: the model itself
 * refused, always so where the answer has a refusal part; `tool-calls`: always so where it ends with calls; `content-filter`: something around it did. `error`: the vendor failed within an answer.
 */
export const FINISH_REASONS = [
  "stop",
  "length",
  "tool-calls",
  "content-filter",
  "refusal",
  "pause",
  "error",
  "other",
] as const;

export type FinishReason = (typeof FINISH_REASONS)[number];

export interface ChatFinish {
  readonly reason: FinishReason;
  /** The vendor's own word, where it is not the dialect's first word for this reason. */
  readonly raw?: string;
  /** The stop sequence that was met, where the dialect tells. */
  readonly stopSequence?: string;
  /** What the vendor says about it to people. */
  readonly message?: string;
}

export interface ChatLogprobs {
  /** Of the text, token by token. */
  readonly text?: readonly TokenLogprob[];
  readonly refusal?: readonly TokenLogprob[];
}

export interface TokenChance {
  readonly token: string;
  readonly logprob: number;
  readonly bytes?: readonly number[];
}

export interface TokenLogprob extends TokenChance {
  /** The likeliest tokens at this place. */
  readonly top?: readonly TokenChance[];
}
