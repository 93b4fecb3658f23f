/** What a request tells about the conversation that it belongs to. */
export interface ConversationFacts {
  readonly userId: number;
  readonly model: string;
  /** The client's own name for the cached part of its prompt. */
  readonly cacheKey: string | undefined;
  /** The value of a header that names the client's session. */
  readonly session: string | null;
  /** The texts of the prompt; the first `openingTexts` of them stay the same while the conversation goes on. */
  readonly texts: readonly string[];
  readonly openingTexts: number;
}

/** Headers in which known clients name their session: Codex, Claude Code and others. */
export const SESSION_HEADERS = ["session_id", "x-session-id", "conversation_id", "x-claude-code-session-id"];

/** So much of each text, and so many texts, tell conversations apart; more would cost time for nothing. */
const TEXT_MAX_LENGTH = 4096;
const TEXTS_MAX = 16;

/**
 * A short name that the requests of one conversation share, and hardly ever those of others: made from the client's
 * own key or session, else from the beginning of the prompt. Undefined when there is nothing to tell by.
 */
export function conversationName(facts: ConversationFacts): string | undefined {
  const told = facts.cacheKey ?? facts.session;
  const opening = facts.texts.slice(0, Math.min(facts.openingTexts, TEXTS_MAX));
  if (!told && opening.length === 0) return undefined;
  const parts = told
    ? ["told", told.slice(0, TEXT_MAX_LENGTH)]
    : opening.map((text) => `${text.length}:${text.slice(0, TEXT_MAX_LENGTH)}`);
  const whole = [facts.userId, facts.model, ...parts].join("\n");
  return Bun.hash(whole).toString(36);
}
