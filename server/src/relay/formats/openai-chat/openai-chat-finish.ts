import type { ChatFinish, FinishReason } from "../chat/chat-answer.ts";
import type { LossList } from "../chat/chat-loss.ts";
import type { AssistantPart } from "../chat/chat-part.ts";

/** OpenAI's own words. A refusal is told by its part, so that the word is `stop`. */
const WORDS: Readonly<Record<FinishReason, string>> = {
  stop: "stop",
  length: "length",
  "tool-calls": "tool_calls",
  "content-filter": "content_filter",
  refusal: "stop",
  // No vendor of this dialect pauses; `error` is OpenRouter's word.
  pause: "stop",
  error: "error",
  other: "stop",
};

/** What OpenAI and the vendors that speak its dialect write: Mistral, GLM, DeepSeek, OpenRouter, Groq, TGI. */
const REASONS: ReadonlyMap<string, FinishReason> = new Map(
  Object.entries<FinishReason>({
    stop: "stop",
    eos: "stop",
    eos_token: "stop",
    end_turn: "stop",
    stop_sequence: "stop",
    length: "length",
    max_tokens: "length",
    model_length: "length",
    model_context_window_exceeded: "length",
    tool_calls: "tool-calls",
    function_call: "tool-calls",
    tool_use: "tool-calls",
    content_filter: "content-filter",
    sensitive: "content-filter",
    safety: "content-filter",
    refusal: "refusal",
    error: "error",
    network_error: "error",
    insufficient_system_resource: "error",
  }),
);

const OPENAI_WORDS: ReadonlySet<string> = new Set([
  "stop",
  "length",
  "tool_calls",
  "function_call",
  "content_filter",
]);

/** What an answer holds decides where the word does not: OpenAI says `stop` for refusals and for forced calls. */
export interface FinishSigns {
  readonly hasRefusal: boolean;
  readonly hasCalls: boolean;
}

export function finishSigns(parts: readonly AssistantPart[]): FinishSigns {
  return {
    hasRefusal: parts.some(({ type }) => type === "refusal"),
    hasCalls: parts.some(({ type }) => type === "tool-call"),
  };
}

/** `word` is empty where the vendor says nothing. Only words that OpenAI itself has not are kept. */
export function decodeFinish(word: string, { hasRefusal, hasCalls }: FinishSigns): ChatFinish {
  const own = REASONS.get(word) ?? "other";
  const isOpen = own === "stop" || own === "other" || own === "tool-calls";
  const reason = hasRefusal && isOpen ? "refusal" : hasCalls && isOpen ? "tool-calls" : own;
  const isFirst = word === "" || OPENAI_WORDS.has(word) || word === WORDS[reason];
  return isFirst ? { reason } : { reason, raw: word };
}

const WRITTEN = new Set(["reason", "raw"]);
/** Words of this family; Gemini's are in capitals. */
const FAMILY = /^[a-z_]+$/;

/** The word for a client. */
export function encodeFinish(
  finish: ChatFinish,
  { hasRefusal, hasCalls }: FinishSigns,
  path: string,
  losses: LossList,
): string {
  losses.unwritten(path, finish, WRITTEN, "openai-chat");
  const { reason, raw } = finish;
  const word = raw !== undefined && isOwnWord(raw, reason) ? raw : undefined;
  if (raw !== undefined && word === undefined) losses.leftOut(`${path}.raw`, "it is another dialect's word");
  // Without its part nothing but this word says that the model refused.
  if (reason === "refusal" && !hasRefusal) {
    losses.changed(`${path}.reason`, "told as content_filter");
    return "content_filter";
  }
  const signs = { hasRefusal, hasCalls };
  const said = word ?? WORDS[reason];
  if (decodeFinish(said, signs).reason !== reason) losses.changed(`${path}.reason`, `told as ${said}`);
  return said;
}

function isOwnWord(raw: string, reason: FinishReason): boolean {
  return reason === "other"
    ? FAMILY.test(raw) && REASONS.get(raw) === undefined
    : REASONS.get(raw) === reason;
}
