import type { ChatFinish, FinishReason } from "../chat/chat-answer.ts";
import type { LossList } from "../chat/chat-loss.ts";

const DIALECT = "bedrock-converse";

/** https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_Converse.html; the first word for each reason leads. */
const REASONS: ReadonlyMap<string, FinishReason> = new Map([
  ["end_turn", "stop"],
  ["stop_sequence", "stop"],
  ["max_tokens", "length"],
  ["model_context_window_exceeded", "length"],
  ["tool_use", "tool-calls"],
  ["content_filtered", "content-filter"],
  ["guardrail_intervened", "content-filter"],
  ["malformed_model_output", "error"],
  ["malformed_tool_use", "error"],
]);

export function decodeFinish(word: string, endsWithCall: boolean): ChatFinish {
  const known = REASONS.get(word) ?? "other";
  // Some models end a turn of calls as any other.
  const reason = known === "stop" && endsWithCall ? "tool-calls" : known;
  return word === firstWord(reason) || word === "" ? { reason } : { reason, raw: word };
}

function firstWord(reason: FinishReason): string | undefined {
  return [...REASONS].find(([, known]) => known === reason)?.[0];
}

const WRITTEN = new Set(["reason", "raw", "stopSequence"]);

/** A finish in the dialect's word. */
export function encodeFinish(finish: ChatFinish, losses: LossList): string {
  const path = "choices[0].finish";
  losses.unwritten(path, finish, WRITTEN, DIALECT);
  const { reason, raw, stopSequence } = finish;
  if (stopSequence !== undefined) losses.changed(`${path}.stopSequence`, `${DIALECT} does not tell which`);
  if (raw !== undefined && (REASONS.get(raw) === reason || (reason === "other" && raw !== ""))) return raw;
  if (raw !== undefined) losses.changed(`${path}.raw`, `it is not what ${DIALECT} says then`);
  if (reason === "stop" && stopSequence !== undefined) return "stop_sequence";
  if (reason !== "refusal") {
    const word = firstWord(reason);
    if (word !== undefined) return word;
  }
  losses.changed(path, `${DIALECT} has no word for it`);
  return reason === "refusal" ? "content_filtered" : "end_turn";
}
