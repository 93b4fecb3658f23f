import type { ChatFinish, FinishReason } from "../chat/chat-answer.ts";
import type { LossList } from "../chat/chat-loss.ts";
import type { AssistantPart } from "../chat/chat-part.ts";
import { textOf } from "../reported-usage.ts";
import type { Fields } from "../reported-usage.ts";

/**
 * What the dialect's words mean. Those that are not listed, and those to come, are `other`.
 *
 * Source: https://ai.google.dev/api/generate-content#FinishReason and the official SDK's `FinishReason`.
 */
const REASONS: ReadonlyMap<string, FinishReason> = new Map(
  Object.entries<FinishReason>({
    STOP: "stop",
    MAX_TOKENS: "length",
    SAFETY: "content-filter",
    RECITATION: "content-filter",
    BLOCKLIST: "content-filter",
    PROHIBITED_CONTENT: "content-filter",
    SPII: "content-filter",
    IMAGE_SAFETY: "content-filter",
    IMAGE_PROHIBITED_CONTENT: "content-filter",
    IMAGE_RECITATION: "content-filter",
    MALFORMED_FUNCTION_CALL: "error",
    MALFORMED_RESPONSE: "error",
    MISSING_THOUGHT_SIGNATURE: "error",
    UNEXPECTED_TOOL_CALL: "error",
    TOO_MANY_TOOL_CALLS: "error",
    CONTINUATION: "pause",
  }),
);

/** The word for a reason that came from another dialect. */
const WORDS: Readonly<Record<FinishReason, string>> = {
  stop: "STOP",
  "tool-calls": "STOP",
  length: "MAX_TOKENS",
  "content-filter": "SAFETY",
  refusal: "SAFETY",
  pause: "CONTINUATION",
  error: "OTHER",
  other: "OTHER",
};

/** Why a candidate ended. The dialect says `STOP` for answers with calls as well, whatever stands behind them. */
export function readFinish(candidate: Fields, hasCalls: boolean): ChatFinish {
  const raw = textOf(candidate["finishReason"]);
  const message = textOf(candidate["finishMessage"]);
  const told = REASONS.get(raw) ?? "other";
  const reason = told === "stop" && hasCalls ? "tool-calls" : told;
  return {
    reason,
    ...(raw !== "" && raw !== WORDS[reason] && { raw }),
    ...(message !== "" && { message }),
  };
}

export function hasCalls(parts: readonly AssistantPart[]): boolean {
  return parts.some(({ type }) => type === "tool-call");
}

/** A prompt that was refused: the answer has no candidates, `promptFeedback.blockReason` tells why. */
export function blockedFinish(feedback: Fields): ChatFinish | undefined {
  const raw = textOf(feedback["blockReason"]);
  const message = textOf(feedback["blockReasonMessage"]);
  if (raw === "" || raw === "BLOCKED_REASON_UNSPECIFIED") return undefined;
  return {
    reason: "content-filter",
    ...(raw !== WORDS["content-filter"] && { raw }),
    ...(message !== "" && { message }),
  };
}

const FINISH_WRITTEN = new Set(["reason", "raw", "message", "stopSequence"]);

/** `finishReason` and `finishMessage` of a candidate. */
export function writeFinish(
  finish: ChatFinish,
  answersWithCalls: boolean,
  path: string,
  losses: LossList,
): Fields {
  losses.unwritten(path, finish, FINISH_WRITTEN, "gemini");
  const { reason, raw, message, stopSequence } = finish;
  // Other dialects' words are in small letters.
  const isOwn = raw !== undefined && /^[A-Z][A-Z_]*$/.test(raw) && (REASONS.get(raw) ?? "other") === reason;
  if (raw !== undefined && !isOwn) losses.leftOut(`${path}.raw`, "a word of another dialect");
  if (stopSequence !== undefined) losses.leftOut(`${path}.stopSequence`, "gemini does not tell which it was");
  const word = isOwn ? raw : WORDS[reason];
  if (!isOwn && (reason === "refusal" || reason === "error"))
    losses.changed(`${path}.reason`, `gemini has no word for it: sent as ${word}`);
  if (reason === "stop" && answersWithCalls)
    losses.changed(`${path}.reason`, "an answer with calls waits for their results");
  return { finishReason: word, ...(message !== undefined && { finishMessage: message }) };
}
