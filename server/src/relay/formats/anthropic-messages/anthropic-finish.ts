import type { ChatChoice, ChatFinish, FinishReason } from "../chat/chat-answer.ts";
import type { LossList } from "../chat/chat-loss.ts";
import { fieldsOf, textOf } from "../reported-usage.ts";
import type { Fields } from "../reported-usage.ts";

const DIALECT = "anthropic";

/** https://platform.claude.com/docs/en/build-with-claude/handling-stop-reasons; the first word for each reason leads. */
const REASONS: ReadonlyMap<string, FinishReason> = new Map([
  ["end_turn", "stop"],
  ["stop_sequence", "stop"],
  ["max_tokens", "length"],
  ["model_context_window_exceeded", "length"],
  ["tool_use", "tool-calls"],
  ["pause_turn", "pause"],
  ["refusal", "refusal"],
]);

/** Fields of an answer that are known only at its end: they belong to the choice, as in a stream. */
const END_FIELDS: ReadonlySet<string> = new Set(["container", "context_management", "input_transformations"]);

/** Where in a stream's `message_delta` they stand. */
const WITHIN_DELTA: ReadonlySet<string> = new Set(["container"]);

export function isEndField(name: string): boolean {
  return END_FIELDS.has(name);
}

/** How a choice ended, and its unknown fields. */
export type DecodedFinish = Pick<ChatChoice, "finish" | "extensions">;

/**
 * How a message ended. `message` has the fields of a whole one: `stop_reason`, `stop_sequence`, `stop_details` and those
 * that are told at the end.
 */
export function decodeFinish(message: Fields, endsWithCall: boolean): DecodedFinish {
  const word = textOf(message["stop_reason"]);
  const stopSequence = textOf(message["stop_sequence"]);
  const { explanation, type: _, ...details } = fieldsOf(message["stop_details"]);
  const known = REASONS.get(word) ?? "other";
  // Imitators end a turn of calls as any other.
  const reason = known === "stop" && endsWithCall ? "tool-calls" : known;
  const isFirstWord = word === firstWord(reason) || word === "" || stopSequence !== "";
  const end = Object.entries(message).filter(([name, value]) => isEndField(name) && value !== null);
  const stopDetails = Object.entries(details).filter(([, value]) => value !== null);
  const fields = {
    ...Object.fromEntries(end),
    ...(stopDetails.length > 0 && { stop_details: Object.fromEntries(stopDetails) }),
  };
  const finish = {
    reason,
    ...(!isFirstWord && { raw: word }),
    ...(stopSequence !== "" && { stopSequence }),
    ...(textOf(explanation) !== "" && { message: textOf(explanation) }),
  };
  return {
    finish,
    ...(Object.keys(fields).length > 0 && { extensions: { dialect: DIALECT, fields } }),
  };
}

function firstWord(reason: FinishReason): string | undefined {
  return [...REASONS].find(([, known]) => known === reason)?.[0];
}

const WRITTEN = new Set(["reason", "raw", "stopSequence", "message"]);

/** A finish in the dialect's words, for a whole message and for the end of a stream. */
export interface EncodedFinish {
  /** `stop_reason`, `stop_sequence`, and `stop_details` where there are any. */
  readonly stop: Fields;
  /** Fields told at the end, of a whole message. */
  readonly end: Fields;
}

/** The loss list tells what the dialect has no word for. */
export function encodeFinish({ finish, extensions }: DecodedFinish, losses: LossList): EncodedFinish {
  const path = "choices[0].finish";
  losses.unwritten(path, finish, WRITTEN, DIALECT);
  const kept = losses.extensions("choices[0]", extensions, DIALECT) ?? {};
  const { stop_details: details, ...end } = kept;
  const word = stopWord(finish, path, losses);
  const isRefusal = word === "refusal";
  const { message } = finish;
  if (message !== undefined && !isRefusal)
    losses.leftOut(`${path}.message`, `${DIALECT} explains refusals only`);
  const tells = isRefusal && (message !== undefined || details !== undefined);
  return {
    stop: {
      stop_reason: word,
      stop_sequence: finish.stopSequence ?? null,
      ...(tells && {
        stop_details: { type: "refusal", category: null, explanation: message ?? null, ...fieldsOf(details) },
      }),
    },
    end,
  };
}

function stopWord({ reason, raw, stopSequence }: ChatFinish, path: string, losses: LossList): string {
  if (raw !== undefined && REASONS.get(raw) === reason) return raw;
  if (reason === "other" && raw !== undefined && raw !== "") return raw;
  if (raw !== undefined) losses.leftOut(`${path}.raw`, `it is not what ${DIALECT} says then`);
  if (reason === "stop" && stopSequence !== undefined) return "stop_sequence";
  const word = firstWord(reason);
  if (word !== undefined) return word;
  if (reason === "content-filter") {
    losses.changed(path, `${DIALECT} knows refusals only`);
    return "refusal";
  }
  losses.changed(path, `${DIALECT} has no word for it`);
  return "end_turn";
}

/** What `message_delta` says beside the usage: `delta`, and fields next to it. */
export function deltaFields({ stop, end }: EncodedFinish): {
  readonly delta: Fields;
  readonly beside: Fields;
} {
  const entries = Object.entries(end);
  return {
    delta: { ...stop, ...Object.fromEntries(entries.filter(([name]) => WITHIN_DELTA.has(name))) },
    beside: Object.fromEntries(entries.filter(([name]) => !WITHIN_DELTA.has(name))),
  };
}
