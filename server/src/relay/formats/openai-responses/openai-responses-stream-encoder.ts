import { withKeptFields } from "../chat/body-fields.ts";
import type { ChatError } from "../chat/chat-error.ts";
import type { ChatEvent, FinishEvent, StartEvent } from "../chat/chat-event.ts";
import type { ChatStreamEncoder, EncodeContext } from "../chat/chat-format.ts";
import { createLossList } from "../chat/chat-loss.ts";
import type { Usage } from "../../../pricing/usage.ts";
import type { Fields } from "../reported-usage.ts";
import { wantsSummary } from "./openai-responses-answer-encoder.ts";
import { DIALECT } from "./openai-responses-dialect.ts";
import { encodeError } from "./openai-responses-error.ts";
import { writeBlockEvent } from "./openai-responses-block-writer.ts";
import { createEventWriter } from "./openai-responses-event-writer.ts";
import { writeFinish } from "./openai-responses-finish.ts";
import { createOpenItems, endItems, writeTokens } from "./openai-responses-open-items.ts";
import { responseHead, responseId } from "./openai-responses-response.ts";
import { writeUsage } from "./openai-responses-usage-writer.ts";

/**
 * Writes a streamed response. Its last event repeats the whole answer, so this encoder holds it: who pushes must bound
 * the answer.
 */
export function createStreamEncoder(context: EncodeContext): ChatStreamEncoder {
  const losses = createLossList();
  let head: Fields = {};
  let writer = createEventWriter(context.requestId);
  let items = createOpenItems(writer, losses, wantsSummary(context.request));
  let isStarted = false;
  let finish: FinishEvent = { type: "finish", choice: 0, finish: { reason: "other" } };
  let usage: Usage | undefined;

  const start = (event: StartEvent): string => {
    isStarted = true;
    head = responseHead(event, context, losses);
    writer = createEventWriter(responseId(event.id).idSeed);
    items = createOpenItems(writer, losses, wantsSummary(context.request));
    return (
      writer.event("response.created", { response: head }) +
      writer.event("response.in_progress", { response: head })
    );
  };

  const push = (event: ChatEvent): string => {
    if (event.type === "start") return start(event);
    if (event.type === "usage") usage = event.usage ?? usage;
    if (event.type === "usage" || event.type === "error") return "";
    if (event.choice > 0) {
      losses.leftOut(`choices[${event.choice}]`, `${DIALECT} gives one answer`);
      return "";
    }
    if (event.type === "logprobs") {
      if (event.of === "text") writeTokens(items, event.tokens);
      else losses.leftOut("choices[0].logprobs.refusal", "only texts have them here");
      return "";
    }
    if (event.type !== "finish") return writeBlockEvent(items, event);
    finish = event;
    const isCut = event.finish.reason === "length" || event.finish.reason === "content-filter";
    return endItems(items, isCut ? "incomplete" : "completed");
  };

  return {
    push,
    end() {
      const rest = endItems(items, "completed");
      const output = writer.output();
      const ended = writeFinish(finish.finish, items.said, "choices[0].finish", losses);
      const body = { ...head, ...ended, output, ...(usage && { usage: writeUsage(usage, output, losses) }) };
      const kept = losses.extensions("choices[0]", finish.extensions, DIALECT);
      return rest + writer.event(finalEvent(ended["status"]), { response: withKeptFields(body, kept) });
    },
    fail(error, requestId) {
      const told = errorEvent(error, requestId);
      const failed = writer.event("error", told);
      if (!isStarted) return failed;
      const { code, message } = told;
      const response = { ...head, status: "failed", error: { code, message }, output: writer.output() };
      return failed + writer.event("response.failed", { response });
    },
    losses: () => losses.list(),
  };
}

function finalEvent(status: unknown): string {
  if (status === "failed") return "response.failed";
  return status === "completed" ? "response.completed" : "response.incomplete";
}

/** Both shapes that clients read: the documented one, and the error object that OpenAI really sends. */
function errorEvent(error: ChatError, requestId: string): Fields {
  const { error: nested } = encodeError(error, requestId);
  const { code, message, param } = Object(nested);
  return { code, message, param, error: nested };
}
