import type { UpstreamDialect } from "../formats/chat/chat-dialect.ts";
import type { Encoded } from "../formats/chat/chat-format.ts";
import type { ChatRequest } from "../formats/chat/chat-request.ts";
import type { ClientRequest } from "../formats/client-request.ts";
import type { UsageDialect } from "../formats/usage-dialect.ts";
import { usageOfAnswer } from "../counted-usage.ts";
import { readAnswerUsage } from "../usage/read-usage.ts";
import { clientFormatOf, UPSTREAM_FORMATS } from "./chat-formats.ts";
import { producedText } from "./produced-text.ts";
import { thoughtsAsText } from "./thoughts-as-text.ts";

/** Between which requests an answer is translated. */
export interface AnswerTranslation {
  readonly request: ClientRequest;
  /** As the client asked, and as the upstream was. */
  readonly chat: ChatRequest;
  readonly sent: ChatRequest;
  readonly dialect: UpstreamDialect;
  readonly usageDialect: UsageDialect;
  readonly model: string;
  readonly tellsThoughtsAsText: boolean;
  readonly context: { readonly requestId: string; readonly createdAtSeconds: number };
}

/**
 * An upstream's whole answer in its client's dialect. Its usage is what is charged: as its vendor counts, and counted here
 * where nothing is told. Throws FormatError when the answer is none.
 */
export function translateAnswer(body: Record<string, unknown>, translation: AnswerTranslation): Encoded {
  const { request, chat, sent, dialect, usageDialect, model, context } = translation;
  const answer = UPSTREAM_FORMATS[dialect].decodeAnswer(body, { ...context, model, request: sent });
  const reported = readAnswerUsage(usageDialect, body) ?? answer.usage;
  const usage = usageOfAnswer(request, model, reported, () => producedText({ dialect }, body));
  const told = { ...answer, usage };
  return clientFormatOf(request).encodeAnswer(translation.tellsThoughtsAsText ? thoughtsAsText(told) : told, {
    ...context,
    request: chat,
  });
}
