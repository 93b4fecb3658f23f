import type { ChatAnswer } from "./chat-answer.ts";

/**
 * What the answers of every client's dialect say, or what is no business of a client's. A member that is new in ChatAnswer
 * is reported as lost by all of them until they write it, and it stands here.
 */
export const ANSWER_WRITTEN: ReadonlySet<string> = new Set<keyof ChatAnswer>([
  "id",
  "createdAtSeconds",
  "model",
  "choices",
  "usage",
  "rawUsage",
  "serviceTier",
  "extensions",
]);
