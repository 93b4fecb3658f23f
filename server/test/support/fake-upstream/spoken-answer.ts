import { answerPieces } from "./answer-text.ts";
import type { Behaviour } from "./behaviour.ts";

/** A call with its arguments as the pieces of a stream. */
export interface SpokenCall {
  readonly id: string;
  readonly name: string;
  readonly pieces: readonly string[];
  readonly argumentsJson: string;
}

/** What an answer says, before a dialect puts it into its own words. */
export interface SpokenAnswer {
  readonly reasoning: readonly string[];
  readonly text: readonly string[];
  readonly calls: readonly SpokenCall[];
}

export interface AnswerTokens {
  readonly prompt: number;
  readonly completion: number;
  readonly cached: number;
  readonly reasoning: number;
}

/** `schemaText`: what the request wants the text to be an example of. `callId` names calls that the behaviour does not. */
export function spokenAnswer(
  behaviour: Behaviour,
  schemaText: string | undefined,
  callId: (index: number) => string,
): SpokenAnswer {
  const calls = (behaviour.toolCalls ?? []).map(({ id, name, argumentsJson }, index) => {
    const pieces = typeof argumentsJson === "string" ? [argumentsJson] : argumentsJson;
    return { id: id ?? callId(index), name, pieces, argumentsJson: pieces.join("") };
  });
  const isSilent = behaviour.content === undefined && calls.length > 0;
  return {
    reasoning: answerPieces({ content: behaviour.reasoningContent ?? "" }),
    text: isSilent ? [] : answerPieces(behaviour, schemaText),
    calls,
  };
}

export function answerTokens(behaviour: Behaviour): AnswerTokens {
  return {
    prompt: behaviour.promptTokens ?? 10,
    completion: behaviour.completionTokens ?? 20,
    cached: behaviour.cachedTokens ?? 0,
    reasoning: behaviour.reasoningTokens ?? 0,
  };
}

/** What an event of a dialect with named events says; the name is its type. */
export type NamedValue = { readonly type: string } & Readonly<Record<string, unknown>>;

export function namedEvent(value: NamedValue): string {
  return `event: ${value.type}\ndata: ${JSON.stringify(value)}\n\n`;
}
